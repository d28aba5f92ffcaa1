"""What goes wrong during an evening: processes are killed, frozen and ended, and their database restarts."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Final

import psycopg

from tools.failing_processes.processes import Processes
from tools.postgresql import Server

FROZEN_SECONDS: Final = (3.5, 6.0)
"""Longer than the others wait for a sign of life."""


class Failures:
    """Failures of random processes, one after another, with pauses between."""

    def __init__(self, several: Processes, server: Server, random: Random, pause: tuple[float, float]) -> None:
        self._several, self._server, self._random, self._pause = several, server, random, pause
        self.happened: Counter[str] = Counter()
        self.moments: list[tuple[float, str]] = []

    async def happen(self, wanted: dict[str, int]) -> None:
        """Let each kind of failure happen so many times, in a random order."""
        order = [kind for kind, times in wanted.items() for _ in range(times)]
        self._random.shuffle(order)
        for kind in order:
            await asyncio.sleep(self._random.uniform(*self._pause))
            self.moments.append((asyncio.get_running_loop().time(), kind))
            await getattr(self, f"_{kind}")()
            self.happened[kind] += 1

    def _any(self) -> int:
        return self._random.choice([number for number, each in self._several.running.items() if not each.frozen])

    async def _kill(self) -> None:
        number = self._any()
        await self._several.kill(number)
        await (await self._several.start(number)).ready()

    async def _freeze(self) -> None:
        await self._several.running[self._any()].freeze(self._random.uniform(*FROZEN_SECONDS))

    async def _upgrade(self) -> None:
        """End one process as for an upgrade, and start it anew."""
        number = self._any()
        await self._several.end(number)
        await (await self._several.start(number)).ready()

    async def _cut(self) -> None:
        """End a random session of the database, as a lost connection does."""
        async with await psycopg.AsyncConnection.connect(self._server.address(), autocommit=True) as connection:
            found = await connection.execute("SELECT pid FROM pg_stat_activity WHERE datname LIKE 'kiu_%' ORDER BY pid")
            sessions = [pid for (pid,) in await found.fetchall()]
            if sessions:
                await connection.execute("SELECT pg_terminate_backend(%s)", [self._random.choice(sessions)])

    async def _restart(self) -> None:
        """Restart the database as after a crash."""
        await asyncio.to_thread(self._server.stop)
        await asyncio.to_thread(self._server.start)
