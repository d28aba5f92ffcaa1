"""Exact odds of one player against the banker, counted over every pair of hands."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from engine.kookiew.cards import COPIES, KINDS, TwoCards
from engine.kookiew.ranking import Ranking
from engine.kookiew.rules import USUAL, KooKiewRules


class Odds(NamedTuple):
    """Counts of all possible pairs of hands; the order of the colours makes no difference."""

    wins: int
    """Those in which the player beats the banker."""

    ties: int
    """Those that are equal, which the banker wins."""

    losses: int
    """Those in which the banker is better outright."""

    pair_wins: int

    @property
    def total(self) -> int:
        """All pairs of hands: 112 cards taken 2 and 2."""
        return self.wins + self.ties + self.losses

    def edge(self, pair_payout: int = 1) -> Fraction:
        """The banker's expectation of every chip staked; negative where pairs are paid well."""
        paid = self.wins + (pair_payout - 1) * self.pair_wins
        return Fraction(self.ties + self.losses - paid, self.total)


def odds(rules: KooKiewRules) -> Odds:
    return _odds(rules.second_card)


@cache
def _odds(second_card: bool) -> Odds:
    strength = Ranking(USUAL.colours, second_card).strength
    hands = [(hand, strength(hand)) for hand in combinations_with_replacement(KINDS, 2)]
    wins = ties = losses = pair_wins = 0
    for banker, to_beat in hands:
        left = [COPIES] * len(KINDS)
        ways = _ways(banker, left)
        for card in banker:
            left[card] -= 1
        for player, its_strength in hands:
            together = ways * _ways(player, left)
            if its_strength > to_beat:
                wins += together
                if player[0] == player[1]:
                    pair_wins += together
            elif its_strength == to_beat:
                ties += together
            else:
                losses += together
    return Odds(wins, ties, losses, pair_wins)


def _ways(hand: TwoCards, left: Sequence[int]) -> int:
    one, other = hand
    return left[one] * (left[one] - 1) // 2 if one == other else left[one] * left[other]
