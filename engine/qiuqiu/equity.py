"""Exact chances of two, three or four tiles against one unknown hand.

No hand is played out. For every group of up to three tiles there is a sorted list of the strengths of all hands that
hold it; inclusion and exclusion then counts the weaker hands *without* my tiles.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple

from engine.qiuqiu.arrangements import Tiles
from engine.qiuqiu.ranking import Ranking, ranking
from engine.qiuqiu.rules import QiuQiuRules
from engine.qiuqiu.tiles import TILES, Tile

_OTHER_HANDS = 10_626
"""24 choose 4: those of the tiles that I do not hold."""


class Odds(NamedTuple):
    """Counts of all possible showdowns."""

    wins: int
    ties: int
    total: int

    @property
    def share(self) -> float:
        """The expected part of the pot, 0 to 1; a tie counts half."""
        return (self.wins + self.ties / 2) / self.total


class Equity:
    """Chances under one ranking; :func:`equity_of` gives it ready made.

    Hands are compared in the normal way; halves of a split pot (QQ-16) are ignored.
    """

    __slots__ = ("_known", "_ranking", "_strengths")

    def __init__(self, ranking: Ranking) -> None:
        self._ranking = ranking
        self._strengths = _strengths_by_group(ranking)
        self._known: dict[Tiles, Odds] = {}

    def against_one(self, tiles: Sequence[Tile]) -> Odds:
        """Return the odds of two, three or four different ``tiles`` against one unknown hand, or raise ``ValueError``.

        All tiles that I do not hold are equally likely. Three tiles stand for 265,650 showdowns.
        """
        held = 0
        for tile in tiles:
            held |= tile
        if not 2 <= len(tiles) <= 4 or held.bit_count() != len(tiles):
            raise ValueError("odds are for two, three or four different tiles")
        if len(tiles) == 4:
            return self._odds(tiles, held)
        odds = self._known.get(held)
        if odds is None:
            # Only 3,654 starts of two or three tiles exist, so what was worked out is kept.
            odds = self._known[held] = self._odds(tiles, held)
        return odds

    def _odds(self, tiles: Sequence[Tile], held: Tiles) -> Odds:
        unseen = [tile for tile in TILES if not tile & held]
        futures = list(combinations(unseen, 4 - len(tiles)))
        wins = ties = 0
        for drawn in futures:
            weaker, equal = self._weaker_and_equal((*tiles, *drawn))
            wins += weaker
            ties += equal
        return Odds(wins, ties, len(futures) * _OTHER_HANDS)

    def _weaker_and_equal(self, mine: tuple[Tile, ...]) -> tuple[int, int]:
        strength = self._ranking.strength(mine)
        strengths = self._strengths
        # The last term of inclusion and exclusion, hands with all four of my tiles, is my own hand: one, and equal.
        weaker, equal = 0, 1
        for group, sign in _signed_groups(mine):
            sorted_strengths = strengths[group]
            below = bisect_left(sorted_strengths, strength)
            weaker += sign * below
            equal += sign * (bisect_right(sorted_strengths, strength, below) - below)
        return weaker, equal


def _signed_groups(mine: tuple[Tile, ...]) -> tuple[tuple[Tiles, int], ...]:
    a, b, c, d = mine
    ab, ac, ad, bc, bd, cd = a | b, a | c, a | d, b | c, b | d, c | d
    return (
        (0, 1),
        (a, -1), (b, -1), (c, -1), (d, -1),
        (ab, 1), (ac, 1), (ad, 1), (bc, 1), (bd, 1), (cd, 1),
        (ab | c, -1), (ab | d, -1), (ac | d, -1), (bc | d, -1),
    )  # fmt: skip


def _strengths_by_group(ranking: Ranking) -> dict[Tiles, array[int]]:
    groups = chain.from_iterable(combinations(TILES, size) for size in range(4))
    # 16 bits: strengths stay below 60 * 512
    lists: dict[Tiles, array[int]] = {sum(group): array("H") for group in groups}
    for mine in sorted(combinations(TILES, 4), key=ranking.strength):
        strength = ranking.strength(mine)
        for group, _ in _signed_groups(mine):
            lists[group].append(strength)
    return lists


def equity_of(rules: QiuQiuRules) -> Equity:
    """Return the chances under ``rules``; eight rankings are kept, at about two megabytes each."""
    return _equity_of(ranking(rules))


@lru_cache(maxsize=8)
def _equity_of(ranking: Ranking) -> Equity:
    return Equity(ranking)
