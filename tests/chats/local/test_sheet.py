"""The sheet of a phone, in a real browser: what opens something closes, and one's own turn is never covered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, expect

from bot.chats.local_chat import place_of
from bot.messages import Button, Message
from tests.chats.local.browser_pages import IN_CHROMIUM, browsing
from tests.chats.local.served_room import picture, served_room
from tests.chats.local.test_e2e_hands import scenario

MAIN = place_of("main")
STANDING = (Button("My hand", "hand", "t1:"), Button("Table", "menu", "t1:"))
MENU = Message("Table", ("Sari, you sit here.", *("A line of the menu.",) * 30), buttons=((Button("Rules", "rules"),),))

pytestmark = IN_CHROMIUM


def table(asked: tuple[str, ...], turn: str) -> Message:
    rows = (Button("Check", "check", turn), Button("Bet 10", "bet 10", turn)), STANDING
    return Message("QiuQiu · hand 12", ("Pot 180", "1. Budi · 860", "2. Sari · 940"), buttons=rows, asked=asked)


def dominoes(turn: str = "") -> Message:
    rows = ((Button("Check", "check", turn), Button("Bet 10", "bet 10", turn), Button("Bet", "bet", turn)),)
    shown = picture("red", "6-3 5-5")
    return Message("Your dominoes", ("6-3 5-5",), buttons=rows if turn else (), picture=shown, pane="t1")


async def is_covered(page: Page, selector: str) -> bool:
    """Whether something else is where the middle of an element is, or it is out of sight."""
    covered: bool = await page.locator(selector).last.evaluate(
        """element => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const there = document.elementFromPoint(left + width / 2, top + height / 2);
          return there === null || !element.contains(there);
        }"""
    )
    return covered


async def unfolds_menu(page: Page) -> None:
    await page.tap("#posts >> text=Table")
    await expect(page.locator("#sheet")).to_have_attribute("aria-expanded", "true")
    await expect(page.locator("#answers .menu .title").last).to_be_in_viewport()


async def test_the_menu_from_which_a_table_was_opened_leaves_the_lobby_free(chromium: Chromium, tmp_path: Path) -> None:
    async with scenario(tmp_path) as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari", phone=True)
        await sari.tap("#welcome [data-command='games']")
        await sari.tap("#answers [data-command='open qiuqiu']")
        await expect(sari.locator("#posts [data-command='start']")).to_be_visible()
        await expect(sari.locator("#answers [data-command='open qiuqiu']")).to_have_count(0)
        await expect(sari.locator("#sheet")).to_have_attribute("aria-expanded", "false")
        assert not await is_covered(sari, "#posts [data-command='start']")


async def test_ones_turn_folds_the_menu_that_covers_it(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        served.dispatcher.pages = {"menu": MENU}
        sari = await pages.open("Sari", phone=True)
        own = served.player("Sari")
        number = await served.room.post(MAIN, table((), "t1:4.1"))
        await served.room.send_private(own, dominoes())
        await unfolds_menu(sari)
        await served.room.edit(MAIN, number, table((own,), "t1:4.2"))
        await served.room.send_private(own, dominoes("t1:4.2"))
        await expect(sari.locator("#sheet")).to_have_attribute("aria-expanded", "false")
        assert not await is_covered(sari, "#posts [data-command='check']")

        await unfolds_menu(sari)
        await served.room.send_private(own, replace(dominoes("t1:4.2"), footer="20 s"))
        await expect(sari.locator("#hand .footer")).to_have_text("20 s")
        await expect(sari.locator("#sheet")).to_have_attribute("aria-expanded", "true")  # nothing new was asked


async def test_the_sheet_stays_open_where_it_shows_the_question_itself(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari", phone=True)
        own = served.player("Sari")
        await served.room.post(MAIN, table((own,), "t1:4.1"))
        await served.room.send_private(own, dominoes("t1:4.1"))
        await sari.tap("#hand .lines")
        await expect(sari.locator("#hand .title")).to_be_visible()
        await served.room.edit(MAIN, "1", table((own,), "t1:4.2"))
        await served.room.send_private(own, dominoes("t1:4.2"))
        await expect(sari.locator("#hand [data-turn='t1:4.2']").first).to_be_visible()
        await expect(sari.locator("#sheet")).to_have_attribute("aria-expanded", "true")
