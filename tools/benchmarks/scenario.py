"""A group full of tables whose people never stop to think, and a chat that shows nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from typing import Any
from unittest.mock import patch

from bot.app import App, open_app
from bot.environment.clock import SystemClock
from bot.environment.entropy import SystemEntropy
from bot.ledger import Account, Ledger, Transfer, WriteSet, queries
from bot.messages import Chat, Command, Message, MessageId, Person, Place, PlayerId, Reply
from bot.tables import next_deal
from bot.tables.table import Table
from engine.fairness import Beacon
from engine.table.hand import AnyHand
from tests.bot.evening_player import quiet_move

GROUP = "bench:home"
BUY_IN = 2000
KEYS = count()


class SilentChat(Chat):
    """A chat that takes everything at once and shows it to nobody."""

    platform = "bench"

    def __init__(self) -> None:
        self._numbers = count()

    async def post(self, place: Place, message: Message) -> MessageId:
        return str(next(self._numbers))

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        """Nothing to do."""

    def edits_are_free(self, place: Place, number: MessageId) -> bool:
        return True

    async def post_closing(
        self, place: Place, message: Message, *, again: bool, patience: float = 1.0
    ) -> Beacon | None:
        return None

    async def is_in_group(self, group: str, player: PlayerId) -> bool:
        return True

    async def send_private(self, player: PlayerId, message: Message, instead_of: MessageId | None = None) -> MessageId:
        return instead_of or str(next(self._numbers))


class InstantLedger(Ledger):
    """A ledger in memory that takes every write set at once: what is left is the work of everything else.

    Nothing is stored in it but the chips of accounts, so whatever else is looked up is not there.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._balances: dict[Account, int] = {}

    async def commit(self, writes: WriteSet) -> None:
        for row in writes:
            if type(row) is Transfer:
                self._balances[row.source] = self._balances.get(row.source, 0) - row.amount
                self._balances[row.target] = self._balances.get(row.target, 0) + row.amount

    async def read(self, query: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if query is queries.balance:
            return self._balances.get(args[0], 0)
        return await super().read(query, *args, **kwargs)


@asynccontextmanager
async def without_storage(chats: dict[str, Chat]) -> AsyncIterator[App]:
    """Kiu on a ledger that stores nothing."""
    with patch("bot.app.Ledger", InstantLedger):
        running = open_app("sqlite+aiosqlite://", chats=chats, clock=SystemClock(), entropy=SystemEntropy())
        async with running as app:
            yield app
            await app.announcer.wait_until_idle()


def now() -> datetime:
    """The time of day, as the ledger asks for it."""
    return datetime.now(UTC)


def place(number: int) -> Place:
    """Where table ``number`` stands; all are in one group."""
    return Place(GROUP, f"table-{number}")


class Refusing(Exception):
    """A command of a benchmark was refused, so what was measured is not what was meant."""


async def send(app: App, player: PlayerId, where: Place, text: str, turn: str = "") -> Reply:
    """Send a command as a chat would, with a key of its own."""
    person = Person(player, player.partition(":")[2].capitalize())
    reply = await app.dispatcher.handle(Command(person, where, text, turn, f"bench:{next(KEYS)}"))
    if reply.refused:
        raise Refusing(f"{text}: {reply.message.lines}")
    return reply


async def open_table(app: App, number: int, people: int = 2) -> Table:
    """Open a table and seat people at it."""
    where = place(number)
    await send(app, f"bench:p{number}x0", where, f"open qiuqiu sumatra {BUY_IN}")
    for chair in range(1, people):
        await send(app, f"bench:p{number}x{chair}", where, f"join {BUY_IN}")
    table = app.tables.at(where)
    assert table is not None
    return table


async def open_tables(app: App, tables: int, people: int = 2) -> list[Table]:
    """Open many tables at once."""
    return await asyncio.gather(*(open_table(app, number, people) for number in range(tables)))


async def next_move(app: App, table: Table) -> None:
    """Whatever has to be done next at a table, done by whoever has to do it: deal, or check and call."""
    hand, played = table.state.playing, table.state.hands_played
    if hand is None:
        try:
            await send(app, beginner(table), table.state.place, "start")
        except Refusing:
            # It may have begun by itself meanwhile.
            if table.state.hands_played == played:
                raise
        return
    await send(app, asked(hand), table.state.place, quiet_move(hand), f"{table.state.id}:{hand.turn}")


def beginner(table: Table) -> PlayerId:
    """Who is offered to begin the next hand: its cutter alone, also while it is being cut, or anybody without one."""
    cutter = next_deal.cutter(table.state, table.rules)
    return table.state.seated[0].player if cutter is None else cutter.player


def asked(hand: AnyHand) -> PlayerId:
    """Who is asked."""
    return hand.players[hand.round.awaited[0]]


async def play_on(app: App, table: Table, until: float, waits: list[float]) -> None:
    """Play at one table without a pause until ``until``, noting how long each answer took."""
    while (start := time.perf_counter()) < until:
        await next_move(app, table)
        waits.append(time.perf_counter() - start)
