from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from engine.betting import ALL_IN, CHECK, FOLD, Betting, Limits, post_antes
from engine.fairness.receivers import FOLD as FOLDED
from engine.fairness.receivers import STREET
from engine.game import Deal
from engine.play import LEAVE, NOTHING, Action, AdvanceAction, Event, Options, Round, Seat, Step, View
from engine.pots import Pot, clockwise, pots, uncalled
from engine.qiuqiu import events as happened
from engine.qiuqiu.ranking import Ranking, ranking
from engine.qiuqiu.rules import STREETS, QiuQiuRules
from engine.qiuqiu.showdown import Declared, award, first_for_odd_chips
from engine.qiuqiu.tiles import TILES, Tile


@dataclass(frozen=True, slots=True)
class QiuQiuView(View):
    """A round of QiuQiu as one seat, or a bystander, sees it; all amounts are chips."""

    seat: Seat | None
    options: Options
    rules: QiuQiuRules
    dealer: Seat
    street: int
    """The current betting round, from 0."""

    streets: int

    awaited: tuple[Seat, ...]
    hand: tuple[Tile, ...] = field(repr=False)
    """The viewer's own tiles; a bystander has none."""

    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    """Chips put in during this betting round."""

    staked: tuple[int, ...]
    """Chips put in during the whole hand."""

    folded: frozenset[Seat]
    tiles: tuple[int, ...]
    """The number of tiles of each seat, face down or up."""

    pots: tuple[Pot, ...]
    """The main pot, then the side pots; bets of this betting round lie in the pots that they will become."""

    current_bet: int

    carried_in: int
    shown: Mapping[Seat, Declared]
    """The hands turned over so far, with the label each was declared as."""

    settlement: Mapping[Seat, int] | None

    @property
    def declarations(self) -> tuple[str, ...]:
        """The viewer's possible declarations, best first; empty without four tiles."""
        return ranking(self.rules).declarations(self.hand) if len(self.hand) == 4 else ()

    @property
    def pot(self) -> int:
        """All chips in the middle, bets of this betting round included."""
        return sum(each.amount for each in self.pots)

    @property
    def owed(self) -> int:
        """The viewer's price of a call, all-in included."""
        if self.seat is None:
            return 0
        return min(self.current_bet - self.bets[self.seat], self.stacks[self.seat])


class _Fields(NamedTuple):
    rules: QiuQiuRules
    pack: tuple[Tile, ...]
    dealer: Seat
    carried_in: int
    betting: Betting
    hands: tuple[tuple[Tile, ...], ...]
    next_tile: int
    """The number of tiles dealt from the pack."""

    street: int
    """From 0; -1 before any tile is dealt."""

    question: int
    declaring: tuple[Seat, ...] = ()
    """The survivors who have still to show and declare; the first is asked now."""

    declare_options: Options = NOTHING
    """The possible declarations of the first of them."""

    declared: Mapping[Seat, Declared] = MappingProxyType({})
    carried_out: int = 0
    settlement: Mapping[Seat, int] | None = None


class QiuQiuRound(_Fields, Round[QiuQiuView]):
    """One hand of QiuQiu, as an immutable value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<QiuQiuRound of {self.seats}, street {self.street}>"

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return self.betting.awaited or self.declaring[:1]

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        owners = {tile: seat for seat, hand in enumerate(self.hands) for tile in hand}
        return tuple([owners[tile] for tile in self.pack[: self.next_tile]])

    @property
    def order_of_play(self) -> tuple[tuple[Seat, str], ...]:
        """Folds, and every street dealt after a betting round.

        Folds within one betting round are told by seat, since their order decides nothing.
        """
        first, *later = STREETS[self.rules.rounds][: self.street + 1]
        tiles, play = first.tiles, self._folded_with(first.tiles)
        for street in later:
            tiles += street.tiles
            play += [(self.dealer, STREET), *self._folded_with(tiles)]
        return tuple(play)

    def _folded_with(self, tiles: int) -> list[tuple[Seat, str]]:
        return [(seat, FOLDED) for seat in sorted(self.betting.folded) if len(self.hands[seat]) == tiles]

    @property
    def opened(self) -> tuple[int, ...]:
        """The tiles of the hands shown; those folded, or left with the last player in, stay closed."""
        return self._places([tile for each in self.declared.values() for tile in each.tiles])

    def held(self, seat: Seat) -> tuple[int, ...]:
        return self._places(self.hands[seat])

    def _places(self, tiles: Iterable[Tile]) -> tuple[int, ...]:
        return tuple(sorted(map(self.pack.index, tiles)))

    @property
    def staked(self) -> tuple[int, ...]:
        return self.betting.contributed

    def options(self, seat: Seat) -> Options:
        if self.declaring:
            return self.declare_options if self.declaring[0] == seat else NOTHING
        return self.betting.options(seat)

    def lapse(self, seat: Seat) -> Action:
        """Check if that is free, otherwise fold; at a declaration, the best ordinary arrangement (QQ-18)."""
        ready = self.options(seat).ready
        if self.declaring:
            return ready[0]
        return CHECK if CHECK in ready else FOLD

    def may_decide_in_advance(self, seat: Seat) -> bool:
        return not self.declaring and seat in self.betting.actors

    def advance_action(self, seat: Seat, name: str) -> AdvanceAction | None:
        decided = None if self.declaring else self.betting.advance_action(seat, name)
        return None if decided is None else decided._replace(stage=(self.street, *decided.stage))

    def from_advance(self, seat: Seat, decided: AdvanceAction) -> Action:
        return self.betting.from_advance(seat, decided)

    def view(self, seat: Seat | None) -> QiuQiuView:
        betting, rules = self.betting, self.rules
        return QiuQiuView(
            seat=seat,
            options=NOTHING if seat is None else self.options(seat),
            rules=rules,
            dealer=self.dealer,
            street=self.street,
            streets=sum(street.betting for street in STREETS[rules.rounds]),
            awaited=self.awaited,
            hand=() if seat is None else self.hands[seat],
            stacks=betting.stacks,
            bets=betting.bets,
            staked=betting.contributed,
            folded=betting.folded,
            tiles=tuple([len(hand) for hand in self.hands]),
            pots=pots(betting.contributed, betting.folded, self.carried_in, betting.actors if betting.awaited else ()),
            current_bet=betting.current_bet,
            carried_in=self.carried_in,
            shown=self.declared,
            settlement=self.settlement,
        )

    def _after(self, seat: Seat, action: Action) -> Step[QiuQiuView]:
        if self.declaring:
            label = self.lapse(seat).choice if action == LEAVE else action.choice
            return _show_in_turn(self, self.declaring, label, [])
        betting, event = _bet(self.betting, seat, action)
        after = self._replace(betting=betting, question=self.question + 1)
        return Step(after, (event,)) if betting.awaited else _advance(after, [event])


def begin(deal: Deal[QiuQiuRules]) -> Step[QiuQiuView]:
    """Take the antes, deal the first tiles and begin the betting (QQ-24, QQ-25)."""
    betting = post_antes(deal.stacks, deal.rules.ante)
    events: list[Event] = [
        happened.Anted(seat, ante, not betting.stacks[seat]) for seat, ante in enumerate(betting.contributed)
    ]
    if deal.carried:
        events.append(happened.Carried(deal.carried))
    start = QiuQiuRound(
        rules=deal.rules,
        pack=tuple([TILES[number] for number in deal.pack]),
        dealer=deal.dealer,
        carried_in=deal.carried,
        betting=betting,
        hands=((),) * len(deal.stacks),
        next_tile=0,
        street=-1,
        question=1,
    )
    return _advance(start, events)


def _bet(betting: Betting, seat: Seat, action: Action) -> tuple[Betting, Event]:
    verb, amount, _ = action
    if verb == "check":
        return betting.check(), happened.Checked(seat)
    if verb == "fold":
        return betting.fold(), happened.Folded(seat, left=False)
    if action == LEAVE:
        return betting.fold(), happened.Folded(seat, left=True)
    stack, bet, current_bet = betting.stacks[seat], betting.bets[seat], betting.current_bet
    total = bet + stack
    if verb == "call" or (action == ALL_IN and total <= current_bet):
        owed = current_bet - bet
        return betting.call(), happened.Called(seat, min(owed, stack), owed >= stack)
    to = total if action == ALL_IN else amount
    event = happened.Raised if current_bet else happened.Bet
    return betting.raise_to(to), event(seat, to, to == total)


def _advance(now: QiuQiuRound, events: list[Event]) -> Step[QiuQiuView]:
    """Go on from a finished betting round until somebody is asked again or the hand is over; ``events`` grows."""
    live = now.betting.live
    streets = STREETS[now.rules.rounds]
    while len(live) > 1 and now.street + 1 < len(streets):
        street = streets[now.street + 1]
        now = _deal_street(now, live)
        events.append(happened.Dealt(street.tiles))
        if street.betting:
            now = _begin_betting(now)
            if now.betting.awaited:
                return Step(now, tuple(events))
    now = _return_uncalled(now, events)
    if len(live) == 1:
        return _take_uncontested(now, live[0], events)
    return _show_in_turn(now, clockwise(live, now.dealer, now.seats), None, events)


def _begin_betting(now: QiuQiuRound) -> QiuQiuRound:
    """Begin the betting round of this street (QQ-20)."""
    first = now.dealer if now.rules.first_to_act == "dealer" else (now.dealer + 1) % now.seats
    return now._replace(betting=now.betting.begin_round(_limits(now.rules, now.street), first))


def _limits(rules: QiuQiuRules, street: int) -> Limits:
    checking = rules.checking == "always" or (rules.checking == "not_in_first" and street > 0)
    return Limits(
        rules.least_bet(street), rules.most_bet(street), rules.raise_cap, rules.min_raise == "last_raise", checking
    )


def _deal_street(now: QiuQiuRound, live: Sequence[Seat]) -> QiuQiuRound:
    """Deal the tiles of the next street to every seat still in the hand (QQ-24)."""
    dealing, number, top = now.rules.dealing, now.street + 1, now.next_tile
    order = [seat for seat in dealing.in_order(range(now.seats), now.dealer) if seat in live]
    hands = list(now.hands)
    receivers = dealing.street(number, order)
    for seat, tile in zip(receivers, now.pack[top:], strict=False):
        hands[seat] += (tile,)
    return now._replace(hands=tuple(hands), next_tile=top + len(receivers), street=number)


def _return_uncalled(now: QiuQiuRound, events: list[Event]) -> QiuQiuRound:
    back = uncalled(now.betting.contributed, now.betting.folded)
    if back is None:
        return now
    events.append(happened.Returned(*back))
    return now._replace(betting=now.betting.give_back(*back))


def _take_uncontested(now: QiuQiuRound, winner: Seat, events: list[Event]) -> Step[QiuQiuView]:
    """Give all chips in the middle to the only player left, who shows nothing (QQ-30)."""
    taken = sum(now.betting.contributed) + now.carried_in
    events.append(happened.Uncontested(winner, taken))
    return _finish(now, {winner: taken}, 0, events)


def _show_in_turn(
    now: QiuQiuRound, declaring: tuple[Seat, ...], chosen: str | None, events: list[Event]
) -> Step[QiuQiuView]:
    """Turn over one hand after the other, the dealer's or the next one clockwise first (QQ-30).

    Stop where the split-pot rule gives a player a choice (QQ-18); settle when all hands lie open. ``chosen`` is the
    label chosen by the first of ``declaring``.
    """
    rules, ranked = now.rules, ranking(now.rules)
    declared = dict(now.declared)
    for place, seat in enumerate(declaring):
        hand = now.hands[seat]
        if chosen is None:
            labels = _choices(rules, ranked, hand)
            if len(labels) > 1:
                asking = now._replace(
                    question=now.question + 1,
                    declaring=declaring[place:],
                    declare_options=Options(tuple([Action("declare", choice=label) for label in labels])),
                    declared=MappingProxyType(declared),
                )
                return Step(asking, tuple(events))
            chosen = labels[0]
        events.append(happened.Showed(seat, hand, ranked.layout(hand, chosen), chosen))
        declared[seat] = Declared(hand, chosen)
        chosen = None
    return _settle(now._replace(declared=MappingProxyType(declared)), events)


def _choices(rules: QiuQiuRules, ranked: Ranking, hand: tuple[Tile, ...]) -> tuple[str, ...]:
    """The possible declarations: cards speak, except for ordinary hands under the split-pot rule (QQ-7, QQ-19)."""
    best = ranked.label(hand)
    if rules.compare == "split_pot" and rules.declaration == "in_turn" and best not in rules.specials:
        return ranked.declarations(hand)
    return (best,)


def _settle(now: QiuQiuRound, events: list[Event]) -> Step[QiuQiuView]:
    betting = now.betting
    contested = pots(betting.contributed, betting.folded, now.carried_in)
    first = first_for_odd_chips(now.rules, now.dealer, now.seats)
    awarded = award(now.rules, contested, now.declared, first, now.seats)
    events.extend(awarded)
    won: dict[Seat, int] = {}
    carried = 0
    for each in awarded:
        carried += each.carried
        for seat, amount in each.shares:
            won[seat] = won.get(seat, 0) + amount
    return _finish(now, won, carried, events)


def _finish(now: QiuQiuRound, won: Mapping[Seat, int], carried: int, events: list[Event]) -> Step[QiuQiuView]:
    """The finished round: nobody is asked any more, and the winners have their chips."""
    betting = now.betting
    stacks = tuple([stack + won.get(seat, 0) for seat, stack in enumerate(betting.stacks)])
    settlement = {seat: won.get(seat, 0) - put_in for seat, put_in in enumerate(betting.contributed)}
    over = now._replace(
        betting=betting._replace(stacks=stacks, actors=(), to_act=0),
        question=now.question + 1,
        declaring=(),
        declare_options=NOTHING,
        carried_out=carried,
        settlement=MappingProxyType(settlement),
    )
    return Step(over, tuple(events))
