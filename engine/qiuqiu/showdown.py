"""The winners of each pot of QiuQiu and their chips (QQ-13 to QQ-17, QQ-26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from engine.play import Seat
from engine.pots import Pot, clockwise, share_out
from engine.qiuqiu.events import Awarded
from engine.qiuqiu.ranking import highest_double, pair_values, ranking
from engine.qiuqiu.rules import QiuQiuRules
from engine.qiuqiu.tiles import Tile


class Declared(NamedTuple):
    tiles: tuple[Tile, ...]
    label: str


def first_for_odd_chips(rules: QiuQiuRules, dealer: Seat, seat_count: int) -> Seat:
    """The seat to which the first odd chip falls: the dealer, or the dealer's left (QQ-26)."""
    return (dealer + 1) % seat_count if rules.odd_chips == "left_of_dealer" else dealer


def award(
    rules: QiuQiuRules, pots: Sequence[Pot], hands: Mapping[Seat, Declared], first: Seat, seat_count: int
) -> tuple[Awarded, ...]:
    """Share every pot among its best hands; ``first`` gets the first odd chip if it is among the winners."""
    ranked = ranking(rules)
    strengths = {seat: ranked.declared_strength(*hand) for seat, hand in hands.items()}
    awarded = []
    for number, pot in enumerate(pots):
        for part, amount, winners in _parts(rules, pot, hands, strengths):
            in_order = clockwise(winners, first, seat_count)
            odd = amount % len(winners)
            carried = odd if rules.odd_chips == "next_pot" else 0
            shares = zip(in_order, share_out(amount - carried, in_order), strict=True)
            awarded.append(Awarded(number, part, amount, tuple(shares), odd, carried))
    return tuple(awarded)


def _parts(
    rules: QiuQiuRules, pot: Pot, hands: Mapping[Seat, Declared], strengths: Mapping[Seat, int]
) -> list[tuple[str, int, list[Seat]]]:
    if rules.compare != "split_pot" or not_below_nine(pot, hands) is not None:
        return [("whole", pot.amount, _best({seat: strengths[seat] for seat in pot.eligible}))]
    pairs = {seat: values for seat in pot.eligible if (values := pair_values(hands[seat].label))}
    by_double = rules.tie == "highest_double"
    doubles = {seat: highest_double(hands[seat].tiles) if by_double else 0 for seat in pairs}
    high = _best({seat: (more, less, doubles[seat]) for seat, (more, less) in pairs.items()})
    low = _best({seat: (less, more, doubles[seat]) for seat, (more, less) in pairs.items()})
    if set(high) == set(low):
        return [("whole", pot.amount, high)]
    lower_half = pot.amount // 2
    return [("high", pot.amount - lower_half, high), ("low", lower_half, low)]


def not_below_nine(pot: Pot, hands: Mapping[Seat, Declared]) -> Seat | None:
    """The first player in a pot who shows a 9 or no pairs at all, so that it is not cut in halves (QQ-16).

    ``None`` if everybody in it shows pairs below nine.
    """
    for seat in pot.eligible:
        values = pair_values(hands[seat].label)
        if values is None or values[0] == 9:
            return seat
    return None


_Value = TypeVar("_Value", int, tuple[int, int, int])


def _best(values: Mapping[Seat, _Value]) -> list[Seat]:
    best = max(values.values())
    return [seat for seat, each in values.items() if each == best]
