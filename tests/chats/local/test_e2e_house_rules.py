"""House rules by menu in the local room: pages and a dialog for one person, and the next hand by them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, expect

from tests.chats.local.browser_pages import IN_CHROMIUM, browsing
from tests.chats.local.test_e2e_hands import Shown, scenario, words

NEXT_HAND = 9.0
"""After how many seconds the next hand has surely begun."""


def pressable(page: Shown) -> dict[str, dict[str, Any]]:
    """Everything on a page of a menu, by its label."""
    listed = page["select"]["options"] if page["select"] else []
    return {each["label"]: each for each in (*listed, *(each for row in page["buttons"] for each in row))}


async def test_an_admin_changes_rules_by_menu_and_the_next_hand_is_played_by_them(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Ani", "Budi") as served:
        ani, budi = served.tabs
        await served.sits("qiuqiu")
        page = (await ani.does("/house", kind="say"))["message"]
        assert "Betting: ante 10, no hand without the whole ante, bets 10–100" in words(page)
        for label in ("Betting", "Ante"):
            reply = await ani.does(pressable(page)[label]["command"])
            assert reply["menu"]
            page = reply["message"]
        own = pressable(page)["Another amount …"]
        asked = {"prompt": "Ante: 1 to 500", "least": 1, "most": 500}
        assert own["ask"].items() >= asked.items()
        page = (await ani.does(f"{own['command']} 30"))["message"]
        assert "QiuQiu: ante 10 → 30" in page["lines"]
        assert "ante 10 → 30" not in "".join(map(words, await budi.ever_saw())), "nobody else sees a draft"
        page = (await ani.does(pressable(page)["Apply"]["command"]))["message"]
        assert page["lines"] == ["Done, and announced here. It takes effect with the next hand."]
        await served.app.wait_until_idle()
        assert "QiuQiu: ante 10 → 30 from the next hand, by Ani." in "".join(map(words, await budi.ever_saw()))
        assert served.hand.round.staked == (10, 10)

        while awaited := served.hand.round.awaited:
            await served.tab_of(awaited[0]).does("check")
            await served.app.wait_until_idle()
        await served.passes(NEXT_HAND)

        assert served.hand.round.staked == (30, 30)


async def test_who_is_no_admin_is_offered_no_change(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Ani", "Budi") as served:
        _, budi = served.tabs
        page = (await budi.does("/house", kind="say"))["message"]
        for label in ("Betting", "Ante"):
            page = (await budi.does(pressable(page)[label]["command"]))["message"]
        assert list(pressable(page)) == ["Betting", "House rules"]
        assert (await budi.does("house set qiuqiu.ante 30"))["refused"]


@IN_CHROMIUM[0]
@IN_CHROMIUM[1]
async def test_the_menu_is_pressed_through_in_the_browser(chromium: Chromium, tmp_path: Path) -> None:
    async with scenario(tmp_path) as served, browsing(chromium, served) as pages:
        page = await pages.open("Ani", phone=True)
        await page.fill("#line", "/house")
        await page.press("#line", "Enter")
        for label, title in (("Betting", "Betting · QiuQiu"), ("Largest bet", "Largest bet · QiuQiu")):
            await press(page, label)
            await expect(page.locator(".answer.menu")).to_contain_text(title)
        await press(page, "100, then 200")
        menu = page.locator(".answer.menu")
        await expect(menu).to_contain_text("Apply this change?")
        await expect(menu).to_contain_text("QiuQiu: largest bet 100 → 100, then 200")
        await press(page, "Apply")
        await expect(menu).to_contain_text("Done, and announced here.")
        await expect(menu).to_have_count(1)
        assert served.app.groups.of("local:home").texts("qiuqiu")["max_bet"] == "100,200"


async def press(page: Page, label: str) -> None:
    """Press what stands in the menu under this label."""
    await page.locator(".answer.menu").get_by_role("button", name=label, exact=True).click()
