"""Two processes that both believe to own every table of a group, and evenings whose commands go to either of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

from bot import app as app_module
from bot.app import App, open_app
from bot.ledger import Ledger, queries
from bot.messages import Command, Person
from engine.table.state import TableState
from tests.bot.evening_player import Done, next_line
from tests.bot.fake_chat import Connection, FakeChat
from tests.bot.killing import PAUSE, PEOPLE, PLACE
from tests.manual_clock import ManualClock
from tests.seeded_entropy import SeededEntropy


@dataclass
class TwoOwners:
    first: App
    second: App
    chat: FakeChat
    clock: ManualClock
    rng: Random
    done: dict[str, str] = field(default_factory=dict)
    """The keys of acknowledged commands, and their lines."""
    numbers: Iterator[int] = field(default_factory=count)

    @property
    def apps(self) -> tuple[App, App]:
        return self.first, self.second

    @property
    def ledger(self) -> Ledger:
        return self.first.ledger

    @property
    def newest(self) -> TableState | None:
        """The table of the process that knows more of it."""
        tables = [table.state for app in self.apps for table in app.tables.all_at(PLACE)]
        open_in_both = len(tables) == len(self.apps)
        return max(tables, key=lambda state: (state.version, state.seq)) if open_in_both else None

    async def quiet(self) -> None:
        """Wait until nothing is under way, and let each process know the tables that the other has opened."""
        for app in self.apps * 2:
            await app.wait_until_idle()
        for stored in await self.ledger.read(queries.tables_to_resume):
            for app in self.apps:
                if stored.open and app.tables.by_id(stored.table) is None:
                    await app.members.recall("", stored.group)
                    await app.announcer.restore(stored)
                    await app.tables.resume(stored)

    async def wait(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        while (due := self.clock.next_due()) is not None and due <= until:
            self.clock.move_to(due)
            await self.quiet()
        self.clock.move_to(until)
        await self.quiet()

    async def send(self, name: str, text: str, key: str) -> None:
        """Send a command to either process, and now and then to both at once."""
        who = Person(f"test:{name}", name.capitalize())
        asked = self.rng.sample(self.apps, self.rng.choice((1, 1, 2)))
        replies = [app.dispatcher.handle(Command(who, PLACE, text, "", key)) for app in asked]
        if not all(reply.refused for reply in await asyncio.gather(*replies)):
            self.done[key] = text

    async def play(self, game: str, commands: int) -> None:
        done: Done = Counter()
        for number in islice(self.numbers, commands):
            state = self.newest
            if state is not None and state.hands_played and state.playing is None:
                await self.wait(PAUSE)
                state = self.newest
            at_once = 1 if state is None else self.rng.choice((1, 1, 2))
            lines = [next_line(state, game, done, self.rng, PEOPLE) for _ in range(at_once)]
            sent = [self.send(line.who, line.text, f"test:{game}{number}-{at}") for at, line in enumerate(lines)]
            await asyncio.gather(*sent)
            await self.quiet()
            if self.rng.random() < 0.1:
                await self.wait(self.rng.choice((1.0, 30.0, 120.0)))


@asynccontextmanager
async def two_owners(url: str, seed: str) -> AsyncIterator[TwoOwners]:
    """Let two processes share a database on PostgreSQL, or one ledger on SQLite."""
    chat, clock, entropy = FakeChat(), ManualClock(), SeededEntropy(seed)
    running = partial(open_app, url, clock=clock, entropy=entropy)

    async def lent(*_: object, **__: object) -> nullcontext[Ledger]:
        return nullcontext(first.ledger)

    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(running(chats={"test": Connection(chat)}))
        with ExitStack() as lending:
            if not first.ledger.shared:
                first.ledger.shared = True
                lending.enter_context(patch.object(app_module, "Ledger", SimpleNamespace(open=lent)))
            second = await stack.enter_async_context(running(chats={"test": Connection(chat)}, maintains=False))
        for app in (first, second):
            await app.resume()
        yield TwoOwners(first, second, chat, clock, Random(seed))
