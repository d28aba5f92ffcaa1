"""Pages whose line to Kiu is held up or cut: the same table again, and every press done once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import expect

from tests.chats.local.browser_pages import IN_CHROMIUM
from tests.features.table_page.line_to_kiu import Line, line_to
from tests.features.table_page.page_clients import page_server
from tests.features.table_page.players_at_pages import PagePlayer, PageTable, at_pages
from tests.patience import until

pytestmark = IN_CHROMIUM


@asynccontextmanager
async def two_behind_a_line(folder: Path, chromium: Chromium) -> AsyncIterator[tuple[PageTable, Line, PagePlayer]]:
    """Two people in mid-hand whose pages are behind one line, and who of them is asked."""
    async with (
        page_server(folder) as server,
        line_to(server.address) as line,
        at_pages(chromium, server, line) as table,
    ):
        await table.sits("QiuQiu", ("Sari", "Budi"))
        yield table, line, table.asked()[0]


async def checks_once(table: PageTable, line: Line, asked: PagePlayer, actions: int) -> None:
    await asked.answer_after(len(asked.answers))
    await table.settled()
    assert table.hand.actions == actions + 1
    assert [seat["did"] for seat in asked.scene["seats"].values()].count("Check") == 1
    assert await table.players[0].shown_seats() == await table.players[1].shown_seats()


async def test_a_press_while_the_line_is_cut_is_done_once(tmp_path: Path, chromium: Chromium) -> None:
    async with two_behind_a_line(tmp_path, chromium) as (table, line, asked):
        actions, seats = table.hand.actions, await asked.shown_seats()
        line.cut()
        await expect(asked.page.get_by_text(asked.words["reconnecting"])).to_be_visible()
        assert await asked.shown_seats() == seats
        await asked.control("Check").click()
        await expect(asked.control("Check")).to_have_attribute("aria-busy", "true")
        assert table.hand.actions == actions
        line.mend()
        await checks_once(table, line, asked, actions)
        await expect(asked.page.get_by_text(asked.words["reconnecting"])).to_have_count(0)


async def test_a_press_whose_answer_is_lost_is_done_once(tmp_path: Path, chromium: Chromium) -> None:
    async with two_behind_a_line(tmp_path, chromium) as (table, line, asked):
        actions = table.hand.actions
        line.hold()
        await asked.control("Check").click()
        await until(lambda: table.hand.actions > actions)
        line.cut()
        line.mend()
        await checks_once(table, line, asked, actions)


async def test_a_server_that_starts_again_shows_the_same_table(tmp_path: Path, chromium: Chromium) -> None:
    async with AsyncExitStack() as before:
        server = await before.enter_async_context(page_server(tmp_path))
        async with line_to(server.address) as line, at_pages(chromium, server, line) as table:
            await table.sits("QiuQiu", ("Sari", "Budi"))
            seats, asked = [await each.shown_seats() for each in table.players], table.asked()[0]
            cards = await asked.shown_cards()
            line.cut()
            await before.aclose()
            async with page_server(tmp_path) as table.server:
                line.mend(table.server.address)
                await expect(asked.page.get_by_text(asked.words["reconnecting"])).to_have_count(0)
                await table.settled()
                assert [await each.shown_seats() for each in table.players] == seats
                assert await asked.shown_cards() == cards
                await asked.press("Check")


async def test_a_button_of_a_turn_that_is_over_is_refused_in_a_sentence(tmp_path: Path, chromium: Chromium) -> None:
    async with two_behind_a_line(tmp_path, chromium) as (table, line, asked):
        line.hold()
        turn, clock = table.hand.turn, table.server.clock
        while table.hand.turn == turn:
            due = clock.next_due()
            assert due is not None
            clock.move_to(due)
            await table.server.app.wait_until_idle()
        actions = table.hand.actions
        before = len(asked.answers)
        await asked.control("Check").click()
        await expect(asked.control("Check")).to_have_attribute("aria-busy", "true")
        line.release()
        answer = await asked.answer_after(before)
        assert answer["refused"]
        (sentence,) = answer["message"]["lines"]
        assert not answer["message"]["buttons"]
        await expect(asked.page.get_by_role("status").filter(has_text=sentence)).to_have_count(1)
        await table.settled()
        assert table.hand.actions == actions
