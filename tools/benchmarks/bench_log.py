"""The log of fingerprints at a million entries: appending to it, and proving what stands in it."""

from __future__ import annotations

import asyncio
import hashlib
import random
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from statistics import median

from bot.features.proofs.queries import log_proof
from bot.ledger import Ledger, LogAppended
from engine.fairness import merkle
from engine.fairness.transparency_log import Entry, EntryKind, is_consistent
from tools.benchmarks.measuring import Row, duration
from tools.benchmarks.storage import folder

ENTRIES = 1_000_000
A_COMMIT = 10_000
"""Entries of one transaction while the log is filled."""

ENTRIES_A_HAND = 3
"""Packs that were sealed, sealed anew, and closed."""

ASKED = 200
"""How many hands are proved, and how many entries appended one after another."""

MOST_SECONDS = 0.050
"""What a proof may take, because a person waits for it, and nothing can be stored meanwhile."""


def _now() -> datetime:
    return datetime.now(UTC)


def entry(index: int) -> LogAppended:
    """One entry of an invented hand."""
    hand, kind = divmod(index, ENTRIES_A_HAND)
    table = hashlib.sha256(hand.to_bytes(8, "big")).digest()
    return LogAppended(Entry(EntryKind(kind + 1), table[:16], 1, min(kind, 1), table))


async def _filled(ledger: Ledger) -> None:
    for start in range(0, ENTRIES, A_COMMIT):
        await ledger.commit(tuple(entry(index) for index in range(start, start + A_COMMIT)))


async def _timed(work: Callable[[int], Awaitable[None]]) -> float:
    """The usual seconds of one call, numbers from 0 given to each."""
    seconds = []
    for number in range(ASKED):
        begin = time.perf_counter()
        await work(number)
        seconds.append(time.perf_counter() - begin)
    return median(seconds)


async def _measured() -> list[Row]:
    rng = random.Random(5)
    with folder() as path:
        async with await Ledger.open(f"sqlite+aiosqlite:///{path / 'log.db'}", now=_now) as ledger:
            await _filled(ledger)

            async def append(number: int) -> None:
                await ledger.commit((entry(ENTRIES + number),))

            async def nothing(number: int) -> None:
                await ledger.read(log_proof, bytes(16), number)

            async def prove(_: int) -> None:
                table = entry(ENTRIES_A_HAND * rng.randrange(ENTRIES // ENTRIES_A_HAND)).entry.table
                proof = await ledger.read(log_proof, table, 1, [rng.randrange(1, ENTRIES), ENTRIES - 1])
                assert len(proof.entries) == ENTRIES_A_HAND
                for each in proof.entries:
                    leads = merkle.root_of(each.entry.leaf, each.index, proof.head.size, each.path)
                    assert leads == proof.head.root
                assert all(is_consistent(each.head, proof.head, each.path) for each in proof.earlier)

            appended, looked, proved = await _timed(append), await _timed(nothing), await _timed(prove)
    what = f"{ENTRIES_A_HAND} entries and 2 earlier heads among {ENTRIES:,} entries"
    return [
        Row("append an entry and make it durable", duration(appended), "", ""),
        Row(
            f"prove {what}, and verify that",
            duration(proved),
            f"find no entry: {duration(looked)}",
            "",
            f"≤ {duration(MOST_SECONDS)}",
            proved <= MOST_SECONDS,
        ),
    ]


def measure() -> list[Row]:
    """Fill a log, then append to it and have it prove things."""
    return asyncio.run(_measured())
