"""Facts of a deal of Koo Kiew, and the odds of each type of hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations_with_replacement

from engine.facts import MadeHand, Move, SeatFacts, counted, final_moves, rarities
from engine.kookiew.cards import COPIES, KINDS, NAME_OF, TwoCards
from engine.kookiew.ranking import PAIR, Ranking, label
from engine.kookiew.round import KooKiewRound
from engine.kookiew.rules import USUAL

TYPES: tuple[str, ...] = (PAIR, *"9876543210")
"""Every type of hand, the best first: a pair, or the points of a mixed hand."""

_ORDER = Ranking(USUAL.colours, second_card=True)


def facts(over: KooKiewRound, moves: Iterable[Move]) -> tuple[SeatFacts, ...]:
    """Return the facts of each seat; its total winnings stand for a pot."""
    shown, covered, settlement = over.shown, over.covered, over.settlement
    assert settlement is not None
    return tuple(
        SeatFacts(
            showdown=bool(shown) and (seat == over.dealer or covered[seat] > 0),
            pots=(settlement[seat],) if settlement[seat] > 0 else (),
            made=_made(shown[seat]) if shown else None,
            moves=made,
            by_clock=by_clock,
        )
        for seat, (made, by_clock) in enumerate(counted(final_moves(moves), over.seats))
    )


def _made(hand: TwoCards) -> MadeHand:
    worth = _worth(hand)
    return MadeHand(label(hand), _name(hand), worth, _rarities()[worth], shown=True)


@cache
def _rarities() -> Mapping[int, int]:
    ways: Counter[int] = Counter()
    for hand in combinations_with_replacement(KINDS, 2):
        ways[_worth(hand)] += _ways(hand)
    return rarities(dict(sorted(ways.items(), reverse=True)))


def _name(hand: TwoCards) -> str:
    type_ = label(hand)
    return f"{PAIR}-{NAME_OF[hand[0]]}" if type_ == PAIR else type_


def _worth(hand: TwoCards) -> int:
    return _ORDER.strength(hand) + 1


def hand_name(worth: int) -> str:
    return _names()[worth]


@cache
def _names() -> Mapping[int, str]:
    return {_worth(hand): _name(hand) for hand in combinations_with_replacement(KINDS, 2)}


@cache
def type_odds() -> Mapping[str, int]:
    """In how many of the 6,216 hands of two cards each type comes, the best first; no house rule changes it."""
    ways = dict.fromkeys(TYPES, 0)
    for hand in combinations_with_replacement(KINDS, 2):
        ways[label(hand)] += _ways(hand)
    return ways


def _ways(hand: TwoCards) -> int:
    one, other = hand
    return COPIES * (COPIES - 1) // 2 if one == other else COPIES * COPIES
