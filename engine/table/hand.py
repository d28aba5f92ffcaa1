"""A hand at a table: its round, and who plays it from which chair."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, NamedTuple, TypeAlias

from engine.facts import Move
from engine.fairness import SealedDeal
from engine.fairness.records import Dealt
from engine.house_rules import GameRules
from engine.play import Event, Round, Seat, View, ViewT_co
from engine.table.players import PlayerId


class Lapsed(NamedTuple):
    """The time of a player ran out, and the bot acted for them."""

    seat: Seat


LAPSE = "lapse "
"""The journal's mark of an action that the bot took for a player."""

CLOSE = "close"
"""The journal's mark of a window whose time was up."""

TOLD = "told "
"""The journal's mark of what nothing else tells (:attr:`engine.play.Round.told`)."""


@dataclass(frozen=True, slots=True)
class TableHand(Generic[ViewT_co]):
    """The running or last hand of a game with such views."""

    id: int
    """Among all hands."""

    number: int
    """At this table."""

    players: tuple[PlayerId, ...]

    names: tuple[str, ...]
    chairs: tuple[int, ...]

    dealer: int
    """The chair that dealt, even if another buys the bank."""

    stacks: tuple[int, ...]
    """By seat, before the hand."""

    round: Round[ViewT_co]
    rules: GameRules
    deal: SealedDeal

    began: datetime
    """In UTC."""

    events: tuple[Event, ...] = ()

    actions: int = 0

    moves: tuple[Move, ...] = field(default=(), repr=False)
    """All moves so far, sealed answers among them."""

    @property
    def over(self) -> bool:
        return self.round.settlement is not None

    def seat(self, player: PlayerId) -> Seat | None:
        return self.players.index(player) if player in self.players else None

    @property
    def dealt(self) -> Dealt:
        now, chairs = self.round, self.chairs
        return Dealt(
            self.deal,
            self.dealer,
            tuple([chairs[seat] for seat in now.dealt_to]),
            now.opened,
            None if now.banker is None else chairs[now.banker],
            tuple([(chairs[seat], word) for seat, word in now.order_of_play]),
        )

    @property
    def turn(self) -> str:
        """The mark of buttons for the present question: hand and number."""
        return f"{self.number}.{self.round.question}"


AnyHand: TypeAlias = TableHand[View]


def payout(over: Round[View], seat: Seat) -> int:
    """The chips that a seat takes out of the middle: its stake and its net."""
    assert over.settlement is not None
    return over.staked[seat] + over.settlement[seat]
