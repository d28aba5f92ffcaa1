"""Reasons of a showdown: the first step at which two declared hands differ, for every pot won. The ranking gives only a
number; this makes the same comparison step by step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cmp_to_key
from typing import Literal, NamedTuple, TypeAlias

from engine.play import Seat
from engine.pots import Pot
from engine.qiuqiu.arrangements import highest_double
from engine.qiuqiu.events import Awarded
from engine.qiuqiu.ranking import pair_values, ranking
from engine.qiuqiu.rules import SPECIALS, QiuQiuRules
from engine.qiuqiu.showdown import Declared, not_below_nine
from engine.qiuqiu.tiles import SPOTS

Step: TypeAlias = Literal["kind", "first_pair", "second_pair", "spots", "double", "nothing"]
"""The kind of hand, the value of a pair, all spots, or the highest double; ``nothing`` is a tie."""

Part: TypeAlias = Literal["whole", "high", "low"]
"""A whole pot, or its high or low half (QQ-16, QQ-17)."""

_USUAL = QiuQiuRules()


class Comparison(NamedTuple):
    """The deciding step between two declared hands."""

    by: Step

    sign: int
    """1 if the first hand is better, -1 if the second is, 0 if they are equal."""

    one: int = 0
    """The first hand's value at this step: of a pair, spots or the number on a double, -1 without one.

    For two kinds of hand it is a rank, only good for comparing.
    """

    other: int = 0
    """The second hand's value."""

    rule: str = ""
    """The house rule behind this step, if it is not the usual one."""


class Reason(NamedTuple):
    """The reason why a pot, or a half of it, went to its winners."""

    part: Part

    winner: Seat
    """One of the winners, whose hands are equal; the first for odd chips."""

    beaten: Seat | None
    """The best of the others who played for it; ``None`` if there was nobody else."""

    comparison: Comparison | None
    """The winner's hand against that one; ``None`` if there was nobody else."""

    tie: Comparison | None


def compare(rules: QiuQiuRules, one: Declared, other: Declared, part: Part = "whole") -> Comparison:
    """Compare two declared hands; for a half both are pairs below nine."""
    kind = _kind(one.label)
    if kind != _kind(other.label):
        order = ranking(rules).labels.index
        ranks = -order(one.label), -order(other.label)
        better, lesser = (one, other) if ranks[0] > ranks[1] else (other, one)
        return Comparison("kind", _sign(*ranks), *ranks, _rule_of_kinds(rules, better, lesser))
    for step in _steps(rules, kind, part):
        has, other_has = _measured(step, one), _measured(step, other)
        if has != other_has:
            fewer_wins = step == "spots" and kind == "murni_kecil"
            sign = _sign(other_has, has) if fewer_wins else _sign(has, other_has)
            return Comparison(step, sign, has, other_has, _rule_of(rules, step, kind))
    return Comparison("nothing", 0, rule="tie" if rules.tie != _USUAL.tie else "")


def reasons(rules: QiuQiuRules, pot: Pot, awarded: Awarded, hands: Mapping[Seat, Declared]) -> tuple[Reason, ...]:
    """Return the reason for a pot or a half of it; two if one hand was best for both halves."""
    winners = [seat for seat, _ in awarded.shares]
    others = [seat for seat in pot.eligible if seat not in winners]
    halved = rules.compare == "split_pot" and not_below_nine(pot, hands) is None
    parts: Sequence[Part] = ("whole",)
    if awarded.part == "high":
        parts = ("high",)
    elif awarded.part == "low":
        parts = ("low",)
    elif halved:
        parts = ("high", "low")
    return tuple([_reason(rules, part, winners, others, hands) for part in parts])


def _reason(
    rules: QiuQiuRules, part: Part, winners: Sequence[Seat], others: Iterable[Seat], hands: Mapping[Seat, Declared]
) -> Reason:
    def order(one: Seat, other: Seat) -> int:
        return compare(rules, hands[one], hands[other], part).sign

    beaten = max(others, key=cmp_to_key(order), default=None)
    winner = winners[0]
    comparison = None if beaten is None else compare(rules, hands[winner], hands[beaten], part)
    tie = compare(rules, hands[winner], hands[winners[1]], part) if len(winners) > 1 else None
    return Reason(part, winner, beaten, comparison, tie)


def _kind(label: str) -> str:
    """Return ``pairs``, ``seri``, or a special hand's name."""
    return "pairs" if pair_values(label) else label


def _steps(rules: QiuQiuRules, kind: str, part: Part) -> tuple[Step, ...]:
    double: tuple[Step, ...] = ("double",) if rules.tie == "highest_double" else ()  # QQ-13
    if kind == "pairs":
        # The low half goes to the best low pair, and among equals to the better high pair (QQ-17).
        return ("second_pair", "first_pair", *double) if part == "low" else ("first_pair", "second_pair", *double)
    if kind == "seri":
        return ("double", "spots") if rules.seri_tie == "double_first" else ("spots", *double)  # QQ-9
    counted = kind in ("murni_besar", "murni_kecil") and rules.special_tie == "total"
    return ("spots", *double) if counted else double  # QQ-5


def _measured(step: Step, hand: Declared) -> int:
    if step == "double":
        return highest_double(hand.tiles)
    if step == "spots":
        return sum(map(SPOTS.__getitem__, hand.tiles))
    values = pair_values(hand.label)
    assert values is not None
    return values[0 if step == "first_pair" else 1]


def _rule_of(rules: QiuQiuRules, step: Step, kind: str) -> str:
    """The house rule behind a step between hands of one kind, unless it is the usual one."""
    if step not in ("double", "spots"):
        return ""
    if kind == "seri":
        return "seri_tie" if rules.seri_tie != _USUAL.seri_tie else "tie" if step == "double" else ""
    return "tie" if step == "double" else "special_tie"


def _rule_of_kinds(rules: QiuQiuRules, better: Declared, lesser: Declared) -> str:
    """The house rule that puts one kind of hand before another, unless it is the usual one."""
    kinds = {_kind(better.label), _kind(lesser.label)}
    if kinds <= set(SPECIALS):
        usual = [name for name in SPECIALS if name in kinds]
        return "" if [name for name in rules.specials if name in kinds] == usual else "specials"
    if kinds == {"seri", "pairs"}:
        return "seri"
    spots = _measured("spots", better)
    if better.label == "murni_besar" and spots < _USUAL.besar_min:
        return "besar_min"
    return "kecil_max" if better.label == "murni_kecil" and spots > _USUAL.kecil_max else ""


def _sign(one: int, other: int) -> int:
    return (one > other) - (one < other)
