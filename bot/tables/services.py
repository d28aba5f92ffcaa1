"""What every table is given from outside: storage, settings, time, entropy, and who shows what has happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.environment.clock import Clock
from bot.environment.entropy import Entropy
from bot.groups import Groups
from bot.groups.personal_limits import PersonalLimits
from bot.ledger import Ledger, queries, wallet
from bot.messages import CallCount, Place, PlayerId
from bot.tables.computers import Computers
from bot.tables.state import AnyHand, Notice, TableState
from engine.fairness import Chance, Closing


class Listener(Protocol):
    """Shows what has happened at a table, after it is durable."""

    def show(self, state: TableState, notices: tuple[Notice, ...]) -> None:
        """Show a table that has changed."""

    def show_results(self, state: TableState, hands: Sequence[AnyHand]) -> None:
        """Show the results of earlier hands of a table, which the last run of the program could not show."""

    def show_own_hand(self, state: TableState, player: PlayerId) -> None:
        """Show one player their own hand anew where that is free; nothing else has changed, and nobody else notices."""

    def tell(self, state: TableState, player: PlayerId, notice: Notice) -> None:
        """Tell one player of a table something in private."""

    def shows(self, place: Place) -> bool:
        """Tell whether anything can be shown at a place; if so, it is told when a question is shown there."""

    def others_come(self, place: Place) -> bool:
        """Tell whether others can come to a place, which is none of the private chats."""

    def calls(self, table: str, place: Place) -> CallCount:
        """Counts the calls to the platform that a table has taken since the start."""

    def rest_seconds(self, place: Place, pause: int) -> int:
        """Return the seconds by which a pause lasts longer, so that a full chat has room for the next hand.

        Args:
            pause: how many seconds it usually lasts.
        """

    def remind(self, state: TableState, asked: Mapping[PlayerId, float], seconds: int) -> None:
        """Tell the people who are asked that so many seconds are left.

        Args:
            asked: those people, and how many seconds ago each of them last did something here.
            seconds: how many are left.
        """


class NoChance(Exception):
    """A source without which nothing may be dealt adds nothing."""


class ChanceSource(Protocol):
    """Adds to deals what nobody can foresee when they are closed.

    There are a platform's beacon, the players' own chance, and a public randomness beacon.
    """

    name: str
    """By which it is stored that the source has had its turn."""

    def has_beacon(self, place: Place) -> bool:
        """Tell whether it is the platform of a place, and that draws a beacon for each deal."""

    def prepare(self, state: TableState) -> None:
        """Look at a table that has changed between two hands: whoever is to add something may be asked already."""

    def seconds(self, state: TableState) -> float:
        """Return how many seconds it usually takes to add something, so that a deal is closed so much earlier."""

    async def bind(self, state: TableState, closing: Closing) -> Closing:
        """Name in a closing, before it is durable, what is to be added after it."""

    def awaited(self, closing: Closing) -> bool:
        """Tell whether the source has something to add to a deal that is closed like this."""

    async def draw(self, state: TableState, closing: Closing, chance: Chance, *, again: bool) -> Chance:
        """Return the chance with what the source adds to it, once the closing is durable.

        Args:
            chance: what other sources have added before.
            again: whether the source may have been asked before, by a run of the program that was killed.

        Raises:
            NoChance: it adds nothing, and nothing may be dealt without it.
        """


@dataclass(frozen=True, slots=True)
class Services:
    """What all tables share."""

    ledger: Ledger
    groups: Groups
    clock: Clock
    entropy: Entropy
    listener: Listener
    sources: tuple[ChanceSource, ...]
    """In the order in which they are asked."""

    computers: Computers
    limits: PersonalLimits

    async def available_chips(self, state: TableState, player: PlayerId) -> int:
        """The chips that a player has for a table: those in the wallet, or for practice as many as anybody may take."""
        if state.practice:
            return self.groups.of(state.place.group).tables.max_buy_in
        return await self.ledger.read(queries.balance, wallet(state.place.group, player))
