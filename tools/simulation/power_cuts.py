"""Cutting the power at every operation of a session: what is found then is looked at while the session goes on.

At each thing that the disk is asked for, some images are taken of what a power cut would leave. SQLite opens each of
them, as a new start would, and what it finds must be byte for byte the database as it was after the last transaction
that was durable, or after the one that was under way: nothing is lost, and nothing is there by half. Kiu itself is
started on a few images of each such state, and must have everything of which anybody was told before.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import apsw

from bot.ledger.newest_position import covers, file_beside, position_in
from tools.simulation.disk import Disk, Operation
from tools.simulation.disk_session import FILE, DiskSession
from tools.simulation.mount import Mount
from tools.simulation.sqlite_driver import Connection

EMPTY: Final = "empty"
"""What there is without any database."""

UNREADABLE: Final = "unreadable"


@dataclass(frozen=True)
class Found:
    """What a power cut left."""

    operation: Operation
    """What was not done any more."""

    commits: int
    """How many states of the database were durable before."""

    state: str
    """What was found."""


@dataclass
class PowerCuts:
    """Watches the disk of a session.

    Args:
        session: the session.
        random: chance.
        images: how many are taken at each operation, while anything is not durable.
        every: of so many operations the power is cut at one.
        starts: on how many images of each state Kiu is started.
        how_far: told now and then how far it is.
    """

    session: DiskSession
    random: Random
    images: int
    every: int = 1
    starts: int = 1
    how_far: Callable[[str], None] = lambda _: None
    operations: Counter[str] = field(default_factory=Counter)
    """How often the power was cut at operations of each kind."""

    taken: int = 0
    """How many images were looked at."""

    states: list[str] = field(default_factory=list)
    """The database after each transaction, the one that there was at the beginning first."""

    found: Counter[Found] = field(default_factory=Counter)
    to_start: dict[str, list[Disk]] = field(default_factory=dict)
    """Some images of each state."""

    def begin(self) -> None:
        """Watch from now on."""
        self.states.append(state_of(self.session.disk))
        self.session.disk.watch = self._watch
        self.watch_mount()

    def watch_mount(self) -> None:
        """Learn of each transaction of the session's present life."""
        self.session.mount.after_statement = self._after_statement

    def _after_statement(self, connection: Connection) -> None:
        state = _digest(connection.apsw.serialize("main"))
        if state != self.states[-1]:
            self.states.append(state)
            self.session.commits = len(self.states) - 1

    def _watch(self, operation: Operation) -> None:
        disk = self.session.disk
        if operation.number % self.every:
            return
        self.operations[operation.kind.value] += 1
        if self.operations.total() % 100 == 0:
            self.how_far(f"power cut at {self.operations.total()} operations, {self.taken} images")
        for _ in range(1 if disk.is_durable else self.images):
            image = disk.crash_image(self.random)
            self._look_at(operation, image)

    def _look_at(self, operation: Operation, image: Disk) -> None:
        self.taken += 1
        names = dict(image.names)
        state = state_of(image)
        self.found[Found(operation, len(self.states) - 1, state)] += 1
        kept = self.to_start.setdefault(state, [])
        if len(kept) < self.starts:
            image.names.clear()
            image.names.update(names)
            kept.append(image)

    # --- afterwards ------------------------------------------------------------------------------------------------

    def faults(self) -> list[Found]:
        """What was found that must not be: something lost, or something by half."""
        return [each for each in self.found if each.state not in self.states[each.commits : each.commits + 2]]

    async def start_all(self, folder: Path) -> int:
        """Start Kiu on the images that were kept, and return how many that were.

        Raises:
            AssertionError: something is not there that somebody was told.
        """
        started = 0
        for state, images in self.to_start.items():
            for image in images:
                await self._start(folder / f"start-{started}", image, self.states.index(state))
                started += 1
        return started

    async def _start(self, folder: Path, image: Disk, commits: int) -> None:
        told = self.session
        beside = image.names.get(str(file_beside(FILE)))
        named = b"" if beside is None else bytes(beside.content)
        async with DiskSession(folder, image) as session:
            session.answered, session.shown = told.answered, dict(told.shown)
            await session.holds(commits)
            with suppress(ValueError):
                position = position_in(named)
                read = session.app.ledger.read
                assert await read(lambda connection: covers(connection, position)), "more is named than there is"


def state_of(disk: Disk) -> str:
    """What SQLite finds on a disk, as a digest."""
    if str(FILE) not in disk.names:
        return EMPTY
    mount = Mount(disk)
    try:
        connection = apsw.Connection(str(FILE), vfs=mount.vfs.name)
        try:
            connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            connection.pragma("locking_mode", "EXCLUSIVE")
            return _digest(connection.serialize("main"))
        finally:
            connection.close(True)
            mount.kill()
    except apsw.Error as error:
        return f"{UNREADABLE}: {error}"


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=12).hexdigest() if content else EMPTY
