"""Lists of hands: the newest of a player or of a table, page by page, found by indexes however many there are."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from time import perf_counter

import pytest

from bot.features.histories.queries import of_player, of_table
from bot.ledger import Ledger
from tests.bot.scenario import empty_database, url_of
from tests.manual_clock import ManualClock

GROUP, PLAYER = "test:home", "test:sari"
PAGE = 9


def _fill(file: Path, hands: int) -> None:
    """Hands at fifty tables, each of which stands in the statement of one player, with a movement between any two."""
    database = sqlite3.connect(file)
    with database:
        database.execute("INSERT INTO rule_set VALUES ('h', '{}')")
        database.execute("INSERT INTO account VALUES (1, 'wallet', ?, ?, ?, 0)", (GROUP, PLAYER, PLAYER))
        database.execute("INSERT INTO account VALUES (2, 'mint', ?, '', '', 0)", (GROUP,))
        rows = (
            (number, f"t{number % 50}", GROUP, number // 50 + 1, "qiuqiu", "h", "[]", "[]", 0, 0, number, number, "[]")
            for number in range(1, hands + 1)
        )
        database.executemany(
            "INSERT INTO hand (id, table_id, group_id, number, game, rules_hash, players, stacks, dealer, carried, "
            "opened_at, closed_at, settlement) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        posted = (
            (2 * number + way, number, "grant" if way else "hand", None if way else number)
            for number in range(1, hands + 1)
            for way in (0, 1)
        )
        database.executemany(
            "INSERT INTO posting (id, at, reason, hand, actor, note) VALUES (?, ?, ?, ?, '', '')", posted
        )
        entries = (
            (2 * number + way, account, (1 if account == 1 else -1) if way else 0, 1 if account == 1 else None)
            for number in range(1, hands + 1)
            for way in (0, 1)
            for account in (1, 2)
        )
        database.executemany("INSERT INTO entry (posting, account, amount, holder) VALUES (?, ?, ?, ?)", entries)
        database.execute("INSERT INTO player_sum VALUES (1, 'grant', ?)", (hands,))
        database.execute("UPDATE account SET balance = ? WHERE id = 1", (hands,))
        database.execute("UPDATE account SET balance = ? WHERE id = 2", (-hands,))
    database.close()


async def _opened(folder: Path, hands: int) -> Ledger:
    await empty_database(folder)
    _fill(folder / "kiu.sqlite3", hands)
    return await Ledger.open(url_of(folder), now=ManualClock().utc)


async def test_hands_are_listed_page_by_page(tmp_path: Path) -> None:
    async with await _opened(tmp_path, 200) as ledger:
        first = await ledger.read(of_player, GROUP, PLAYER, limit=PAGE)
        assert [hand for _, hand in first] == list(range(200, 200 - PAGE, -1))
        second = await ledger.read(of_player, GROUP, PLAYER, before=first[-1][0], limit=PAGE)
        assert [hand for _, hand in second] == list(range(200 - PAGE, 200 - 2 * PAGE, -1))
        assert await ledger.read(of_player, GROUP, "test:nobody", limit=PAGE) == []
        newest = await ledger.read(of_table, "t7", limit=3)
        assert newest == [157, 107, 57]
        assert await ledger.read(of_table, "t7", before=57, limit=3) == [7]
        assert await ledger.read(of_table, "t7", before=8, limit=3) == [], "a hand of another table"


@pytest.mark.soak
async def test_a_page_of_a_hundred_thousand_hands_takes_no_longer(tmp_path: Path) -> None:
    async with await _opened(tmp_path, 100_000) as ledger:
        for before in (None, 100_000, 40):
            began = perf_counter()
            await ledger.read(of_player, GROUP, PLAYER, before=before, limit=PAGE)
            await ledger.read(of_table, "t7", before=before, limit=PAGE)
            assert perf_counter() - began < 0.02
