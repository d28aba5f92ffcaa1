"""What players wait for while a large database is backed up: an action at a few tables, beside the same without it."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bot.ledger import Ledger
from tools.benchmarks.bench_storing import LedgerLoad
from tools.benchmarks.measuring import Row, duration, share_reached, times
from tools.benchmarks.storage import TABLES, folder

MEGABYTES = 300
PLAYING = 8
"""Tables at which somebody acts."""

THINKING = 0.05
"""Seconds on average between two actions of a table."""

ALONE = 5.0
"""Seconds that are measured without a backup."""

MOST_TIMES = 3.0
"""How many times longer the slowest hundredth may take while a backup is made."""


def measure() -> list[Row]:
    """Time storing with and without a backup on a real disk."""
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    with folder() as path:
        file = path / "kiu.sqlite3"
        url = f"sqlite+aiosqlite:///{file}"
        async with await Ledger.open(url, now=_now):
            pass
        _fill(file)
        async with await Ledger.open(url, now=_now) as ledger:
            load = LedgerLoad(ledger)
            await load.open_tables()
            waits: list[float] = []
            playing = [asyncio.create_task(_play(load, number, waits)) for number in range(PLAYING)]
            await asyncio.sleep(ALONE)
            alone = list(waits)
            waits.clear()
            began = time.perf_counter()
            await ledger.copy_to(path / "copy.sqlite3")
            seconds, during = time.perf_counter() - began, list(waits)
            for each in playing:
                each.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
    longer = share_reached(during, 0.99) / share_reached(alone, 0.99)
    return [
        Row(
            f"99 of 100 actions stored within, while {MEGABYTES} MB are backed up",
            duration(share_reached(during, 0.99)),
            f"without a backup: {duration(share_reached(alone, 0.99))}",
            times(longer),
            f"≤ {times(MOST_TIMES)}",
            longer <= MOST_TIMES,
        ),
        Row(f"copying {MEGABYTES} MB meanwhile", duration(seconds), "–", "–"),
    ]


def _fill(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for number in range(MEGABYTES * 10):
            row = ("bench:home", number, "{}", os.urandom(96_000))
            connection.execute("INSERT INTO post (place, number, body, picture) VALUES (?, ?, ?, ?)", row)


async def _play(load: LedgerLoad, number: int, waits: list[float]) -> None:
    rng = random.Random(number)
    while True:
        await asyncio.sleep(rng.expovariate(1 / THINKING))
        began = time.perf_counter()
        await load.act(number % TABLES)
        waits.append(time.perf_counter() - began)


def _now() -> datetime:
    return datetime.now(UTC)
