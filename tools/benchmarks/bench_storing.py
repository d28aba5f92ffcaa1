"""Durable acknowledged actions through the ledger alone: one after another, and 200 at once."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path

from bot.ledger import HandOpened, JournalLine, Ledger, TableSaved
from tools.benchmarks.measuring import (
    Row,
    duration,
    percent,
    rate,
    share_reached,
    side_by_side,
    side_by_side_awaited,
    times,
)
from tools.benchmarks.storage import HAND, KEYS, TABLES, Bulk, BulkAsStored, Direct, SyncedFile, folder

IN_TURN = 150
"""Actions one after another in a round."""

EACH = 40
"""Actions of every table in a round of all at once."""


def now() -> datetime:
    return datetime.now(UTC)


class LedgerLoad:
    """A ledger, and the players of many tables who act in one hand after another."""

    def __init__(self, ledger: Ledger, name: str = "t", tables: int = TABLES) -> None:
        """Play at tables of a name, which is in no other process's load."""
        self._ledger, self._name, self._tables = ledger, name, tables
        self._group = f"bench:{name}"
        self._seq = [0] * tables
        self._hand = [0] * tables
        self.waits: list[float] = []

    async def open_tables(self) -> None:
        """Open every table."""
        await asyncio.gather(*(self._open(number) for number in range(self._tables)))

    async def _open(self, number: int) -> None:
        table = f"{self._name}{number}"
        await self._ledger.commit((TableSaved(table, self._group, f"c{number}", "qiuqiu", "{}", True),))

    async def act(self, number: int) -> None:
        """One action as a table stores it: a line of the journal, at times with a new hand."""
        table = f"{self._name}{number}"
        opened: tuple[HandOpened, ...] = ()
        if self._seq[number] % HAND == 0:
            hand = self._hand[number] = await self._ledger.numbers.next_hand(self._group, practice=False)
            opened = (
                HandOpened(hand, table, self._group, hand, "qiuqiu", "{}", "x", ("p",), (1000,), 0, 0, 0, "{}", KEYS),
            )
        self._seq[number] += 1
        seq, hand = self._seq[number], self._hand[number]
        await self._ledger.commit((*opened, JournalLine(table, seq, hand, "p", "raise 60")))

    async def in_turn(self, actions: int) -> None:
        """Actions of one table, each after the answer to the one before."""
        for _ in range(actions):
            await self.act(0)

    async def at_once(self) -> None:
        """All tables act, each as soon as it is answered."""

        async def one(number: int) -> None:
            for _ in range(EACH):
                start = time.perf_counter()
                await self.act(number)
                self.waits.append(time.perf_counter() - start)

        await asyncio.gather(*(one(number) for number in range(self._tables)))


def measure() -> list[Row]:
    """Time storing on a real disk."""
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    with folder() as path:
        synced, bulk, direct = (
            SyncedFile(path / "synced"),
            Bulk(path / "bulk.db"),
            await Direct.open(path / "direct.db"),
        )
        try:
            async with await Ledger.open(f"sqlite+aiosqlite:///{path / 'kiu.db'}", now=now) as ledger:
                load = LedgerLoad(ledger)
                await load.open_tables()
                rows = [*await _in_turn(load, synced, direct), *await _at_once(load, bulk)]
            # The ledger lets nobody beside it into its database, so this one comes after it.
            return [*rows, *_by_200(path / "kiu.db", bulk)]
        finally:
            await direct.close()
            bulk.close()
            synced.close()


async def _in_turn(load: LedgerLoad, synced: SyncedFile, direct: Direct) -> list[Row]:
    async def wait_for_disk() -> None:
        synced.write(IN_TURN)

    timings = await side_by_side_awaited(
        {"Kiu": lambda: load.in_turn(IN_TURN), "fdatasync": wait_for_disk, "aiosqlite": lambda: direct.write(IN_TURN)},
        rounds=9,
    )
    share, beside = 1 / timings.ratio("fdatasync", "Kiu"), timings.ratio("Kiu", "aiosqlite")
    app = rate(IN_TURN / timings["Kiu"])
    return [
        Row(
            "durable acknowledged actions, one after another, ledger alone",
            app,
            f"fdatasync loop: {rate(IN_TURN / timings['fdatasync'])}",
            percent(share),
            "≥ 40 %",
            share >= 0.4,
        ),
        Row("the same", app, f"aiosqlite, the same rows: {rate(IN_TURN / timings['aiosqlite'])}", times(beside)),
    ]


async def _at_once(load: LedgerLoad, bulk: Bulk) -> list[Row]:
    actions = TABLES * EACH

    async def in_bulk() -> None:
        bulk.write(actions, together=1000)

    timings = await side_by_side_awaited({"Kiu": load.at_once, "bulk": in_bulk}, rounds=5)
    share, slowest = 1 / timings.ratio("bulk", "Kiu"), share_reached(load.waits, 0.99)
    app = rate(actions / timings["Kiu"])
    return [
        Row(
            f"durable acknowledged actions, {TABLES} at once, ledger alone",
            app,
            f"bulk SQLite by 1,000: {rate(actions / timings['bulk'])}",
            percent(share),
            "≥ 40 %",
            share >= 0.4,
        ),
        Row(
            "the same: wait of one action",
            f"p50 {duration(share_reached(load.waits, 0.5))}, p99 {duration(slowest)}",
            "–",
            "–",
            "p99 ≤ 25 ms",
            slowest <= 0.025,
        ),
    ]


def _by_200(path: Path, bulk: Bulk) -> list[Row]:
    """What of the distance to plain bulk writing is due to smaller transactions, and to indexes and triggers."""
    stored = BulkAsStored(path)
    works = {
        "bulk": lambda: bulk.write(8000, together=1000),
        "the same rows in bulk by 200, nobody answered": lambda: bulk.write(8000, together=200),
        "the same, with Kiu's indexes": lambda: stored.write(8000, together=200),
    }
    try:
        timings = side_by_side(works, rounds=5, clock=time.perf_counter)
    finally:
        stored.close()
    beside = f"bulk SQLite by 1,000: {rate(8000 / timings['bulk'])}"
    return [
        Row(f"for comparison: {name}", rate(8000 / timings[name]), beside, percent(timings.ratio(name, "bulk")))
        for name in list(works)[1:]
    ]


def work() -> None:
    """200 tables at once on the ledger alone, as the loop sees it: waits for the database's thread are among it."""

    async def run() -> None:
        with folder() as path:
            async with await Ledger.open(f"sqlite+aiosqlite:///{path / 'kiu.db'}", now=now) as ledger:
                load = LedgerLoad(ledger)
                await load.open_tables()
                await load.at_once()

    asyncio.run(run())
