"""Coming into the room while others play: a welcome with a free seat, and no button of a turn that is not one's own."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, expect

from tests.chats.local.browser_pages import IN_CHROMIUM, browsing
from tests.chats.local.test_e2e_hands import scenario

pytestmark = IN_CHROMIUM

WELCOME = "Welcome! Join whenever you like: you play from the next hand."


async def commands_of_the_card(page: Page) -> list[str]:
    """What can be pressed in the newest card of the stream."""
    found: list[str] = (
        await page.locator("#posts .card")
        .last.locator(".button")
        .evaluate_all("found => found.map((each) => each.dataset.command)")
    )
    return found


async def test_a_newcomer_joins_from_the_pane_and_sees_no_button_of_a_turn(chromium: Chromium, tmp_path: Path) -> None:
    async with scenario(tmp_path, "Budi", "Wati") as served, browsing(chromium, served) as pages:
        await served.sits("qiuqiu")
        sari = await pages.open("Sari", phone=True)
        pane = sari.locator("#hand")
        await expect(pane).to_contain_text(WELCOME)
        await expect(sari.locator("#sheet")).to_have_attribute("aria-expanded", "false")
        assert await commands_of_the_card(sari) == ["hand", "menu"]

        await pane.locator("[data-command='join']").tap()
        await expect(sari.locator("#newest")).to_contain_text("You play from the next hand.")
        await expect(pane).to_contain_text("You are dealt in with the next hand.")
        await expect(pane).not_to_contain_text(WELCOME)
        assert not {"check", "fold"} & set(await commands_of_the_card(sari))
