"""The strength of two cards under one set of house rules.

A pair is two cards of the same rank *and* colour, and beats everything else; any other two cards are worth the last
digit of their points (KK-5, KK-6). The colour counts before the rank, between pairs as between highest cards (KK-3).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from engine.kookiew.cards import COLOURS, KINDS, POINTS, RANKS, TwoCards, colour
from engine.kookiew.rules import KooKiewRules
from engine.play import Card

PAIR = "pair"
"""The label of every pair; the label of a mixed hand is its points, ``"0"`` to ``"9"``."""

_CARDS = len(KINDS)
_ABOVE_POINTS = 10
"""The points of a pair, above those of any mixed hand."""


Step: TypeAlias = Literal["pair", "points", "colour", "piece", "second_colour", "nothing"]
"""Steps of the comparison in order: pair, points, colour and piece of the highest card, and by house rule the colour of
the other card (KK-4). ``nothing`` is a tie, which the banker wins (KK-7).
"""


class Comparison(NamedTuple):
    """The deciding step between a player and the banker."""

    by: Step

    wins: bool

    labels: tuple[str, str]
    """The labels of the player's and the banker's hand."""

    player: Card
    """The card of the player that counts at this step: the highest, or the other one where that decides."""

    banker: Card

    rule: str = ""
    """The house rule that this step goes by where it is not the usual one; otherwise empty."""


def label(hand: TwoCards) -> str:
    """Label a hand: ``pair``, or the points of a mixed hand."""
    one, other = hand
    return PAIR if one == other else str((POINTS[one] + POINTS[other]) % 10)


class Ranking:
    """The order of all hands under one set of house rules; :func:`ranking` gives it ready made.

    A *strength* is a number for comparing hands: greater is better, equal is a tie, which the banker wins (KK-7).
    """

    __slots__ = ("_colours", "_height", "_second_card", "_table")

    def __init__(self, colours: Sequence[str], second_card: bool) -> None:
        places = [len(COLOURS) - 1 - colours.index(colour) for colour in COLOURS]
        self._height = [places[card // len(RANKS)] * len(RANKS) + len(RANKS) - 1 - card % len(RANKS) for card in KINDS]
        self._colours = tuple(colours)
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
        """True if the hand of a player wins against that of the banker, whose are the ties (KK-7, KK-15)."""
        return self.strength(player) > self.strength(banker)

    def decide(self, player: TwoCards, banker: TwoCards) -> Comparison:
        """Return the first step at which the hands of a player and the banker differ."""
        (mine, my_other), (highest, other) = self.by_height(player), self.by_height(banker)
        labels = label(player), label(banker)
        wins = self.beats(player, banker)
        if labels[0] != labels[1]:
            return Comparison("pair" if PAIR in labels else "points", wins, labels, mine, highest)
        if colour(mine) != colour(highest):
            return Comparison("colour", wins, labels, mine, highest, "colours" if self._colours != COLOURS else "")
        if mine != highest:
            return Comparison("piece", wins, labels, mine, highest)
        if self._second_card and my_other != other:
            return Comparison("second_colour", wins, labels, my_other, other, "second_card")
        return Comparison("nothing", wins, labels, mine, highest)

    def by_height(self, hand: TwoCards) -> tuple[Card, Card]:
        """The card that decides between equal points, of the highest colour and then the highest rank, and the other
        one (KK-3)."""
        one, other = sorted(hand, key=self._height.__getitem__, reverse=True)
        return one, other


def ranking(rules: KooKiewRules) -> Ranking:
    return _ranking(rules.colours, rules.second_card)


_ranking = cache(Ranking)
"""One ranking for each of the 24 orders of colours, with the second card and without."""
