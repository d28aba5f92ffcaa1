"""The house rules of QiuQiu, and the four usual sets of them.

Every field names the decision (QQ-…) that settles what it means; the presets are those of the sources:
Sumatra (000), ninety-nine (001), the parlour (002) and Ceblok Kyu of South Bali.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from engine.fairness.receivers import Dealing
from engine.house_rules import (
    BadRule,
    GameRules,
    Kind,
    number,
    number_or_none,
    one_of,
    ordered_subset,
    rule,
    switch,
    whole_number,
)

SPECIALS = ("enam_dewa", "empat_balak", "murni_besar", "murni_kecil")

Amounts = tuple[int, ...]


def amounts_by_round(least: int, most: int, *, or_none: bool = False) -> Kind:
    """Chips for each betting round, as in ``10`` or ``10,20``; the last one holds for the rounds after it."""

    def read(text: str) -> Amounts | None:
        if or_none and text == "none":
            return None
        amounts = tuple(whole_number(part) for part in re.split(r"\s*[,/]\s*", text.strip()))
        if len(amounts) > 3 or not all(least <= amount <= most for amount in amounts):
            raise ValueError(text)
        return amounts

    return Kind(read, lambda value: "none" if value is None else ",".join(map(str, value)), least=least, most=most)


class Street(NamedTuple):
    """A deal of tiles to everybody still in the hand, and the betting round after it, if any."""

    tiles: int
    """Tiles dealt to each player."""

    betting: bool = True


STREETS: Mapping[str, tuple[Street, ...]] = {
    "two": (Street(3), Street(1)),
    "three": (Street(2), Street(1), Street(1)),
    "one": (Street(3), Street(1, betting=False)),
}
"""The streets of a hand under each value of the rule ``rounds`` (QQ-24)."""

BATCHES: Mapping[str, tuple[int, ...]] = {"1+2": (1, 2), "2+1": (2, 1), "3": (3,)}
"""The batches of three tiles under each value of the rule ``batches`` but ``singly``."""


@dataclass(frozen=True)
class QiuQiuRules(GameRules):
    """The defaults are those of Sumatra."""

    specials: tuple[str, ...] = rule(SPECIALS, ordered_subset(*SPECIALS), section="special_hands")
    """The special hands that count, best first (QQ-1)."""

    besar_min: int = rule(39, number(36, 43), section="special_hands", told_with="specials")
    """The fewest spots of a Murni Besar (QQ-3)."""

    kecil_max: int = rule(9, number(5, 12), section="special_hands", told_with="specials")
    """The most spots of a Murni Kecil (QQ-4)."""

    special_tie: str = rule("equal", one_of("equal", "total"), section="special_hands", told_with="specials")
    """Two of the same special: equal, or more (Besar) and fewer (Kecil) spots first (QQ-5)."""

    seri: bool = rule(False, switch(), section="special_hands")
    """True if four consecutive totals rank just below 9-9 (QQ-8)."""

    seri_tie: str = rule("spots", one_of("spots", "double_first"), section="special_hands", told_with="seri")
    """Two seri: more spots first, or the higher double before any spots (QQ-9)."""

    hui: bool = rule(False, switch(), section="ranking")
    """True if 2-1 and 4-2 each count 3 or 6 in ordinary pairs (QQ-10)."""

    three_doubles: str = rule("off", one_of("off", "optional", "mandatory"), section="ranking")
    """True if three doubles together make a 9, the fourth tile counting alone (QQ-12)."""

    tie: str = rule("split", one_of("split", "highest_double"), section="ranking")
    """Equal hands: share, or let the highest double win (QQ-13)."""

    compare: str = rule("normal", one_of("normal", "split_pot"), section="showdown")
    """Best hand takes all, or high pair and low pair share when nobody shows a 9 (QQ-16)."""

    declaration: str = rule("in_turn", one_of("in_turn", "automatic"), section="showdown", told_with="compare")
    """Under the split-pot comparison: declare in turn, or let the best arrangement count (QQ-18)."""

    odd_chips: str = rule("dealer_first", one_of("dealer_first", "left_of_dealer", "next_pot"), section="showdown")
    """The receiver of chips that cannot be shared equally (QQ-26)."""

    rounds: str = rule("two", one_of("two", "three", "one"), section="deal")
    """3+1 tiles with two betting rounds, 2+1+1 with three, or 3+1 with a single one (QQ-24)."""

    batches: str = rule("singly", one_of("singly", "1+2", "2+1", "3"), section="deal")
    """The batches of the first three tiles; they change no chances (QQ-24)."""

    first_card: str = rule("left_of_dealer", one_of("left_of_dealer", "dealer"), section="deal")
    """The receiver of the first tile (QQ-24)."""

    ante: int = rule(10, number(1, 1_000_000), section="betting")
    """Chips every player puts in before the deal (QQ-22)."""

    part_ante: bool = rule(False, switch(), section="betting")
    """True if a player short of the ante may go all-in for part of it (QQ-25)."""

    min_bet: Amounts = rule((10,), amounts_by_round(1, 1_000_000), section="betting")
    """The smallest bet and raise, by betting round (QQ-22)."""

    max_bet: Amounts | None = rule(
        (100,), amounts_by_round(1, 1_000_000_000, or_none=True), section="betting", told_with="min_bet"
    )
    """The largest bet and raise, by betting round (QQ-22)."""

    min_raise: str = rule("min_bet", one_of("min_bet", "last_raise"), section="betting")
    """The smallest raise: the minimum bet, or at least as much as the last bet or raise (QQ-22)."""

    raise_cap: int | None = rule(None, number_or_none(1, 20), section="betting")
    """The most raises after the first bet of a betting round (QQ-22)."""

    first_to_act: str = rule("dealer", one_of("dealer", "left_of_dealer"), section="betting")
    """The first to act in every betting round (QQ-20)."""

    checking: str = rule("always", one_of("always", "never", "not_in_first"), section="betting")
    """True if a player may check when nobody has bet; without it the choice is to bet or fold (QQ-21)."""

    leaving: str = rule("goes_on", one_of("goes_on", "ends"), section="table")
    """True if the table goes on when somebody leaves, or closes, after the running hand if there is one (QQ-28)."""

    @cached_property
    def dealing(self) -> Dealing:
        """Tiles go clockwise, street by street (QQ-24)."""
        streets = tuple([self._batches(street.tiles) for street in STREETS[self.rounds]])
        return Dealing(streets, first=1 if self.first_card == "left_of_dealer" else 0)

    def _batches(self, tiles: int) -> tuple[int, ...]:
        if self.batches == "singly":
            return (1,) * tiles
        return BATCHES[self.batches] if tiles == 3 else (tiles,)

    def check(self) -> None:
        """Refuse a maximum below its minimum."""
        for street in range(3):
            most = self.most_bet(street)
            if most is not None and most < self.least_bet(street):
                raise BadRule("max-below-min", most=most, least=self.least_bet(street))

    def least_bet(self, street: int) -> int:
        """The smallest bet or raise in betting round ``street``, counted from 0."""
        return self.min_bet[min(street, len(self.min_bet) - 1)]

    def most_bet(self, street: int) -> int | None:
        """The largest bet or raise in betting round ``street``; ``None`` is no limit."""
        return None if self.max_bet is None else self.max_bet[min(street, len(self.max_bet) - 1)]

    @property
    def ends_on_leave(self) -> bool:
        """True if the table closes when somebody leaves it (QQ-28)."""
        return self.leaving == "ends"


SUMATRA = QiuQiuRules()
NINETY_NINE = QiuQiuRules(
    specials=("murni_besar", "murni_kecil", "empat_balak"),
    besar_min=38,
    seri=True,
    seri_tie="double_first",
    three_doubles="optional",
    tie="highest_double",
    checking="never",
    min_bet=(10, 20),
    max_bet=(100, 200),
)
PARLOUR = replace(SUMATRA, declaration="automatic", leaving="ends")
CEBLOK = replace(SUMATRA, specials=(), declaration="automatic")

PRESETS = {"sumatra": SUMATRA, "ninety-nine": NINETY_NINE, "parlour": PARLOUR, "ceblok": CEBLOK}
