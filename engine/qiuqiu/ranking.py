"""The strength of four tiles under one set of house rules.

The rules are in :class:`Ranking`, one short method each: ``_special``, ``_is_seri``, ``_readings`` (hui), ``_splits``
(three doubles), ``_tie_break``. They make a table of all 20,475 hands, so ranking a hand is one look-up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from operator import attrgetter

from engine.qiuqiu.arrangements import SHOWN_FIRST, HandFeatures, Split, Tiles, all_hands, hand_features, highest_double
from engine.qiuqiu.rules import QiuQiuRules
from engine.qiuqiu.tiles import DOUBLE, HUI, SPOTS, TILES, Tile

__all__ = ["Ranking", "highest_double", "pair_values", "ranking"]

_TIE_BREAKS = 512
"""A strength is the rank of its label times this, plus its tie-break: spots (6 bits) and highest double (3 bits)."""


_ENAM_DEWA = hand_features(tile for tile in TILES if SPOTS[tile] == 6).tiles


class Ranking:
    """The order of all hands under one set of house rules; :func:`ranking` gives it ready made.

    A *label* names what a hand is declared as: ``enam_dewa``, ``seri``, ``9-5`` (high pair, low pair).
    A *strength* is a number for comparing hands: greater is better, equal is a tie that no rule decides.
    """

    __slots__ = ("_pairs_are_plain", "_rank", "_rank_of_values", "_worth", "labels", "rules", "table")

    rules: QiuQiuRules
    """Only those of ``RANKING_SECTIONS`` matter here."""

    labels: tuple[str, ...]
    """Every label there is under these rules, best first."""

    table: Mapping[Tiles, int]
    """The strength of every hand, by the sum (bitwise or) of its four tiles."""

    def __init__(self, rules: QiuQiuRules) -> None:
        self.rules = rules
        self.labels = _labels(rules)
        self._rank = {label: rank for rank, label in enumerate(reversed(self.labels))}
        self._rank_of_values = [
            [self._rank[f"{max(one, other)}-{min(one, other)}"] for other in range(10)] for one in range(10)
        ]
        self._worth = self._worth_of_groups()
        self._pairs_are_plain = not rules.hui and rules.three_doubles != "mandatory"
        hands = all_hands()
        strengths = [self._best(hand) for hand in hands.examples]
        self.table = dict(zip(hands.sums, map(strengths.__getitem__, hands.kind), strict=True))

    def strength(self, tiles: Sequence[Tile]) -> int:
        """The strength of four tiles, given in any order, at their best.

        Raise ``ValueError`` if these are not four different tiles.
        """
        try:
            a, b, c, d = tiles
            return self.table[a | b | c | d]
        except (ValueError, KeyError):
            raise ValueError("a hand is four different tiles") from None

    def label(self, tiles: Sequence[Tile]) -> str:
        """The best that four tiles can be declared as."""
        return self.label_of(self.strength(tiles))

    def label_of(self, strength: int) -> str:
        return self.labels[-1 - strength // _TIE_BREAKS]

    def declarations(self, tiles: Sequence[Tile]) -> tuple[str, ...]:
        """Every label that four tiles can be declared as, best first (QQ-16, QQ-18)."""
        hand = hand_features(tiles)
        special = self._special(hand)
        ranks = {rank for _, rank in self._layouts(hand)}
        if special:
            ranks.add(self._rank[special])
        if self._is_seri(hand):
            ranks.add(self._rank["seri"])
        return tuple(self.labels[-1 - rank] for rank in sorted(ranks, reverse=True))

    def arrangements(self, tiles: Sequence[Tile], label: str) -> tuple[tuple[tuple[Tile, ...], ...], ...]:
        """Every way to lay out four tiles as ``label``: groups of tiles, the better group first.

        A special hand and a seri are one group; three doubles are a group of three and one of one.

        Raise ``ValueError`` if the hand cannot be declared so.
        """
        hand = hand_features(tiles)
        self._check_declared(hand, label)
        if pair_values(label) is None:
            return ((hand.tiles,),)
        rank = self._rank[label]
        # Two hui can give the same two pairs the same label in two ways: that is one layout, not two.
        found = {frozenset(split): split for split, each in self._layouts(hand) if each == rank}
        return tuple(
            tuple(tuple(tile for tile in hand.tiles if tile & group) for group in split) for split in found.values()
        )

    def layout(self, tiles: Sequence[Tile], label: str) -> tuple[tuple[Tile, ...], ...]:
        """The first of the :meth:`arrangements`: how a hand is laid out on the table.

        Raise ``ValueError`` if the hand cannot be declared so.
        """
        if self._pairs_are_plain and len(label) == 3 and len(set(tiles)) == 4:
            # Nearly every hand shown is two ordinary pairs, and those are quickly tried.
            a, b, c, d = sorted(tiles, key=SHOWN_FIRST.__getitem__)
            rank, worth, rank_of_values = self._rank.get(label), self._worth, self._rank_of_values
            for one, other in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
                (value,), (another,) = worth[one[0] | one[1]], worth[other[0] | other[1]]
                if rank_of_values[value][another] == rank:
                    return (one, other) if value >= another else (other, one)
        return self.arrangements(tiles, label)[0]

    def counted_as(self, group: Sequence[Tile], value: int) -> dict[Tile, int]:
        """The tiles of a pair that do not count as they are, each with the spots that it stands for (QQ-10)."""
        if len(group) == 3:
            return {}
        ways = product(*map(self._readings, group))
        best = min(
            (way for way in ways if sum(way) % 10 == value),
            key=lambda way: sum(spots != SPOTS[tile] for tile, spots in zip(group, way, strict=True)),
        )
        return {tile: spots for tile, spots in zip(group, best, strict=True) if spots != SPOTS[tile]}

    def so_far(self, tiles: Sequence[Tile]) -> Iterator[tuple[tuple[Tile, ...], int]]:
        """Every group that two or three tiles can be laid out in beside a later one, with the most it can be worth."""
        doubles = tuple(tiles) if len(DOUBLE.keys() & set(tiles)) == 3 and self.rules.three_doubles != "off" else ()
        if doubles:
            yield doubles, 9
        if not doubles or self.rules.three_doubles == "optional":
            for pair in combinations(tiles, 2):
                yield pair, max(self._worth[sum(pair)])

    def declared_strength(self, tiles: Sequence[Tile], label: str) -> int:
        """Raise ``ValueError`` if the hand cannot be declared so."""
        best = self.strength(tiles)
        if self.label_of(best) == label:
            return best
        hand = hand_features(tiles)
        self._check_declared(hand, label)
        return self._strength(hand, label)

    def _check_declared(self, hand: HandFeatures, label: str) -> None:
        if label not in self.declarations(hand.tiles):
            raise ValueError(f"this hand cannot be declared as {label}")

    # The rules.

    def _special(self, hand: HandFeatures) -> str | None:
        """The special hand this is; the higher one if it is two of those in force (QQ-1 to QQ-6)."""
        for name in self.rules.specials:
            if (
                (name == "murni_besar" and hand.spots >= self.rules.besar_min)
                or (name == "murni_kecil" and hand.spots <= self.rules.kecil_max)
                or (name == "empat_balak" and len(hand.threes) == 4)
                or (name == "enam_dewa" and hand.tiles == _ENAM_DEWA)
            ):
                return name
        return None

    def _is_seri(self, hand: HandFeatures) -> bool:
        """True if this can be declared a seri: four natural totals in a row (QQ-8, QQ-10)."""
        return self.rules.seri and hand.consecutive

    def _readings(self, tile: Tile) -> tuple[int, ...]:
        """The spots a tile may stand for in a group: each hui is 3 or 6, independently (QQ-10)."""
        return (3, 6) if self.rules.hui and tile in HUI else (SPOTS[tile],)

    def _splits(self, hand: HandFeatures) -> tuple[Split, ...]:
        """The ways to part a hand in two groups: pairs, or three doubles and a single tile (QQ-12)."""
        if self.rules.three_doubles == "off" or not hand.threes:
            return hand.pairs
        if self.rules.three_doubles == "mandatory":
            return hand.threes
        return hand.pairs + hand.threes

    def _tie_break(self, hand: HandFeatures, label: str) -> int:
        """Compare two hands of one label: greater is better, below ``_TIE_BREAKS``."""
        double = hand.highest_double + 1
        if label == "seri" and self.rules.seri_tie == "double_first":
            return double * 64 + hand.spots  # any double beats none, whatever the spots (QQ-9)
        spots = 0
        if label == "seri" or (label == "murni_besar" and self.rules.special_tie == "total"):
            spots = hand.spots  # QQ-9, QQ-5
        elif label == "murni_kecil" and self.rules.special_tie == "total":
            spots = 48 - hand.spots  # the fewer the better (QQ-5); no hand has more than 43
        return spots * 8 + (double if self.rules.tie == "highest_double" else 0)  # QQ-13

    def _worth_of_groups(self) -> dict[Tiles, tuple[int, ...]]:
        """The values every group of tiles may have: the last digit of its spots, and 9 for three doubles."""
        reading = {tile: self._readings(tile) for tile in TILES}
        worth: dict[Tiles, tuple[int, ...]] = {tile: tuple(spots % 10 for spots in reading[tile]) for tile in TILES}
        for a, b in combinations(TILES, 2):
            worth[a | b] = tuple({(one + other) % 10 for one in reading[a] for other in reading[b]})
        for a, b, c in combinations(DOUBLE, 3):
            worth[a | b | c] = (9,)
        return worth

    def _layouts(self, hand: HandFeatures) -> Iterator[tuple[Split, int]]:
        for one, other in self._splits(hand):
            for value in self._worth[one]:
                for another in self._worth[other]:
                    split = (one, other) if value >= another else (other, one)
                    yield split, self._rank_of_values[value][another]

    def _best(self, hand: HandFeatures) -> int:
        special = self._special(hand)
        if special:
            return self._strength(hand, special)
        worth, rank_of_values = self._worth, self._rank_of_values
        rank = max(
            [rank_of_values[x][y] for one, other in self._splits(hand) for x in worth[one] for y in worth[other]]
        )
        if self._is_seri(hand):
            rank = max(rank, self._rank["seri"])
        return self._strength(hand, self.labels[-1 - rank])

    def _strength(self, hand: HandFeatures, label: str) -> int:
        return self._rank[label] * _TIE_BREAKS + self._tie_break(hand, label)


def _labels(rules: QiuQiuRules) -> tuple[str, ...]:
    """Every label, best first: specials, 9-9, seri if it counts, and the other pairs (QQ-1, QQ-7, QQ-8)."""
    below = tuple(f"{high}-{low}" for high in range(9, -1, -1) for low in range(high, -1, -1) if low < 9)
    return (*rules.specials, "9-9", *(("seri",) if rules.seri else ()), *below)


@cache
def pair_values(label: str) -> tuple[int, int] | None:
    """The values of the high and the low pair of an ordinary label: ``9-5`` is (9, 5); ``None`` for any other."""
    values = re.fullmatch(r"([0-9])-([0-9])", label, re.ASCII)
    return (int(values[1]), int(values[2])) if values else None


RANKING_SECTIONS = ("special_hands", "ranking")
"""The sections of the house rules that matter to a ranking."""

_RANKING_RULES = tuple(name for name, section in QiuQiuRules.sections().items() if section in RANKING_SECTIONS)
_ranking_values = attrgetter(*_RANKING_RULES)


def ranking(rules: QiuQiuRules) -> Ranking:
    """The ranking under ``rules``; tables whose rules differ only in other matters share one.

    The last 32 used are kept, at about a megabyte each.
    """
    return _ranking(_ranking_values(rules))


@lru_cache(maxsize=32)
def _ranking(values: tuple[object, ...]) -> Ranking:
    return Ranking(QiuQiuRules(**dict(zip(_RANKING_RULES, values, strict=True))))  # type: ignore[arg-type]
