"""Facts of a hand of QiuQiu, and the odds of each type of hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.facts import MadeHand, Move, SeatFacts, counted, final_moves, rarities
from engine.play import Event, Seat
from engine.qiuqiu.events import Awarded, Uncontested
from engine.qiuqiu.ranking import Ranking, pair_values, ranking
from engine.qiuqiu.round import QiuQiuRound
from engine.qiuqiu.rules import SPECIALS, QiuQiuRules

NINE_NINE, SERI = "9-9", "seri"

TYPES: tuple[str, ...] = (*SPECIALS, NINE_NINE, SERI, *"9876543210")
"""Every type of hand, the best first as they rank by the usual house rules: the special hands, 9-9, a seri, and all
other pairs by the value of the high one."""

_NAMES: tuple[str, ...] = (
    *SPECIALS,
    NINE_NINE,
    SERI,
    *[f"{high}-{low}" for high in range(9, -1, -1) for low in range(high, -1, -1) if low < 9],
)
"""By label, best first."""

_WORTH: Mapping[str, int] = {name: worth for worth, name in enumerate(reversed(_NAMES), 1)}


def type_of(label: str) -> str:
    values = pair_values(label)
    return label if values is None or label == NINE_NINE else str(values[0])


def facts(over: QiuQiuRound, story: Iterable[Event], moves: Iterable[Move]) -> tuple[SeatFacts, ...]:
    pots = _pots(story)
    return tuple(
        SeatFacts(
            showdown=seat in over.declared,
            pots=tuple([chips for _, chips in sorted(pots.get(seat, {}).items())]),
            made=_made(over, seat),
            moves=made,
            by_clock=by_clock,
        )
        for seat, (made, by_clock) in enumerate(counted(final_moves(moves), over.seats))
    )


def _pots(story: Iterable[Event]) -> dict[Seat, dict[int, int]]:
    """Map each seat to the chips it took out of each pot."""
    pots: dict[Seat, dict[int, int]] = {}
    for event in story:
        if isinstance(event, Uncontested):
            pots[event.seat] = {0: event.amount}
        elif isinstance(event, Awarded):
            for seat, chips in event.shares:
                if chips:
                    taken = pots.setdefault(seat, {})
                    taken[event.pot] = taken.get(event.pot, 0) + chips
    return pots


def _made(over: QiuQiuRound, seat: Seat) -> MadeHand | None:
    tiles = over.hands[seat]
    if len(tiles) < 4:
        return None
    order = ranking(over.rules)
    name = order.label(tiles)
    return MadeHand(type_of(name), name, _WORTH[name], _rarities(order)[name], seat in over.declared)


@lru_cache(maxsize=32)
def _rarities(order: Ranking) -> Mapping[str, int]:
    ways = Counter(map(order.label_of, order.table.values()))
    return rarities({label: ways[label] for label in order.labels})


def type_odds(rules: QiuQiuRules) -> Mapping[str, int]:
    """In how many of the 20,475 hands of four tiles each type is the best they can be declared as, the best first.

    Types that the house rules do not know are left out.
    """
    return _type_odds(ranking(rules))


@lru_cache(maxsize=32)
def _type_odds(order: Ranking) -> Mapping[str, int]:
    ways = Counter(map(type_of, map(order.label_of, order.table.values())))
    return {each: ways[each] for each in TYPES if ways[each]}


def hand_name(worth: int) -> str:
    return _NAMES[-worth]
