"""One hand of QiuQiu, from the antes to the settlement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from engine.betting import ALL_IN, CHECK, FOLD, Betting, Limits, seated
from engine.game import Deal
from engine.play import LEAVE, NOTHING, Action, Event, Options, Round, Seat, Step, View
from engine.pots import Pot, clockwise, pots, uncalled
from engine.qiuqiu import events as happened
from engine.qiuqiu.ranking import Ranking, ranking
from engine.qiuqiu.rules import QiuQiuRules
from engine.qiuqiu.showdown import Declared, award, first_for_odd_chips
from engine.qiuqiu.tiles import TILES, Tile

STREETS: Mapping[str, tuple[tuple[int, bool], ...]] = {
    "two": ((3, True), (1, True)),
    "three": ((2, True), (1, True), (1, True)),
    "one": ((3, True), (1, False)),
}
"""Under each value of the rule ``rounds``: how many tiles a street deals, and whether betting follows (QQ-24)."""


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
    """What each seat has put in during this betting round."""

    staked: tuple[int, ...]
    """What each seat has put in during the whole hand."""

    folded: frozenset[Seat]
    tiles: tuple[int, ...]
    """How many tiles each seat holds, face down or up."""

    pots: tuple[Pot, ...]
    high: int
    """The bet to match in this betting round."""

    carried_in: int
    shown: Mapping[Seat, Declared]
    """The hands turned over so far, with the label each was declared as."""

    settlement: Mapping[Seat, int] | None

    @property
    def declarations(self) -> tuple[str, ...]:
        """What the viewer may declare his hand as, best first; empty without four tiles."""
        return ranking(self.rules).declarations(self.hand) if len(self.hand) == 4 else ()

    @property
    def pot(self) -> int:
        """All chips in the middle, bets of this betting round included."""
        return sum(each.amount for each in self.pots)

    @property
    def owed(self) -> int:
        """What the viewer has to put in to call, all-in included."""
        if self.seat is None:
            return 0
        return min(self.high - self.bets[self.seat], self.stacks[self.seat])


class _Fields(NamedTuple):
    """What a round of QiuQiu consists of."""

    rules: QiuQiuRules
    pack: tuple[Tile, ...]
    dealer: Seat
    carried_in: int
    betting: Betting
    hands: tuple[tuple[Tile, ...], ...]
    next_tile: int
    """How many tiles of the pack have been dealt."""

    street: int
    """The current betting round, from 0; -1 before any tile is dealt."""

    question: int = 0
    declaring: tuple[Seat, ...] = ()
    """The survivors who have still to show and declare; the first is asked now."""

    asked: Options = NOTHING
    """What the first of them may declare."""

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
    def dealt(self) -> int:
        return self.next_tile

    @property
    def opened(self) -> tuple[int, ...]:
        """The tiles of the hands shown; those folded, or left with the last player in, stay closed."""
        return self._places([tile for each in self.declared.values() for tile in each.tiles])

    def held(self, seat: Seat) -> tuple[int, ...]:
        return self._places(self.hands[seat])

    def _places(self, tiles: Iterable[Tile]) -> tuple[int, ...]:
        """When these tiles were dealt, ascending; there is one of each, so the pack tells."""
        return tuple(sorted(map(self.pack.index, tiles)))

    @property
    def staked(self) -> tuple[int, ...]:
        return self.betting.paid

    def options(self, seat: Seat) -> Options:
        if self.declaring:
            return self.asked if self.declaring[0] == seat else NOTHING
        return self.betting.options(seat)

    def lapse(self, seat: Seat) -> Action:
        """Check if that is free, otherwise fold; at a declaration, the best ordinary arrangement (QQ-18)."""
        ready = self.options(seat).ready
        if self.declaring:
            return ready[0]
        return CHECK if CHECK in ready else FOLD

    def view(self, seat: Seat | None) -> QiuQiuView:
        betting, rules = self.betting, self.rules
        return QiuQiuView(
            seat=seat,
            options=NOTHING if seat is None else self.options(seat),
            rules=rules,
            dealer=self.dealer,
            street=self.street,
            streets=sum(asked for _, asked in STREETS[rules.rounds]),
            awaited=self.awaited,
            hand=() if seat is None else self.hands[seat],
            stacks=betting.stacks,
            bets=betting.bets,
            staked=betting.paid,
            folded=betting.folded,
            tiles=tuple([len(hand) for hand in self.hands]),
            pots=pots(betting.paid, betting.folded, self.carried_in),
            high=betting.high,
            carried_in=self.carried_in,
            shown=self.declared,
            settlement=self.settlement,
        )

    def _after(self, seat: Seat, action: Action) -> Step[QiuQiuView]:
        if self.declaring:
            label = self.lapse(seat).choice if action == LEAVE else action.choice
            return _show_in_turn(self, self.declaring, label, [])
        betting, event = _bet(self.betting, seat, action)
        if not betting.waiting:
            return _advance(self, betting, [event])
        # Written out, because nearly every action passes here.
        rules, pack, dealer, carried_in, _, hands, next_tile, street, question, *_ = self
        after = QiuQiuRound(rules, pack, dealer, carried_in, betting, hands, next_tile, street, question + 1)
        return Step(after, (event,))


def begin(deal: Deal[QiuQiuRules]) -> Step[QiuQiuView]:
    """Take the antes, deal the first tiles and open the betting (QQ-24, QQ-25)."""
    rules, carried = deal.rules, deal.carried
    betting = seated(deal.stacks, rules.ante)
    story: list[Event] = [
        happened.Anted(seat, paid, not betting.stacks[seat]) for seat, paid in enumerate(betting.paid)
    ]
    if carried:
        story.append(happened.Carried(carried))
    tiles = tuple([TILES[number] for number in deal.pack])
    hands: tuple[tuple[Tile, ...], ...] = ((),) * len(deal.stacks)
    return _advance(QiuQiuRound(rules, tiles, deal.dealer, carried, betting, hands, 0, -1), betting, story)


def _bet(betting: Betting, seat: Seat, action: Action) -> tuple[Betting, Event]:
    """Carry out an action of the betting, and say what happened."""
    verb, amount, _ = action
    if verb == "check":
        return betting.check(), happened.Checked(seat)
    if verb == "fold":
        return betting.fold(), happened.Folded(seat, left=False)
    if action == LEAVE:
        return betting.fold(), happened.Folded(seat, left=True)
    stack, bet, high = betting.stacks[seat], betting.bets[seat], betting.high
    total = bet + stack
    if verb == "call" or (action == ALL_IN and total <= high):
        owed = high - bet
        return betting.call(), happened.Called(seat, min(owed, stack), owed >= stack)
    to = total if action == ALL_IN else amount
    event = happened.Raised if high else happened.Bet
    return betting.raise_to(to), event(seat, to, to == total)


def _advance(now: QiuQiuRound, betting: Betting, story: list[Event]) -> Step[QiuQiuView]:
    """Go on from a finished betting round until somebody is asked again or the round is over."""
    rules = now.rules
    streets, around = STREETS[rules.rounds], now.seats
    live = betting.live
    hands, top, street = now.hands, now.next_tile, now.street
    while len(live) > 1 and street + 1 < len(streets):
        street += 1
        count, asked = streets[street]
        hands, top = _deal_street(now, hands, top, count, live)
        story.append(happened.Dealt(count))
        if asked:
            first = now.dealer if rules.first_to_act == "dealer" else (now.dealer + 1) % around
            betting = betting.open(_limits(rules, street), first)
            if betting.waiting:
                break
    after = QiuQiuRound(rules, now.pack, now.dealer, now.carried_in, betting, hands, top, street, now.question + 1)
    if betting.waiting:
        return Step(after, tuple(story))
    after = _without_uncalled(after, story)
    if len(live) == 1:
        return _take_uncontested(after, live[0], story)
    return _show_in_turn(after, clockwise(live, now.dealer, around), None, story)


def _limits(rules: QiuQiuRules, street: int) -> Limits:
    checking = rules.checking == "always" or (rules.checking == "not_in_first" and street > 0)
    return Limits(
        rules.least_bet(street), rules.most_bet(street), rules.raise_cap, rules.min_raise == "last_raise", checking
    )


BATCHES: Mapping[str, tuple[int, ...]] = {"1+2": (1, 2), "2+1": (2, 1), "3": (3,)}
"""How three tiles are handed out under each value of the rule ``batches`` but ``singly``."""


def _deal_street(
    now: QiuQiuRound, hands: tuple[tuple[Tile, ...], ...], top: int, count: int, live: Sequence[Seat]
) -> tuple[tuple[tuple[Tile, ...], ...], int]:
    """Hand ``count`` tiles to every seat still in, clockwise (QQ-24); return the hands and the new top of the pack."""
    rules, pack, around = now.rules, now.pack, now.seats
    first = now.dealer if rules.first_card == "dealer" else (now.dealer + 1) % around
    order = clockwise(live, first, around)
    after = list(hands)
    if rules.batches == "singly":
        end, step = top + count * len(order), len(order)
        for place, seat in enumerate(order, start=top):
            after[seat] += pack[place:end:step]
        return tuple(after), end
    for batch in BATCHES[rules.batches] if count == 3 else (count,):
        for seat in order:
            after[seat] += pack[top : top + batch]
            top += batch
    return tuple(after), top


def _without_uncalled(now: QiuQiuRound, story: list[Event]) -> QiuQiuRound:
    """Give back the bet that nobody matched (QQ-25)."""
    betting = now.betting
    back = uncalled(betting.paid, betting.folded)
    if back is None:
        return now
    seat, amount = back
    story.append(happened.Returned(seat, amount))
    stacks, paid = list(betting.stacks), list(betting.paid)
    stacks[seat] += amount
    paid[seat] -= amount
    return now._replace(betting=betting._replace(stacks=tuple(stacks), paid=tuple(paid)))


def _take_uncontested(now: QiuQiuRound, winner: Seat, story: list[Event]) -> Step[QiuQiuView]:
    taken = sum(now.betting.paid) + now.carried_in
    story.append(happened.Uncontested(winner, taken))
    return _over(now, {}, {winner: taken}, 0, story)


def _show_in_turn(
    now: QiuQiuRound, declaring: tuple[Seat, ...], chosen: str | None, story: list[Event]
) -> Step[QiuQiuView]:
    """Turn over one hand after the other, the dealer's or the next one clockwise first (QQ-30).

    It stops where the split-pot rule gives a player a choice (QQ-18), and settles when all hands lie open.

    Args:
        now: the round before it.
        declaring: who has still to show.
        chosen: the label that the first of them has chosen, if he had a choice.
        story: what has happened so far; it grows.
    """
    rules, table = now.rules, ranking(now.rules)
    declared = dict(now.declared)
    for place, seat in enumerate(declaring):
        hand = now.hands[seat]
        if chosen is None:
            labels = _choices(rules, table, hand)
            if len(labels) > 1:
                asking = now._replace(
                    question=now.question + 1,
                    declaring=declaring[place:],
                    asked=Options(tuple([Action("declare", choice=label) for label in labels])),
                    declared=MappingProxyType(declared),
                )
                return Step(asking, tuple(story))
            chosen = labels[0]
        story.append(happened.Showed(seat, hand, table.layout(hand, chosen), chosen))
        declared[seat] = Declared(hand, chosen)
        chosen = None
    return _settle(now, MappingProxyType(declared), story)


def _choices(rules: QiuQiuRules, table: Ranking, hand: tuple[Tile, ...]) -> tuple[str, ...]:
    """What a hand may be declared as: cards speak, except for ordinary hands under the split-pot rule (QQ-7, QQ-19)."""
    best = table.label(hand)
    if rules.compare == "split_pot" and rules.declaration == "in_turn" and best not in rules.specials:
        return table.declarations(hand)
    return (best,)


def _settle(now: QiuQiuRound, declared: Mapping[Seat, Declared], story: list[Event]) -> Step[QiuQiuView]:
    """Share the pots among the hands shown."""
    betting = now.betting
    laid = pots(betting.paid, betting.folded, now.carried_in)
    first = first_for_odd_chips(now.rules, now.dealer, now.seats)
    awarded = award(now.rules, laid, declared, first, now.seats)
    story.extend(awarded)
    won: dict[Seat, int] = {}
    carried = 0
    for each in awarded:
        carried += each.carried
        for seat, amount in each.shares:
            won[seat] = won.get(seat, 0) + amount
    return _over(now, declared, won, carried, story)


def _over(
    now: QiuQiuRound,
    declared: Mapping[Seat, Declared],
    won: Mapping[Seat, int],
    carried: int,
    story: list[Event],
) -> Step[QiuQiuView]:
    """The finished round: nobody is asked any more, and the winners have their chips."""
    rules, pack, dealer, carried_in, betting, hands, next_tile, street, question, *_ = now
    stacks = tuple([stack + won.get(seat, 0) for seat, stack in enumerate(betting.stacks)])
    settlement = {seat: won.get(seat, 0) - paid for seat, paid in enumerate(betting.paid)}
    over = QiuQiuRound(
        rules,
        pack,
        dealer,
        carried_in,
        betting._replace(stacks=stacks, able=(), asked=NOTHING),
        hands,
        next_tile,
        street,
        question + 1,
        (),
        NOTHING,
        declared,
        carried,
        MappingProxyType(settlement),
    )
    return Step(over, tuple(story))
