"""What it costs that everything is counted: for storing, for a command, for the start, and when Prometheus asks."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from statistics import median

from bot.environment.clock import SystemClock
from bot.environment.metrics import CommandResult, Metrics, Queue, TableStatus
from bot.ledger import Ledger
from bot.measuring import store_watch
from engine.games import GAMES
from tools.benchmarks.bench_storing import LedgerLoad
from tools.benchmarks.measuring import Row, duration, percent, side_by_side, side_by_side_awaited
from tools.benchmarks.storage import TABLES, folder

MOST_OF_STORING = 0.1
"""The share of the processor time of storing alone that counting may cost; a whole command takes many times that."""

IMPORTS = 7
BESIDE = "asyncio, aiohttp, structlog"
"""What the process has loaded in any case before it loads Prometheus's client."""


def measure() -> list[Row]:
    """Time counting."""
    return [asyncio.run(_storing()), _command(), _text(), _importing()]


async def _storing() -> Row:
    with folder() as path:
        now = SystemClock().utc
        async with (
            await Ledger.open(f"sqlite+aiosqlite:///{path / 'plain.db'}", now=now) as plain,
            await Ledger.open(
                f"sqlite+aiosqlite:///{path / 'counted.db'}", now=now, watch=store_watch(Metrics())
            ) as counted,
        ):
            loads = {"uncounted": LedgerLoad(plain), "counted": LedgerLoad(counted)}
            for load in loads.values():
                await load.open_tables()
            # By processor time: the wait for the disk is the same, and would hide it.
            timings = await side_by_side_awaited(
                {name: load.at_once for name, load in loads.items()}, rounds=15, clock=time.process_time
            )
    cost = max(1 - 1 / timings.ratio("uncounted", "counted"), 0.0)
    return Row(
        f"processor time of storing, {TABLES} tables at once, counted",
        duration(timings["counted"]),
        f"uncounted: {duration(timings['uncounted'])}",
        f"{percent(cost)} more",
        f"≤ {percent(MOST_OF_STORING)}",
        cost <= MOST_OF_STORING,
    )


def _command() -> Row:
    metrics = Metrics()
    timings = side_by_side({"counted": lambda: metrics.command("discord", CommandResult.DONE, 0.01)})
    return Row("counting one command", duration(timings["counted"]), "–", "–")


def _text() -> Row:
    """With everything in it that three platforms can bring."""
    metrics = Metrics("1.0")
    for platform in ("local", "discord", "telegram"):
        for done in CommandResult:
            metrics.command(platform, done, 0.01)
        for answered in (200, 400, 429, 500, 0):
            metrics.called(platform, answered, 0.01)
        metrics.show_seconds.labels(platform).observe(0.1)
        metrics.ready.labels(platform).set_function(lambda: True)
    for number in range(100):
        metrics.refused(f"reason-{number}")
    for game in GAMES:
        for status in TableStatus:
            metrics.tables.labels(game, status).set_function(lambda: 1)
    for queue in Queue:
        metrics.queues.labels(queue).set_function(lambda: 1)
    timings = side_by_side({"text": metrics.text})
    size = len(metrics.text())
    return Row(
        f"what Prometheus is told, {size / 1000:.0f} kB", duration(timings["text"]), "–", "–", "≤ 50 ms",
        timings["text"] <= 0.05,
    )  # fmt: skip


def _importing() -> Row:
    code = f"import time, {BESIDE}; t = time.perf_counter(); import prometheus_client; print(time.perf_counter() - t)"
    command = [sys.executable, "-c", code]
    took = [float(subprocess.run(command, check=True, capture_output=True, text=True).stdout) for _ in range(IMPORTS)]
    return Row("importing Prometheus's client", duration(median(took)), f"after {BESIDE}", "–")
