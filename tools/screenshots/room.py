"""Makes the pictures of the local room and of the table page in docs/pictures: ``make pictures``.

The page, the server and the tables are the real ones, and the hands are really played.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Page

from tests.chats.local.browser_pages import CHROMIUM, PHONE, Look, browsing, launched
from tests.chats.local.room_tour import to_discard, tour
from tests.chats.local.test_e2e_hands import scenario
from tests.features.table_page import table_tour
from tests.features.table_page.players_at_pages import PagePlayer

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"

TOURS = (
    (Look(960, 780, scale=1.5), {"result": "showdown"}),
    (Look(390, 844, scale=1.5), {"turn": "phone", "rules": "room-rules"}),
    (Look(390, 844, scale=1.5, dark=True), {"amount": "room-amount", "house": "room-house"}),
)
"""How the page is looked at, and which of the states are kept under which name."""

AT_THE_TABLE = {"qiuqiu": {"showdown": "table-showdown"}, "quan-dui": {"chosen": "table-discard"}}
"""The states of the table page that are kept of a game, and under which names."""

COLOURS = 256
"""What is drawn has few colours; so many make the files half as large, and nobody sees a difference."""

MOVES = 0.5
"""Seconds until nothing moves any more."""


async def keep(name: str, page: Page) -> None:
    """Write what a page shows."""
    await asyncio.sleep(MOVES)
    taken = Image.open(BytesIO(await page.screenshot())).convert("RGB")
    taken.quantize(COLOURS, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


async def cards(browser: Browser, folder: Path) -> None:
    """A card of Quan Dui that is about to be discarded."""
    look = Look(PHONE.width, PHONE.height, scale=1.5)
    async with scenario(folder, "Budi", "Wati") as served, browsing(browser, served) as pages:
        page = await pages.open("Sari", look=look)
        await to_discard(served, page)
        await page.click("#posts [data-command='discard']")
        await page.locator("#hand .card-button").last.tap()
        await keep("room-cards", page)


async def at_the_table(browser: Browser, folder: Path, game: str) -> None:
    async def visit(state: str, player: PagePlayer) -> None:
        if state in AT_THE_TABLE[game]:
            await keep(AT_THE_TABLE[game][state], player.page)

    await table_tour.tour(browser, folder, Look(PHONE.width, PHONE.height, scale=1.5), game, visit)


async def main() -> None:
    """Make all pictures."""
    if CHROMIUM is None:
        sys.exit("The pictures of the room are taken in Chromium, and there is none: install chromium.")
    async with launched() as browser:
        for look, kept in TOURS:

            async def visit(state: str, page: Page, kept: dict[str, str] = kept) -> None:
                if state in kept:
                    await keep(kept[state], page)

            with tempfile.TemporaryDirectory() as folder:
                await tour(browser, Path(folder), look, visit, ("Budi", "محمد علي"))
        with tempfile.TemporaryDirectory() as folder:
            await cards(browser, Path(folder))
        for game in AT_THE_TABLE:
            with tempfile.TemporaryDirectory() as folder:
                await at_the_table(browser, Path(folder), game)


if __name__ == "__main__":
    asyncio.run(main())
