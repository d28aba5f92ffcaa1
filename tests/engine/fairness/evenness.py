"""How well shuffles agree with chance: each function gives the p-value of one test.

The p-value is the share of fair shuffles that agree worse with what is expected, so it is low for what is uneven.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from math import factorial, sqrt
from operator import eq
from statistics import NormalDist
from typing import TypeAlias, TypeVar

FEWEST = 10
"""What is expected less often than this is counted together, as the chi-square test demands."""

Order: TypeAlias = Sequence[int]
"""The number of the card at every place."""

Kind = TypeVar("Kind")


def upper_tail(statistic: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is greater.

    By the formula of Wilson and Hilferty, which is right to 0.004 from four degrees on.
    """
    spread = 2 / (9 * freedom)
    return 1 - NormalDist().cdf(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def agreement(found: Mapping[Kind, int], expected: Mapping[Kind, float]) -> float:
    """Pearson's test of counts against the weights of what is expected.

    Raises:
        ValueError: something was found that cannot be.
    """
    if not found.keys() <= {each for each, weight in expected.items() if weight}:
        raise ValueError("this was not expected at all")
    scale = sum(found.values()) / sum(expected.values())
    classes: list[tuple[float, float]] = []
    rare_found = rare_expected = 0.0
    for each, weight in expected.items():
        if weight * scale < FEWEST:
            rare_found += found.get(each, 0)
            rare_expected += weight * scale
        else:
            classes.append((found.get(each, 0), weight * scale))
    if rare_expected:
        classes.append((rare_found, rare_expected))
    return upper_tail(sum((one - other) ** 2 / other for one, other in classes), len(classes) - 1)


def positions(orders: Sequence[Order]) -> float:
    """Every card comes to every place equally often.

    A shuffle fills every place once, which leaves (n - 1)² degrees of freedom and takes 1/n from the spread.
    """
    count = len(orders[0])
    usual, found = len(orders) / count, [Counter(place) for place in zip(*orders, strict=True)]
    statistic = sum((place[card] - usual) ** 2 / usual for place in found for card in range(count))
    return upper_tail(statistic * (count - 1) / count, (count - 1) ** 2)


def neighbours(orders: Sequence[Order]) -> float:
    """Every ordered pair of cards comes equally often next to each other, the last card being followed by the first.

    In such a ring every card has one follower, so the counts of a pair and of its reverse belong together: their sums
    spread as widely as counts do, and their differences n / (n - 2) times as widely.
    """
    count = len(orders[0])
    usual = len(orders) / (count - 1)
    found = Counter(pair for order in orders for pair in pairwise((*order, order[0])))
    statistic = 0.0
    for one, other in combinations(range(count), 2):
        there, back = found[one, other] - usual, found[other, one] - usual
        statistic += (there + back) ** 2 / (2 * usual)
        statistic += (there - back) ** 2 / (2 * usual) * (count - 2) / count
    return upper_tail(statistic, count * (count - 3) // 2 + (count - 1) * (count - 2) // 2)


def same_places(orders: Sequence[Order]) -> float:
    """As many cards as by chance lie where they lay one shuffle earlier."""
    count, found = len(orders[0]), Counter(sum(map(eq, *pair)) for pair in pairwise(orders))
    return agreement(found, {same: _share_that_keeps(same, count) for same in range(count + 1)})


def _share_that_keeps(same: int, count: int) -> float:
    """The share of permutations with so many fixed points."""
    moved = count - same
    return sum((-1.0) ** left / factorial(left) for left in range(moved + 1)) / factorial(same)


def serial_correlation(orders: Sequence[Order]) -> float:
    """Where a card lies says nothing of where it lies after the next shuffle.

    The correlation of places between two shuffles of n cards has the variance 1 / (n - 1).
    """
    count = len(orders[0])
    squares = count * (count * count - 1) / 6
    places = [sorted(range(count), key=order.__getitem__) for order in orders]
    apart = [sum((one - other) ** 2 for one, other in zip(*pair, strict=True)) for pair in pairwise(places)]
    together = sum(1 - each / squares for each in apart)
    return 1 - NormalDist().cdf(together * sqrt((count - 1) / (len(orders) - 1)))
