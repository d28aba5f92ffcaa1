"""Durable actions a second on PostgreSQL, by one, two and four processes, beside SQLite and beside ``pgbench``."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from statistics import median
from typing import Final

from tools.benchmarks.bench_storing import EACH
from tools.benchmarks.measuring import PROJECT, Row, percent, rate
from tools.benchmarks.pgbench import PgBench
from tools.benchmarks.storage import HAND, TABLES, folder
from tools.postgresql import ServerFailed, running

PROCESSES: Final = (1, 2, 4)

SETTINGS: Final = ("shared_buffers=256MB", "max_wal_size=4GB", f"max_connections={TABLES + 50}")

ROUNDS: Final = 5

IN_TURN: Final = 20 * HAND
"""Actions of a round one after another."""


class Load:
    """Processes that play at 200 tables together."""

    def __init__(self, url: str, processes: int, stack: ExitStack) -> None:
        self._processes: list[subprocess.Popen[str]] = []
        stack.callback(self._end)
        for number in range(processes):
            name, tables = f"{processes}-{number}-", str(TABLES // processes)
            command = [sys.executable, "-m", "tools.benchmarks.ledger_process", url, name, tables]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=PROJECT)
            self._processes.append(process)
            _hear(process, "ready")

    def at_once(self) -> float:
        """Return actions a second of all processes at the same time."""
        return self._rate("at once", TABLES * EACH)

    def in_turn(self) -> float:
        """Return actions a second of one process, one after another."""
        return self._rate(str(IN_TURN), IN_TURN)

    def _rate(self, word: str, actions: int) -> float:
        start = time.perf_counter()
        for process in self._processes:
            assert process.stdin is not None
            print(word, file=process.stdin, flush=True)
        for process in self._processes:
            _hear(process, "done")
        return actions / (time.perf_counter() - start)

    def _end(self) -> None:
        for process in self._processes:
            with process:
                assert process.stdin is not None
                process.stdin.close()


def _hear(process: subprocess.Popen[str], word: str) -> None:
    assert process.stdout is not None
    if process.stdout.readline().strip() != word:
        raise RuntimeError("a process of the benchmark ended")


def measure() -> list[Row]:
    """Time the same rows in every way, round after round."""
    with folder() as path, ExitStack() as stack:
        try:
            server = stack.enter_context(running(*SETTINGS))
        except ServerFailed as error:
            return [Row("durable actions of several processes", "–", str(error), "–")]
        url = server.new_database()
        lite = Load(f"sqlite+aiosqlite:///{path / 'kiu.db'}", 1, stack)
        loads = {processes: Load(url, processes, stack) for processes in PROCESSES}
        bench = PgBench(server, url)
        works: dict[str, Callable[[], float]] = {
            "SQLite": lite.at_once,
            **{str(processes): load.at_once for processes, load in loads.items()},
            "pgbench": lambda: bench.rate(TABLES, round(EACH / HAND)),
            "SQLite in turn": lite.in_turn,
            "in turn": loads[1].in_turn,
            "pgbench in turn": lambda: bench.rate(1, IN_TURN // HAND),
        }
        rates = _rounds(works)
        return [*_at_once(rates), _in_turn(rates)]


def _rounds(works: Mapping[str, Callable[[], float]]) -> dict[str, list[float]]:
    rates: dict[str, list[float]] = {name: [] for name in works}
    order = list(works)
    for _ in range(ROUNDS):
        for name in order:
            rates[name].append(works[name]())
        order.reverse()
    return rates


def _at_once(rates: Mapping[str, list[float]]) -> list[Row]:
    beside = f"pgbench, {TABLES} sessions: {rate(median(rates['pgbench']))}"
    rows = [("SQLite, one process", "SQLite")]
    rows += [(f"PostgreSQL, {number} process{'es' * (number > 1)}", str(number)) for number in PROCESSES]
    return [
        Row(
            f"durable actions, {TABLES} tables at once, ledger alone: {what}",
            rate(median(rates[name])),
            beside,
            percent(_share(rates[name], rates["pgbench"])),
        )
        for what, name in rows
    ]


def _in_turn(rates: Mapping[str, list[float]]) -> Row:
    lite = rate(median(rates["SQLite in turn"]))
    return Row(
        "durable actions one by one, ledger alone: PostgreSQL, one process",
        rate(median(rates["in turn"])),
        f"pgbench, one session: {rate(median(rates['pgbench in turn']))}; SQLite: {lite}",
        percent(_share(rates["in turn"], rates["pgbench in turn"])),
    )


def _share(mine: list[float], others: list[float]) -> float:
    return median(one / other for one, other in zip(mine, others, strict=True))
