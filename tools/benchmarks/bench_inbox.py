"""Delay of updates through the inbox on PostgreSQL, from put to taken, with three consumers; beside two libraries."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import AsyncExitStack
from importlib.util import find_spec
from itertools import count
from typing import Final

from tests.postgresql import server
from tools.benchmarks.inbox_consumers import PUTS, SLOTS, Put
from tools.benchmarks.measuring import Row

SECONDS: Final = 10
RATES: Final = (20, 50)
BURST: Final = 200
CONSUMERS: Final = 3
AIM: Final = 0.050


def measure() -> list[Row]:
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    kinds = [each for each in PUTS if each == "kiu" or find_spec(each)]
    found = {kind: await _delays(kind) for kind in kinds}
    rows = []
    for what, delays in found["kiu"].items():
        beside = "; ".join(f"{kind} {_shown(found[kind][what])}" for kind in kinds[1:])
        met = _percentile(delays, 0.99) <= AIM
        rows.append(Row(what, _shown(delays), beside or "not installed", "", f"p99 {AIM * 1000:.0f} ms", met))
    return rows


def _shown(delays: Sequence[float]) -> str:
    low, high = (_percentile(delays, each) * 1000 for each in (0.5, 0.99))
    return f"{low:.1f} / {high:.1f} ms"


def _percentile(delays: Sequence[float], part: float) -> float:
    return sorted(delays)[min(int(len(delays) * part), len(delays) - 1)]


class Consumers:
    """Three processes, each with its share of slots, and when they took what."""

    def __init__(self, kind: str, url: str) -> None:
        self._kind, self._url = kind, url
        self.taken: dict[str, list[float]] = {}
        self.order: list[str] = []
        self.more: asyncio.Queue[str] = asyncio.Queue()
        self._reading: list[asyncio.Task[None]] = []

    async def start(self, number: int) -> Process:
        slots = [str(each) for each in range(SLOTS) if each % CONSUMERS == number]
        module = "tools.benchmarks.inbox_consumers"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, self._kind, self._url, *slots, stdout=PIPE
        )
        self._reading.append(asyncio.create_task(self._read(process)))
        return process

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            key, at = line.decode().split()
            self.taken.setdefault(key, []).append(float(at))
            self.order.append(key)
            self.more.put_nowait(key)


async def _delays(kind: str) -> dict[str, list[float]]:
    """Return the seconds of each update at each pace; each was taken once, in order within its slot."""
    with server() as running:
        url = running.new_database()
        async with AsyncExitStack() as opened:
            put = await opened.enter_async_context(PUTS[kind](url))
            consumers = Consumers(kind, url)
            processes = [await consumers.start(number) for number in range(CONSUMERS)]
            turns = [asyncio.Lock() for _ in range(SLOTS)]
            await _taken(consumers, dict.fromkeys([await _put_one(put, slot) for slot in range(SLOTS)], 0.0))
            found = {f"{rate} updates/s, p50 / p99": await _paced(put, turns, consumers, rate) for rate in RATES}
            found[f"bursts of {BURST}, p50 / p99"] = await _bursts(put, turns, consumers)
            for process in processes:
                process.kill()
                await process.wait()
        assert all(len(times) == 1 for times in consumers.taken.values()), "each once"
        for slot in map(str, range(SLOTS)):
            mine = [int(key.split("-")[1]) for key in consumers.order if key.split("-")[0] == slot]
            assert mine == sorted(mine), "in order"
        return found


_numbers = count()


async def _put(put: Put, turns: Sequence[asyncio.Lock], put_at: dict[str, float]) -> None:
    slot = random.randrange(SLOTS)
    async with turns[slot]:
        began = time.monotonic()
        put_at[await _put_one(put, slot)] = began


async def _put_one(put: Put, slot: int) -> str:
    key = f"{slot}-{next(_numbers)}"
    await put(slot, key)
    return key


async def _paced(put: Put, turns: Sequence[asyncio.Lock], consumers: Consumers, rate: int) -> list[float]:
    put_at: dict[str, float] = {}
    async with asyncio.TaskGroup() as group:
        for _ in range(SECONDS * rate):
            group.create_task(_put(put, turns, put_at))
            await asyncio.sleep(random.expovariate(rate))
    return await _taken(consumers, put_at)


async def _bursts(put: Put, turns: Sequence[asyncio.Lock], consumers: Consumers) -> list[float]:
    put_at: dict[str, float] = {}
    for _ in range(5):
        async with asyncio.TaskGroup() as group:
            for _ in range(BURST):
                group.create_task(_put(put, turns, put_at))
        await asyncio.sleep(2)
    return await _taken(consumers, put_at)


async def _taken(consumers: Consumers, put_at: dict[str, float]) -> list[float]:
    async with asyncio.timeout(60):
        while not put_at.keys() <= consumers.taken.keys():
            await consumers.more.get()
    return [consumers.taken[key][0] - at for key, at in put_at.items()]
