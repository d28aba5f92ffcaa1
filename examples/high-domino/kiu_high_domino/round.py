"""One hand of High Domino, from the antes to the settlement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from engine.game import Deal
from engine.play import LEAVE, NOTHING, Action, Card, Event, Options, Round, Seat, Step, View
from kiu_high_domino.rules import DOMINOES, HighDominoRules, rank

STAY = Action("stay")
FOLD = Action("fold")


class Began(NamedTuple):
    """Everybody has put in the ante and been dealt one domino, face down."""

    amount: int
    """The ante of each player."""

    carried: int
    """Chips of the last round that are in the pot as well."""


class Stayed(NamedTuple):
    """A player has put in as much as the ante again."""

    seat: Seat
    amount: int


class Folded(NamedTuple):
    """A player has given up; their domino stays hidden."""

    seat: Seat
    left: bool
    """The player got up and left the table."""


class Showed(NamedTuple):
    """A player has turned over their domino."""

    seat: Seat
    domino: Card


class Won(NamedTuple):
    """A player has taken the pot."""

    seat: Seat
    amount: int
    shown: bool
    """Dominoes were shown; the last player left shows nothing."""


EVENTS: tuple[type, ...] = (Began, Stayed, Folded, Showed, Won)
"""Every event, in the order of a hand."""


@dataclass(frozen=True, slots=True)
class HighDominoView(View):
    """A round of High Domino as one seat, or a bystander, sees it; all amounts are chips."""

    seat: Seat | None
    options: Options
    rules: HighDominoRules
    dealer: Seat
    awaited: tuple[Seat, ...]
    hand: tuple[Card, ...] = field(repr=False)
    """The viewer's own domino; a bystander has none."""

    stacks: tuple[int, ...]
    staked: tuple[int, ...]
    pot: int
    stayed: frozenset[Seat]
    folded: frozenset[Seat]
    shown: Mapping[Seat, Card]
    settlement: Mapping[Seat, int] | None


class _Fields(NamedTuple):
    """What a round of High Domino consists of."""

    rules: HighDominoRules
    hands: tuple[Card, ...]
    """The domino of each seat."""

    dealer: Seat
    before: tuple[int, ...]
    """The chips of each seat before the ante."""

    carried_in: int
    question: int = 1
    stayed: frozenset[Seat] = frozenset()
    folded: frozenset[Seat] = frozenset()
    settlement: Mapping[Seat, int] | None = None


class HighDominoRound(_Fields, Round[HighDominoView]):
    """One hand of High Domino, as an immutable value."""

    __slots__ = ()

    carried_out = 0

    def __repr__(self) -> str:
        return f"<HighDominoRound of {self.seats}, question {self.question}>"

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def in_order(self) -> tuple[Seat, ...]:
        """All seats as they are dealt to and asked: from the dealer's left."""
        return self.rules.dealing.in_order(range(self.seats), self.dealer)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        if self.settlement is not None:
            return ()
        return tuple([seat for seat in self.in_order if seat not in self.stayed | self.folded])[:1]

    @property
    def staked(self) -> tuple[int, ...]:
        ante = self.rules.ante
        return tuple([2 * ante if seat in self.stayed else ante for seat in range(self.seats)])

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        return self.in_order

    @property
    def shown(self) -> tuple[Seat, ...]:
        """The seats whose dominoes lie open, in order: those who stayed, unless only one player was left."""
        contested = self.settlement is not None and len(self.folded) < self.seats - 1
        return tuple([seat for seat in self.in_order if contested and seat in self.stayed])

    @property
    def opened(self) -> tuple[int, ...]:
        return tuple(sorted(map(self.in_order.index, self.shown)))

    def held(self, seat: Seat) -> tuple[int, ...]:
        return (self.in_order.index(seat),)

    def options(self, seat: Seat) -> Options:
        return Options((STAY, FOLD)) if self.awaited == (seat,) else NOTHING

    def lapse(self, seat: Seat) -> Action:
        """Fold, because staying costs chips (HD-4)."""
        return FOLD

    def view(self, seat: Seat | None) -> HighDominoView:
        won = self.settlement or {}
        return HighDominoView(
            seat=seat,
            options=NOTHING if seat is None else self.options(seat),
            rules=self.rules,
            dealer=self.dealer,
            awaited=self.awaited,
            hand=() if seat is None else (self.hands[seat],),
            stacks=tuple(
                [
                    chips + won[seat] if won else chips - staked
                    for seat, (chips, staked) in enumerate(zip(self.before, self.staked, strict=True))
                ]
            ),
            staked=self.staked,
            pot=self.carried_in + sum(self.staked),
            stayed=self.stayed,
            folded=self.folded,
            shown={seat: self.hands[seat] for seat in self.shown},
            settlement=self.settlement,
        )

    def _after(self, seat: Seat, action: Action) -> Step[HighDominoView]:
        now = self._replace(question=self.question + 1)
        if action == STAY:
            now = now._replace(stayed=self.stayed | {seat})
            return _advance(now, Stayed(seat, self.rules.ante))
        now = now._replace(folded=self.folded | {seat})
        return _advance(now, Folded(seat, left=action == LEAVE))


def begin(deal: Deal[HighDominoRules]) -> Step[HighDominoView]:
    """Take the antes and deal one domino each, from the dealer's left (HD-1)."""
    players = len(deal.stacks)
    order = deal.rules.dealing.in_order(range(players), deal.dealer)
    dealt = dict(zip(order, deal.pack, strict=False))
    hands = tuple([DOMINOES[dealt[seat]] for seat in range(players)])
    start = HighDominoRound(deal.rules, hands, deal.dealer, deal.stacks, deal.carried)
    return Step(start, (Began(deal.rules.ante, deal.carried),))


def _advance(now: HighDominoRound, event: Event) -> Step[HighDominoView]:
    """Settle the round if nobody is left to be asked, or only one player has not folded."""
    playing = [seat for seat in range(now.seats) if seat not in now.folded]
    if len(playing) > 1 and now.awaited:
        return Step(now, (event,))
    winner = max(playing, key=lambda seat: rank(now.hands[seat], now.rules))
    pot = now.carried_in + sum(now.staked)
    settlement = {seat: pot * (seat == winner) - staked for seat, staked in enumerate(now.staked)}
    over = now._replace(settlement=MappingProxyType(settlement))
    shown = [Showed(seat, over.hands[seat]) for seat in over.shown]
    return Step(over, (event, *shown, Won(winner, pot, bool(shown))))
