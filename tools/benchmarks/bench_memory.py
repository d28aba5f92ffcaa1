"""What 10,000 open tables weigh: the tables alone, and all that Kiu remembers with them."""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.app import App, open_app
from bot.environment.clock import SystemClock
from bot.environment.entropy import SystemEntropy
from tools.benchmarks.bench_mailbox import QueueActor
from tools.benchmarks.measuring import Row, duration, times
from tools.benchmarks.scenario import SilentChat, next_move, open_table, without_storage
from tools.benchmarks.storage import folder

TABLES = 10_000
PLAYING = 1_000
TOGETHER = 250


def _weight() -> int:
    """The memory of this process, in bytes."""
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * 4096


async def _actors() -> dict[str, float]:
    before = _weight()
    actors = [QueueActor() for _ in range(TABLES)]
    await asyncio.sleep(0)
    grown = _weight() - before
    for actor in actors:
        await actor.stop()
    return {"open": grown / TABLES}


async def _filled(app: App) -> dict[str, float]:
    """Open the tables, then deal a hand at some of them."""
    warm = await open_table(app, TABLES + 1)
    for _ in range(12):  # Two hands, so that fonts, cards and words are loaded before anything is weighed.
        await next_move(app, warm)
    await app.wait_until_idle()
    before, start = _weight(), time.perf_counter()
    tables = []
    for first in range(0, TABLES, TOGETHER):
        tables += await asyncio.gather(*(open_table(app, number) for number in range(first, first + TOGETHER)))
        await app.wait_until_idle()
    took, opened = time.perf_counter() - start, _weight()
    for first in range(0, PLAYING, TOGETHER):
        await asyncio.gather(*(next_move(app, table) for table in tables[first : first + TOGETHER]))
        await app.wait_until_idle()
    dealt = _weight()
    return {"open": (opened - before) / TABLES, "playing": (dealt - opened) / PLAYING, "took": took}


async def _alone() -> dict[str, float]:
    async with without_storage({}) as app:
        return await _filled(app)


async def _whole() -> dict[str, float]:
    with folder() as path:
        async with open_app(
            f"sqlite+aiosqlite:///{path / 'kiu.db'}",
            chats={"bench": SilentChat()},
            clock=SystemClock(),
            entropy=SystemEntropy(),
        ) as app:
            return await _filled(app)


PARTS: dict[str, Callable[[], Any]] = {"actors": _actors, "alone": _alone, "whole": _whole}


def _measured(part: str) -> dict[str, float]:
    """Measure one part in a process of its own, so that nothing freed before is used again."""
    done = subprocess.run([sys.executable, "-m", __name__, part], check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def measure() -> list[Row]:
    """Weigh the tables beside as many queues with a task each."""
    if not Path("/proc/self/statm").exists():
        return [Row(f"memory of {TABLES:,} open tables", "not told by this system", "–", "–")]
    actors, alone, whole = map(_measured, PARTS)
    beside = f"queue and task: {_size(actors['open'])}"
    return [
        Row(
            f"memory of one of {TABLES:,} open tables of two with its people, nothing stored or shown",
            _size(alone["open"]),
            beside,
            times(actors["open"] / alone["open"]),
        ),
        Row("more with a hand in play", _size(alone["playing"]), beside, times(actors["open"] / alone["playing"])),
        Row(
            f"memory of one of {TABLES:,} open tables of two, whole Kiu: ledger, live message, answers",
            _size(whole["open"]),
            beside,
            times(actors["open"] / whole["open"]),
        ),
        Row("more with a hand in play", _size(whole["playing"]), beside, times(actors["open"] / whole["playing"])),
        Row(f"opening {TABLES:,} tables of two, whole Kiu", duration(whole["took"]), "–", "–"),
    ]


def _size(size: float) -> str:
    return f"{size / 1000:.1f} kB"


if __name__ == "__main__":
    print(json.dumps(asyncio.run(PARTS[sys.argv[1]]())))
