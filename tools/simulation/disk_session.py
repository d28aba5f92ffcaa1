"""A session of all three games, played through the whole of Kiu on the disk in memory, life after life."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from structlog.testing import capture_logs

from bot.app import open_app
from bot.commands import spec_of
from bot.ledger import Ledger, mint, queries
from bot.messages import Chat, Place, Reply
from tests.bot.evening_player import Done, next_line
from tests.bot.fake_chat import Connection, Seen
from tests.bot.fast_database import compiled_once
from tests.bot.scenario import Scenario
from tests.manual_clock import ManualClock
from tools.simulation.disk import Disk
from tools.simulation.mount import Mount

FILE: Final = Path("/kiu/kiu.sqlite3")
URL: Final = f"sqlite+aiosqlite:///{FILE}"

PEOPLE: Final = ("sari", "budi", "wati", "joko")

UNKNOWN: Final = ("outcome-unknown", "shutting-down")
"""The reasons of refusals after which nobody knows yet whether the command was carried out."""


@dataclass(frozen=True)
class Answered:
    """A command and what its sender was told."""

    key: str
    text: str
    reason: str
    """Why it was refused; empty if it was carried out."""

    changes: bool
    """Whether it was carried out and is told to be stored, so that its key has to be there."""

    commits: int
    """How many states of the database were durable when its sender was told."""


@dataclass(frozen=True)
class Shown:
    """How far the story of a table goes that everybody can read."""

    table: str
    seq: int
    commits: int
    """How many states of the database were durable then."""


async def made_disk(_made: list[bytes] = []) -> Disk:  # noqa: B006 - remembered on purpose
    """A disk with an empty database, whose making is slow and the same each time."""
    if not _made:
        disk = Disk()
        with compiled_once():
            await (await Ledger.open(URL, now=ManualClock().utc, storage=Mount(disk))).close()
        _made.append(bytes(disk.names[str(FILE)].content))
    return Disk.holding({str(FILE): _made[0]})


class DiskSession(Scenario):
    """A group whose Kiu has its ledger on a disk in memory; it remembers what people were told.

    Args:
        folder: an empty folder, in which nothing is put.
        disk: the disk.
        seed: gives the packs.
        first_key: the number of the first command, if it is not the group's first.
    """

    def __init__(self, folder: Path, disk: Disk, *, seed: str = "disk", first_key: int = 1) -> None:
        super().__init__(folder, seed=seed)
        self._keys = itertools.count(first_key)
        self.disk = disk
        self.mount = Mount(disk)
        self.answered: list[Answered] = []
        self.shown: dict[str, Shown] = {}
        self.commits = 0
        """How many states of the database are durable; whoever watches the disk counts them."""

        self._done: Done = Counter()
        self.chat.watch = self._show

    async def __aenter__(self) -> DiskSession:
        self.logged = self._log.enter_context(capture_logs())
        await self.begin()
        return self

    async def begin(self) -> None:
        """Begin on the disk as it is."""
        self._connection = Connection(self.chat)
        chats: dict[str, Chat] = {"test": self._connection}
        with compiled_once():
            self.app = await self._stack.enter_async_context(
                open_app(URL, chats=chats, clock=self.clock, entropy=self.entropy, storage=self.mount)
            )
            await self.app.resume()
            await self.app.wait_until_idle()

    @property
    def ended(self) -> bool:
        """Whether the process would end now, because the disk has failed."""
        return self.app.ledger._failed.done()

    def _show(self, seen: Seen) -> None:
        table = None if seen.how == "private" else self.app.tables.at(Place(self.name, seen.where))
        if table is not None:
            state = table.state
            self.shown[state.id] = Shown(state.id, state.seq, self.commits)

    async def send(self, name: str, text: str, channel: str) -> Answered:
        """Let somebody type a line, and note what they are told."""
        before = self.app.metrics.refusals()
        command = self.command(name, text, channel=channel)
        reply = await self.app.dispatcher.handle(command)
        reasons = [*(self.app.metrics.refusals() - before)]
        reason = reasons[0] if reply.refused and reasons else "" if not reply.refused else "refused"
        answered = Answered(command.key, text, reason, _changes(text, reply), self.commits)
        self.answered.append(answered)
        await self.app.wait_until_idle()
        return answered

    async def play(self, game: str, lines: int, random: Random) -> None:
        """Let people play a game in a channel of its own, for so many lines that they type."""
        for _ in range(lines):
            state = self.state(game) if self.is_open(game) else None
            line = next_line(state, game, self._done, random, PEOPLE)
            await self.send(line.who, line.text, game)
            if random.random() < 0.1:
                await self.wait(random.choice((5, 30, 60)))

    async def holds(self, commits: int) -> None:
        """Check that everything is there that anybody was told before so many states were durable.

        Raises:
            AssertionError: something is lost, or contradicts something else.
        """
        ledger = self.app.ledger
        for answered in self.answered:
            if answered.changes and answered.commits <= commits:
                assert await ledger.read(queries.is_done, answered.key), f"{answered} was acknowledged and is lost"
        for shown in self.shown.values():
            if shown.commits <= commits:
                assert await ledger.read(queries.last_seq, shown.table) >= shown.seq, f"{shown} is lost"
        people = await ledger.read(queries.people, self.name)
        given = -await ledger.read(queries.balance, mint(self.name))
        assert given >= 2000 * len(people), f"{given} chips for {len(people)} people"
        await self.sound()


def _changes(text: str, reply: Reply) -> bool:
    spec = spec_of(text)
    return not reply.refused and not reply.confirms and spec is not None and not spec.reads_only
