"""The pages of the rules in the local room: turned in one place on the private side, and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, expect

from tests.chats.local.browser_pages import IN_CHROMIUM, browsing
from tests.chats.local.test_e2e_hands import Shown, scenario, words
from tests.chats.rules_page_numbers import numbered


def labelled(page: Shown, label: str) -> dict[str, Any]:
    """What can be pressed on a page under this label."""
    listed = page["select"]["options"] if page["select"] else []
    return next(
        each for each in (*listed, *(each for row in page["buttons"] for each in row)) if each["label"] == label
    )


async def test_from_the_private_hand_to_the_next_page_and_back(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Ani", "Budi") as served:
        ani, budi = served.tabs
        await served.sits("qiuqiu")
        rules = labelled(await ani.holds(), "Rules")

        opened = await ani.does(rules["command"], turn=rules["turn"])
        page = opened["message"]
        assert opened["menu"]
        assert page["title"] == f"QiuQiu: what beats what {numbered('qiuqiu', 1)}"
        assert page["lines"][0].startswith("Your dominoes: ")
        assert page["picture"]
        following = await ani.does(labelled(page, "Next")["command"], turn=rules["turn"])
        assert following["message"]["title"] == f"QiuQiu: how a hand goes {numbered('qiuqiu', 2)}"
        assert "Your dominoes" not in words(following["message"])
        back = await ani.does(labelled(following["message"], "Back")["command"], turn=rules["turn"])

        assert back["message"] == page
        assert "what beats what" not in "".join(map(words, [*await budi.ever_saw(), *await ani.ever_saw()]))


@IN_CHROMIUM[0]
@IN_CHROMIUM[1]
async def test_the_pages_are_turned_in_the_browser(chromium: Chromium, tmp_path: Path) -> None:
    async with scenario(tmp_path) as served, browsing(chromium, served) as pages:
        page = await pages.open("Ani", phone=True)
        await page.fill("#line", "/rules quan-dui")
        await page.press("#line", "Enter")
        shown = page.locator(".answer.menu")
        await expect(shown).to_contain_text(f"Quan Dui: what beats what {numbered('quan-dui', 1)}")
        await expect(shown.locator("img")).to_have_count(1)
        await press(page, "Next")
        await expect(shown).to_contain_text(f"how a hand goes {numbered('quan-dui', 2)}")
        await expect(shown.locator("img")).to_have_count(0)
        await press(page, "An example, counted")
        await expect(shown).to_contain_text(f"an example, counted {numbered('quan-dui', 4)}")
        await press(page, "Back")
        await expect(shown).to_contain_text(f"claiming a discard {numbered('quan-dui', 3)}")
        await expect(shown).to_have_count(1)


async def press(page: Page, label: str) -> None:
    """Press what stands on the page under this label."""
    await page.locator(".answer.menu").get_by_role("button", name=label, exact=True).click()
