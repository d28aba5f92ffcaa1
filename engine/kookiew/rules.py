"""The house rules of Koo Kiew, and some usual sets of them.

Every field names the decision (KK-…) that settles what it means.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from engine.fairness.receivers import Dealing
from engine.house_rules import BadRule, GameRules, Kind, number, number_or_none, one_of, rule, switch, words_in_order
from engine.kookiew.cards import COLOURS, SUITS

CARDS = 2
"""Cards dealt to each seat (KK-14)."""

BRIDGE_ORDER = tuple(sorted(COLOURS, key=lambda colour: "♠♥♦♣".index(SUITS[colour])))
"""The colours as their suits are ordered in Bridge: spades, hearts, diamonds, clubs (KK-2)."""


def colour_order() -> Kind:
    """All four colours in the order that the admin chooses, highest first; ``usual`` and ``bridge`` are two by name."""
    by_name = {"usual": COLOURS, "bridge": BRIDGE_ORDER}

    def read(text: str) -> tuple[str, ...]:
        words = by_name.get(text) or words_in_order(text, COLOURS)
        if sorted(words) != sorted(COLOURS):
            raise ValueError(text)
        return words

    return Kind(read, ">".join, COLOURS, many=True)


@dataclass(frozen=True)
class KooKiewRules(GameRules):
    colours: tuple[str, ...] = rule(COLOURS, colour_order(), section="ranking")
    """The order of the colours, highest first; it counts before the rank (KK-2, KK-3)."""

    second_card: bool = rule(False, switch(), section="ranking")
    """True if the second card decides when points and highest card are equal, before the banker wins the tie (KK-4)."""

    bank: str = rule("kept", one_of("kept", "every_deal", "after_deals", "highest_bidder", "fixed"), section="bank")
    """The banker: kept until given up or too small for a stake, passed on every deal or after some deals, the highest
    bidder of each deal, or always the same player (KK-10).
    """

    bank_deals: int = rule(5, number(1, 100), section="bank", told_with="bank")
    """After how many deals in a row the bank is passed on, where it is passed on after some deals (KK-10)."""

    solvency: str = rule("cover", one_of("cover", "collect", "unlimited"), section="bank")
    """A small bank covers the stakes from the banker's left as far as it can pay them, collects first and then pays
    while it lasts, or accepts everything and owes what it cannot pay (KK-12).
    """

    min_stake: int = rule(1, number(1, 1_000_000), section="stakes")
    """The smallest stake (KK-11)."""

    max_stake: int | None = rule(None, number_or_none(1, 1_000_000_000), section="stakes", told_with="min_stake")
    """The largest stake (KK-11)."""

    pair_payout: int = rule(1, number(1, 10), section="stakes")
    """The multiple of the stake that a player wins with a pair; the banker's pair takes the stake once (KK-11)."""

    stake_seconds: int = rule(30, number(5, 600), section="clock")
    """Seconds for a stake, or for a bid for the bank (KK-11)."""

    def check(self) -> None:
        """Refuse a maximum below its minimum."""
        if self.max_stake is not None and self.max_stake < self.min_stake:
            raise BadRule("max-below-min", most=self.max_stake, least=self.min_stake)

    @cached_property
    def dealing(self) -> Dealing:
        """Two cards singly, clockwise from the left of the banker (KK-14)."""
        return Dealing(((1,) * CARDS,), from_banker=self.bank_is_sold)

    @property
    def bank_is_sold(self) -> bool:
        """True if the bank goes to the highest bidder of each deal (KK-10)."""
        return self.bank == "highest_bidder"

    @property
    def least_bank(self) -> int:
        """The fewest chips with which a bank can be held: those that pay one smallest stake at worst."""
        return self.min_stake * (self.pair_payout if self.solvency == "cover" else 1)


USUAL = KooKiewRules()
PRESETS = {
    "usual": USUAL,
    "bridge": replace(USUAL, colours=BRIDGE_ORDER),
    "in-turn": replace(USUAL, bank="every_deal"),
    "auction": replace(USUAL, bank="highest_bidder"),
    "sharp": replace(USUAL, second_card=True, pair_payout=2),
}
