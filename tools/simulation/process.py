"""Kiu's process in a simulated world: one life after the other on the same disk, each in an event loop of its own.

A life is put together as :mod:`bot.running` does it, except for what only a host sees: its sockets (control, health),
backups, and the signals, which the world gives itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.app import App, open_app
from bot.chats.platforms import PlatformChat
from bot.dispatch.admission import FloodLimit
from bot.environment.clock import Timer
from bot.environment.metrics import Metrics
from bot.hosting.served_chats import ServedChats
from bot.ledger import LedgerError
from bot.messages import Chat
from bot.running import LAST_SECONDS, RefusedPlatforms, StorageFailed, serve_until
from tests.seeded_entropy import SeededEntropy
from tools.simulation.chance import Chance
from tools.simulation.chats import PlatformWorld
from tools.simulation.loop import SimulatedLoop
from tools.simulation.machine_disk import MachineDisk
from tools.simulation.network import Network
from tools.simulation.scheduler import Scheduler

if TYPE_CHECKING:
    from tools.simulation.room_world import RoomWorld
    from tools.simulation.world import World

RESTART_SECONDS = 2.0
"""After how long whoever watches over the process starts it again."""

LONGEST_RESTART = 60.0
"""After how long it is started again at most, if it ends again and again while it starts."""


class MachineClock:
    """The clock of the machine, whose date may jump while its monotonic time never does.

    Args:
        scheduler: has the time.
    """

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self.ahead = 0.0
        """How many seconds the date is ahead of the right one."""

    def now(self) -> float:
        return self._scheduler.now

    def utc(self) -> datetime:
        return self._scheduler.utc() + timedelta(seconds=self.ahead)

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, callback)


class Life:
    """One run of the process.

    Args:
        process: whose it is.
        number: 1 for the first.
    """

    def __init__(self, process: Process, number: int) -> None:
        self._process = process
        self.number = number
        self.loop = SimulatedLoop(process.scheduler, f"kiu {number}", process.network)
        self.clock = process.clock
        self.entropy = SeededEntropy(f"{process.chance.seed}/{number}")
        self.app: App | None = None
        """Its parts, once they are put together."""

        self.ready = False
        """Whether all platforms are served."""

        self.killed = False
        self.error: BaseException | None = None
        """Why it has ended by itself, if not because it was asked to."""

        self.stopping = asyncio.Event()
        self._awaited = {world.platform for world in process.worlds}
        self._main = self.loop.create_task(self._run())
        self._main.add_done_callback(self._ended)

    @property
    def alive(self) -> bool:
        """Whether anything is still done in it."""
        return not self.loop.dead

    def _ended(self, main: asyncio.Task[None]) -> None:
        self.error = None if main.cancelled() else main.exception()
        self._process.bury(self)

    async def _run(self) -> None:
        """What :mod:`bot.running` does between the start of the process and its end."""
        process, chats = self._process, dict[str, Chat]()
        async with AsyncExitStack() as opened:
            metrics, refused = Metrics(), RefusedPlatforms()
            served = ServedChats([world.platform for world in process.worlds], metrics)
            platform_chats: list[PlatformChat] = []
            for world in process.worlds:
                platform_chats.append(chat := world.new_chat())
                opened.push_async_callback(chat.stop)
            self.app = app = await opened.enter_async_context(
                open_app(
                    process.disk.url,
                    chats=chats,
                    clock=self.clock,
                    entropy=self.entropy,
                    flood_limit=FloodLimit(),
                    metrics=metrics,
                    storage=process.disk.mount(),
                )
            )
            process.watcher.begun(self)
            if process.room is not None:
                room, server = process.room.new_room(app)
                await room.open(app.dispatcher, app.own_chance)
                chats[room.platform] = room
                await app.resume(room.platform)
                await server.start()
                opened.push_async_callback(server.stop)
            await app.ledger.answers()
            self._hear("Kiu is ready.")
            await serve_until(self.stopping, app, platform_chats, refused, served, self._hear)

    def _hear(self, line: str) -> None:
        """The process says that another platform is served."""
        self._awaited -= {platform for platform in self._awaited if f"on {platform.title()}." in line}
        if not self._awaited and not self.ready:
            self.ready = True
            self._process.watcher.served(self)


class Process:
    """The process, which is started again whenever it has ended.

    Args:
        scheduler: runs it.
        network: what it is connected to.
        chance: decides its entropy.
        worlds: the chats that it serves.
        disk: what it stores on.
        outside: the loop of the world, which outlives all lives.
        watcher: is told what becomes of it.
        room: the people of the local room, if it is opened.
    """

    def __init__(
        self,
        scheduler: Scheduler,
        network: Network | None,
        chance: Chance,
        worlds: Sequence[PlatformWorld],
        disk: MachineDisk,
        outside: SimulatedLoop,
        watcher: World,
        room: RoomWorld | None = None,
    ) -> None:
        self.scheduler = scheduler
        self.network = network
        self.chance = chance
        self.worlds = worlds
        self.disk = disk
        self.watcher = watcher
        self.room = room
        self.clock = MachineClock(scheduler)
        self.life: Life | None = None
        """The present one; ``None`` between two."""

        self.lives = 0
        self.goes_on = True
        """Whether it is started again when it has ended."""

        self._outside = outside
        self._failed_starts = 0

    def begin(self) -> None:
        """Start the process, unless it runs."""
        if self.life is None:
            self.lives += 1
            self.life = Life(self, self.lives)

    def kill(self) -> None:
        """Let it be gone at this moment, whatever it does."""
        if (life := self.life) is not None:
            life.killed = True
            self.bury(life)

    def cut_power(self) -> None:
        """Let the machine be without power for a moment."""
        self.disk.cut_power()
        self.kill()

    def stop(self) -> None:
        """Ask it to stop, as by SIGTERM; it is killed if that takes too long."""
        life = self.life
        if life is None:
            return
        life.loop.call_soon(life.stopping.set)
        self._outside.call_later(LAST_SECONDS, self._kill_if_it_is, life)

    def bury(self, life: Life) -> None:
        """A life is over: nothing more is done in it, and the next one begins a little later."""
        if life is not self.life:
            return
        self.life = None
        life.loop.kill()
        self.disk.unmount()
        for world in self.worlds:
            world.cut_off()
        self.watcher.over(life)
        self._failed_starts = 0 if life.ready else self._failed_starts + 1
        if self.goes_on:
            pause = min(RESTART_SECONDS * 2**self._failed_starts, LONGEST_RESTART)
            self._outside.call_later(pause, self.begin)

    def _kill_if_it_is(self, life: Life) -> None:
        if life is self.life:
            self.kill()


def is_of_the_disk(error: BaseException | None) -> bool:
    """Whether a life has ended because its disk has failed, as it should."""
    return isinstance(error, (StorageFailed, LedgerError, OSError))
