"""A computer player. It raises the exact chance against one unknown hand to the power of the opponents still in,
counting bettors for more than one, and weighs that against the price. Now and then it bluffs, more readily before
the last tile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from engine.betting import ALL_IN, CALL, CHECK, FOLD
from engine.play import Action, AmountRange, Seat
from engine.pots import Pot
from engine.qiuqiu.equity import equity_of
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.rules import QiuQiuRules
from engine.qiuqiu.showdown import Declared, award, first_for_odd_chips
from engine.qiuqiu.tiles import Tile

_RESPECT = 0.7
"""Weight of a bet as large as the pot as a sign of a better hand."""

_RESPECT_FOR_OTHERS = 0.2
"""For all but the largest bettor: a follower says less."""

_BLUFFS = 0.1
"""Against a single opponent; half of it against two, and so on."""


def choose(view: QiuQiuView, rng: Random) -> Action:
    """Pick one of ``view.options``, of which there must be some."""
    if view.seat is None or not view.options:
        raise ValueError("this seat is not asked anything")
    if view.options.ready and view.options.ready[0].verb == "declare":
        return Action("declare", choice=_declaration(view, view.seat))
    return _bet(view, prospect(view, view.seat), rng)


class Prospect(NamedTuple):
    chance: float
    """Of winning against everybody still in: 0 to 1."""

    opponents: int
    owed: int
    """Chips to put in to stay."""

    pot: int
    """The chips that a call plays for; what it cannot win, being too short, is left out."""

    drawing: bool
    """True if tiles are still to come."""

    @property
    def price(self) -> float:
        """The chance at which calling neither wins nor loses."""
        return self.owed / (self.pot + self.owed) if self.owed else 0.0

    @property
    def share(self) -> float:
        """The chance measured in equal shares: above 1 the hand is better than average in this company."""
        return self.chance * (self.opponents + 1)


def prospect(view: QiuQiuView, seat: Seat) -> Prospect:
    staked, bets, owed = view.staked, view.bets, view.owed
    opponents = [other for other in range(len(staked)) if other != seat and other not in view.folded]
    before = max(1, view.pot - sum(bets))
    pressure = [min(1.0, bets[other] / before) for other in opponents]
    foremost = max(pressure)
    company = len(opponents) + _RESPECT * foremost + _RESPECT_FOR_OTHERS * (sum(pressure) - foremost)
    one = equity_of(view.rules).against_one(view.hand).share
    mine = staked[seat] + owed
    return Prospect(
        chance=one**company,
        opponents=len(opponents),
        owed=owed,
        pot=view.carried_in + sum(min(each, mine) for each in staked),
        drawing=len(view.hand) < 4,
    )


def _bet(view: QiuQiuView, hand: Prospect, rng: Random) -> Action:
    """Bet, raise, call, check or fold."""
    ready, amounts = view.options.ready, view.options.amounts
    mood = rng.uniform(0.9, 1.1)
    worth_raising = hand.chance * mood > (0.5 if hand.owed else 0.42) or (not hand.owed and hand.share * mood > 1.25)
    if worth_raising:
        bold = _value_bet(view, hand, amounts, rng)
        if bold is not None:
            return bold
    bluff = _BLUFFS * (2 if hand.drawing and hand.share > 0.8 else 1) / hand.opponents
    if amounts and hand.price < 0.35 and rng.random() < bluff:
        return _sized(amounts[0], view, rng.uniform(0.5, 1.0))
    if CHECK in ready:
        return CHECK
    if hand.owed:
        # A tile still to come can win further bets, so a drawing hand may pay a little too much.
        pays = hand.chance * mood > hand.price * (0.95 if hand.drawing else 1.0)
        return FOLD if not pays else CALL if CALL in ready else ALL_IN
    return _open_or_fold(view, hand, amounts)


def _value_bet(view: QiuQiuView, hand: Prospect, amounts: Sequence[AmountRange], rng: Random) -> Action | None:
    """Bet or raise for value, the more the better the hand; ``None`` where that is not possible."""
    if amounts:
        return _sized(amounts[0], view, 0.5 + 2 * max(0.0, hand.share - 1) * rng.uniform(0.8, 1.2))
    if ALL_IN in view.options.ready:
        return ALL_IN
    return None


def _sized(amount: AmountRange, view: QiuQiuView, pots: float) -> Action:
    """Bet or raise by a multiple of the pot, within the limits; nearly all-in is all-in."""
    seat = view.seat
    assert seat is not None
    all_in = view.bets[seat] + view.stacks[seat]
    to = view.current_bet + round(pots * (view.pot + view.owed))
    to = min(max(to, amount.least), amount.most)
    if amount.most == all_in and to >= 0.8 * all_in:
        to = amount.most
    return ALL_IN if to == all_in and ALL_IN in view.options.ready else Action(amount.verb, to)


def _open_or_fold(view: QiuQiuView, hand: Prospect, amounts: Sequence[AmountRange]) -> Action:
    if not amounts:
        return ALL_IN if ALL_IN in view.options.ready and hand.share > 0.8 else FOLD
    least = amounts[0].least
    called = hand.pot + least * (hand.opponents + 1)
    return Action(amounts[0].verb, least) if hand.chance * called > least else FOLD


def _declaration(view: QiuQiuView, seat: Seat) -> str:
    labels = [action.choice for action in view.options.ready]
    seat_count = len(view.stacks)
    if len(view.shown) + len(view.folded) + 1 < seat_count:
        return labels[0]
    first = first_for_odd_chips(view.rules, view.dealer, seat_count)
    return best_reply(view.rules, view.pots, view.shown, seat, view.hand, labels, first, seat_count)


def best_reply(
    rules: QiuQiuRules,
    pots: Sequence[Pot],
    shown: Mapping[Seat, Declared],
    seat: Seat,
    hand: tuple[Tile, ...],
    labels: Sequence[str],
    first: Seat,
    seat_count: int,
) -> str:
    """The label that wins the last player most chips against the hands shown (QQ-18); the first of equals."""

    def gets(label: str) -> int:
        hands = {**shown, seat: Declared(hand, label)}
        return sum(
            chips for each in award(rules, pots, hands, first, seat_count) for to, chips in each.shares if to == seat
        )

    return max(labels, key=gets)
