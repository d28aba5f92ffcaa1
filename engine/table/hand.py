"""A hand at a table: its round, and who plays it from which chair."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeAlias

from engine.facts import Move
from engine.fairness import SealedDeal
from engine.fairness.records import Dealt
from engine.game import Game
from engine.house_rules import GameRules
from engine.play import Action, Event, Round, Seat, View, ViewT_co
from engine.refusal import Refused
from engine.table.players import SYSTEM, PlayerId


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


def played(hand: AnyHand, seat: Seat, action: Action, *, lapsed: bool) -> AnyHand:
    """The hand after an action, which the bot took if the seat's time has ``lapsed``."""
    step, move = hand.round.play(seat, action), Move(seat, action.verb, hand.round.question, lapsed)
    return _after(hand, step.round, (Lapsed(seat), *step.events) if lapsed else step.events, move)


def window_closed(hand: AnyHand) -> AnyHand:
    """The hand after its window, with lapses for missing answers."""
    now = hand.round
    step = now.close()
    moves = [Move(seat, now.lapse(seat).verb, now.question, by_clock=True) for seat in now.awaited]
    return _after(hand, step.round, step.events, *moves)


def _after(hand: AnyHand, now: Round[View], events: tuple[Event, ...], *moves: Move) -> AnyHand:
    return replace(hand, round=now, events=hand.events + events, actions=hand.actions + 1, moves=(*hand.moves, *moves))


def repeated(hand: AnyHand, actor: PlayerId, text: str, game: Game[Any, View]) -> AnyHand:
    """Repeat a line of the journal in its hand; lines about the table leave it as it is."""
    if (actor, text) == (SYSTEM, CLOSE):
        return window_closed(hand)
    seat = hand.seat(actor)
    try:
        action = Action.read(text.removeprefix(LAPSE), game.verbs)
    except Refused:
        return hand
    return hand if seat is None else played(hand, seat, action, lapsed=text.startswith(LAPSE))


def payout(over: Round[View], seat: Seat) -> int:
    """The chips that a seat takes out of the middle: its stake and its net."""
    assert over.settlement is not None
    return over.staked[seat] + over.settlement[seat]
