"""The dominoes and the house rules of High Domino."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement

from engine.fairness.receivers import Dealing
from engine.house_rules import GameRules, number, rule, switch
from engine.play import Card

DOMINOES: tuple[Card, ...] = tuple(map(Card, range(28)))
"""The pack by number; there is one of each domino, so a card is its number."""

ENDS: Mapping[Card, tuple[int, int]] = {
    card: (high, low) for card, (low, high) in zip(DOMINOES, combinations_with_replacement(range(7), 2), strict=True)
}
"""The spots on the two ends of each domino, the higher end first."""

NAME_OF: Mapping[Card, str] = {card: f"{high}-{low}" for card, (high, low) in ENDS.items()}
"""The name of each domino, such as ``6-3``; records and proofs have it."""


@dataclass(frozen=True)
class HighDominoRules(GameRules):
    """Every house rule of High Domino."""

    doubles_first: bool = rule(False, switch(), section="ranking")
    """A double is higher than every domino that is none (HD-3)."""

    ante: int = rule(10, number(1, 1_000_000), section="betting")
    """Chips that everybody puts in before the deal, and once more to stay (HD-1)."""

    @property
    def dealing(self) -> Dealing:
        """One domino each, clockwise from the dealer's left (HD-1)."""
        return Dealing(((1,),))


PRESETS: Mapping[str, HighDominoRules] = {"usual": HighDominoRules(), "doubles": HighDominoRules(doubles_first=True)}


def rank(card: Card, rules: HighDominoRules) -> tuple[bool, int, int]:
    """Return the rank of a domino; no two are equal (HD-2, HD-3)."""
    high, low = ENDS[card]
    return rules.doubles_first and high == low, high + low, high
