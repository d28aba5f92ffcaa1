"""Durable acknowledged actions of people at 200 tables, through all of Kiu: dispatcher, table, ledger, announcer."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from random import Random
from statistics import median

from bot.app import App, open_app
from bot.environment.clock import SystemClock
from bot.environment.entropy import SystemEntropy
from bot.messages import Chat
from bot.tables.table import Table
from tools.benchmarks.measuring import Row, duration, percent, rate, share_reached
from tools.benchmarks.scenario import SilentChat, next_move, open_tables, play_on, without_storage
from tools.benchmarks.storage import Bulk, folder

TABLES = 200
ROUNDS = 4
ROUND_SECONDS = 2.0
BULK = 20_000
PACED_SECONDS = 7.0
PAUSES = (0.5, 2.0)
"""How many seconds people think on average where they do: 200 tables then ask for 400 and 100 actions a second."""


def measure() -> list[Row]:
    """Time 200 tables, with a chat and without one, at full speed and at a human one."""
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    rows: list[Row] = []
    with folder() as path:
        bulk = Bulk(path / "bulk.db")
        try:
            shown: dict[str, Chat] = {"bench": SilentChat()}
            for name, chats in (("shown in a chat", shown), ("shown nowhere", {})):
                async with AsyncExitStack() as stack:
                    app = await stack.enter_async_context(
                        open_app(
                            f"sqlite+aiosqlite:///{path / name.replace(' ', '-')}.db",
                            chats=chats,
                            clock=SystemClock(),
                            entropy=SystemEntropy(),
                        )
                    )
                    tables = await open_tables(app, TABLES)
                    rows.extend(await _at_full_speed(app, tables, bulk, name))
                    if chats:
                        rows.extend([await _at_human_speed(app, tables, pause) for pause in PAUSES])
        finally:
            bulk.close()
    return rows


async def _at_full_speed(app: App, tables: list[Table], bulk: Bulk, name: str) -> list[Row]:
    waits: list[float] = []
    rates, shares, busy = [], [], []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        bulk.write(BULK, together=1000)
        in_bulk = BULK / (time.perf_counter() - start)
        before, start, processor = len(waits), time.perf_counter(), time.process_time()
        await asyncio.gather(*(play_on(app, table, start + ROUND_SECONDS, waits) for table in tables))
        took = time.perf_counter() - start
        busy.append((time.process_time() - processor) / took)
        rates.append((len(waits) - before) / took)
        shares.append(rates[-1] / in_bulk)
        await app.wait_until_idle()
    share, slowest = median(shares), share_reached(waits, 0.99)
    return [
        Row(
            f"durable acknowledged actions, {TABLES} tables at once, whole Kiu, {name}",
            f"{rate(median(rates))} ({median(busy):.1f} processors busy)",
            f"bulk SQLite by 1,000: {rate(median(rates) / share)}",
            percent(share),
            "≥ 20 %",
            share >= 0.2,
        ),
        Row(
            f"the same: from command to answer, everybody at once, {name}",
            f"p50 {duration(share_reached(waits, 0.5))}, p99 {duration(slowest)}",
            "–",
            "–",
            "p99 ≤ 25 ms",
            slowest <= 0.025,
        ),
    ]


async def _at_human_speed(app: App, tables: list[Table], pause: float) -> Row:
    """People who think: what a busy bot is like."""
    rng, waits = Random(1), list[float]()
    began = time.perf_counter()

    async def one(table: Table) -> None:
        await asyncio.sleep(rng.random() * pause)
        while time.perf_counter() < began + PACED_SECONDS:
            start = time.perf_counter()
            await next_move(app, table)
            waits.append(time.perf_counter() - start)
            await asyncio.sleep(rng.expovariate(1 / pause))

    await asyncio.gather(*(one(table) for table in tables))
    slowest = share_reached(waits, 0.99)
    return Row(
        f"from command to answer, {TABLES} tables of people who think for {pause} s",
        f"p50 {duration(share_reached(waits, 0.5))}, p99 {duration(slowest)}",
        f"{rate(len(waits) / PACED_SECONDS)} answered",
        "–",
        "p99 ≤ 25 ms",
        slowest <= 0.025,
    )


def work() -> None:
    """200 tables shown in a chat, on a ledger that takes everything at once: all but storing."""

    async def run() -> None:
        chats: dict[str, Chat] = {"bench": SilentChat()}
        async with without_storage(chats) as app:
            tables = await open_tables(app, TABLES)
            for _ in range(20):
                for table in tables:
                    await next_move(app, table)
            await app.wait_until_idle()

    asyncio.run(run())
