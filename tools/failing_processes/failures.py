"""What goes wrong during an evening: processes, their clocks, their database and its wake-ups fail."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any, Final, NamedTuple

import psycopg

from tools.failing_processes.processes import Processes, Running
from tools.postgresql import Server

MOVED: Final = (-86_400, -3_600, -60, 60, 3_600, 86_400)
"""Seconds by which a host's clock jumps, and soon back."""

MOVED_SECONDS: Final = 5.0

FULL_SECONDS: Final = 15.0
"""The time for which the queue of notifications stays full."""

_FILL: Final = "SELECT count(pg_notify('nobody', repeat('-', %s) || number)) FROM generate_series(1, %s) AS number"

_SIZES: Final = ((7_980, 20_000), (7_980, 200), (7_980, 1), (1, 1))
"""The lengths and the numbers of notifications at once, until none fits any more."""


class Moment(NamedTuple):
    kind: str
    begun: float
    ended: float


class Failures:
    """Failures of random processes, some at once, with pauses between."""

    def __init__(
        self,
        several: Processes,
        server: Server,
        random: Random,
        pause: tuple[float, float],
        frozen: tuple[float, float],
    ) -> None:
        self._several, self._server, self._random = several, server, random
        self._pause, self._frozen = pause, frozen
        self._failing: set[int] = set()
        self.happened: Counter[str] = Counter()
        self.moments: list[Moment] = []

    async def happen(self, wanted: dict[str, int], at_once: int) -> None:
        """Let each kind of failure happen so many times, in a random order."""
        order = [kind for kind, times in wanted.items() for _ in range(times)]
        self._random.shuffle(order)
        async with asyncio.TaskGroup() as group:
            for _ in range(at_once):
                group.create_task(self._one_after_another(order))

    async def _one_after_another(self, order: list[str]) -> None:
        time = asyncio.get_running_loop().time
        while order:
            kind = order.pop()
            await asyncio.sleep(self._random.uniform(*self._pause))
            begun = time()
            await getattr(self, f"_{kind}")()
            self.moments.append(Moment(kind, begun, time()))
            self.happened[kind] += 1

    @asynccontextmanager
    async def _any(self) -> AsyncIterator[tuple[int, Running]]:
        """Yield a process of which no other failure is under way."""
        while not (well := self._several.running.keys() - self._failing):  # noqa: ASYNC110 - failures last seconds
            await asyncio.sleep(0.1)
        number = self._random.choice(sorted(well))
        self._failing.add(number)
        try:
            yield number, self._several.running[number]
        finally:
            self._failing.remove(number)

    async def _kill(self) -> None:
        async with self._any() as (number, _):
            await self._several.kill(number)
            await self._several.start(number)

    async def _freeze(self) -> None:
        async with self._any() as (_, one):
            one.send(signal.SIGSTOP)
            await asyncio.sleep(self._random.uniform(*self._frozen))
            one.send(signal.SIGCONT)

    async def _upgrade(self) -> None:
        """End one process as for an upgrade, and start it anew."""
        async with self._any() as (number, _):
            await self._several.end(number)
            await self._several.start(number)

    async def _jump(self) -> None:
        """Move the clock of a process's host, and back."""
        async with self._any() as (_, one):
            one.move_clock(self._random.choice(MOVED))
            await asyncio.sleep(MOVED_SECONDS)
            one.move_clock(0)

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        while True:
            # It may restart meanwhile.
            with suppress(psycopg.OperationalError):
                return await psycopg.AsyncConnection.connect(self._server.address(), autocommit=True)
            await asyncio.sleep(0.2)

    async def _cut(self) -> None:
        """End a random session of the database, as a lost connection does."""
        async with await self._connect() as connection:
            found = await connection.execute("SELECT pid FROM pg_stat_activity WHERE datname LIKE 'kiu_%' ORDER BY pid")
            sessions = [pid for (pid,) in await found.fetchall()]
            if sessions:
                await connection.execute("SELECT pg_terminate_backend(%s)", [self._random.choice(sessions)])

    async def _restart(self) -> None:
        """Restart the database as after a crash."""
        await asyncio.to_thread(self._server.stop)
        await asyncio.to_thread(self._server.start)

    async def _full(self) -> None:
        """Fill the queue of notifications, which a listener holds that does not end its transaction."""
        stuck = await self._connect()
        await stuck.execute("LISTEN nobody")
        await stuck.execute("BEGIN")
        await stuck.execute("SELECT 1")
        async with await self._connect() as filler:
            for size in _SIZES:
                with suppress(psycopg.errors.ProgramLimitExceeded):
                    while True:
                        await filler.execute(_FILL, size)
            await asyncio.sleep(FULL_SECONDS)
            await filler.execute("SELECT pg_terminate_backend(%s)", [stuck.info.backend_pid])
        await stuck.close()
