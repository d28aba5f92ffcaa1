"""What every table is given from outside: storage, time, chance, settings, an ear and a voice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.environment.clock import Clock
from bot.environment.entropy import Entropy
from bot.groups import Groups
from bot.ledger import Ledger, wallet
from bot.messages import Place, PlayerId
from bot.tables.computers import Computers
from bot.tables.state import Note, TableState
from engine.fairness import Beacon


class Listener(Protocol):
    """Who is told what has happened at a table, after it is durable."""

    def show(self, state: TableState, notes: tuple[Note, ...]) -> None:
        """Show a table that has changed."""

    def remind(self, state: TableState, player: PlayerId, seconds: int) -> None:
        """Tell a player privately that the turn is half over."""


class DealClosing(Protocol):
    """Who says in public, before a deal, what was added to it."""

    def beacon_seconds(self, place: Place) -> float:
        """How many seconds the platform usually takes to draw its beacon; 0 if it has none."""

    async def post(self, state: TableState, *, again: bool) -> Beacon:
        """Post seats and words of a deal that is closed, and return the platform's beacon; never raises.

        Args:
            state: the table.
            again: whether they may have been posted before by a run of the program that was killed.
        """


@dataclass(frozen=True, slots=True)
class Services:
    """The world around all tables."""

    ledger: Ledger
    groups: Groups
    clock: Clock
    entropy: Entropy
    listener: Listener
    deal_closing: DealClosing
    computers: Computers

    async def in_purse(self, state: TableState, player: PlayerId) -> int:
        """The chips that a player has for a table: those in his wallet, or for practice as many as anybody may take."""
        if state.practice:
            return self.groups.of(state.place.group).tables.max_buy_in
        return await self.ledger.balance(wallet(state.place.group, player))
