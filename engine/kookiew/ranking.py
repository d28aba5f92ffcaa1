"""How good a hand of two cards is, under one set of house rules.

A pair is two cards of the same rank *and* colour, and beats everything else; any other two cards are worth the last
digit of their points (KK-5, KK-6). The colour counts before the rank, between pairs as between the highest cards of
mixed hands (KK-3). There are only 784 hands in the order of their cards, so ranking one is a single look-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.kookiew.cards import COLOURS, KINDS, POINTS, RANKS, TwoCards
from engine.kookiew.rules import KooKiewRules
from engine.play import Card

PAIR = "pair"
"""The label of every pair; the label of a mixed hand is its points, ``"0"`` to ``"9"``."""

_CARDS = len(KINDS)
_ABOVE_POINTS = 10
"""Where a mixed hand has its points, 0 to 9, a pair has this."""


def label(hand: TwoCards) -> str:
    """What a hand is called: ``pair``, or the points of a mixed hand."""
    one, other = hand
    return PAIR if one == other else str((POINTS[one] + POINTS[other]) % 10)


class Ranking:
    """The order of all hands under one set of house rules; :func:`ranking` gives it ready made.

    A *strength* is a number for comparing hands: greater is better, equal is a tie, which the banker wins (KK-7).
    """

    __slots__ = ("_height", "_second_card", "_table")

    def __init__(self, colours: Sequence[str], second_card: bool) -> None:
        places = [len(COLOURS) - 1 - colours.index(colour) for colour in COLOURS]
        self._height = [places[card // len(RANKS)] * len(RANKS) + len(RANKS) - 1 - card % len(RANKS) for card in KINDS]
        self._second_card = second_card
        self._table = [self._strength(one, other) for one in KINDS for other in KINDS]

    def _strength(self, one: Card, other: Card) -> int:
        highest, second = sorted((self._height[one], self._height[other]), reverse=True)
        worth = _ABOVE_POINTS if one == other else (POINTS[one] + POINTS[other]) % 10
        return (worth * _CARDS + highest) * _CARDS + (second if self._second_card else 0)

    def strength(self, hand: TwoCards) -> int:
        """The strength of two cards, given in either order."""
        one, other = hand
        return self._table[one * _CARDS + other]

    def beats(self, player: TwoCards, banker: TwoCards) -> bool:
        """Whether the hand of a player wins against that of the banker, whose are the ties (KK-7, KK-15)."""
        return self.strength(player) > self.strength(banker)

    def highest_card(self, hand: TwoCards) -> Card:
        """The card that decides between equal points: the highest colour, then the highest rank (KK-3)."""
        return max(hand, key=self._height.__getitem__)


def ranking(rules: KooKiewRules) -> Ranking:
    """The order of hands under ``rules``."""
    return _ranking(rules.colours, rules.second_card)


_ranking = cache(Ranking)
"""One ranking for each of the 24 orders of colours, with the second card and without."""
