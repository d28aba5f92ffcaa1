"""What every table is given from outside: storage, settings, time, entropy, and who shows what has happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.environment.clock import Clock
from bot.environment.entropy import Entropy
from bot.groups import Groups
from bot.ledger import Ledger, wallet
from bot.messages import Place, PlayerId
from bot.tables.computers import Computers
from bot.tables.state import Notice, TableState
from engine.fairness import Beacon


class Listener(Protocol):
    """Shows what has happened at a table, after it is durable."""

    def show(self, state: TableState, notices: tuple[Notice, ...]) -> None:
        """Show a table that has changed."""

    def tell(self, state: TableState, player: PlayerId, notice: Notice) -> None:
        """Tell one player of a table something in private."""

    def shows(self, place: Place) -> bool:
        """Whether anything can be shown at a place; if so, it is told when a question is shown there."""

    def remind(self, state: TableState, asked: Mapping[PlayerId, float], seconds: int) -> None:
        """Tell the people who are asked that so many seconds are left.

        Args:
            state: the table.
            asked: those people, and how many seconds ago each of them last did something here.
            seconds: how many are left.
        """


class DealClosing(Protocol):
    """Tells in public, before a deal, what was added to it."""

    def beacon_seconds(self, place: Place) -> float:
        """How many seconds the platform usually takes to draw its beacon; 0 if it has none."""

    def has_beacon(self, place: Place) -> bool:
        """Whether the platform draws a beacon for each deal."""

    def rest_seconds(self, place: Place, pause: int) -> int:
        """How many seconds longer than usual a pause lasts, so that a chat that is full has room for the next hand.

        Args:
            place: where the table is.
            pause: how many seconds it usually lasts.
        """

    async def post(self, state: TableState, *, again: bool) -> Beacon | None:
        """Post seats and words of a deal that is closed, and return the platform's beacon if it adds one; never raises.

        Args:
            state: the table.
            again: whether they may have been posted before by a run of the program that was killed.
        """


@dataclass(frozen=True, slots=True)
class Services:
    """What all tables share."""

    ledger: Ledger
    groups: Groups
    clock: Clock
    entropy: Entropy
    listener: Listener
    deal_closing: DealClosing
    computers: Computers

    async def available_chips(self, state: TableState, player: PlayerId) -> int:
        """The chips that a player has for a table: those in the wallet, or for practice as many as anybody may take."""
        if state.practice:
            return self.groups.of(state.place.group).tables.max_buy_in
        return await self.ledger.balance(wallet(state.place.group, player))
