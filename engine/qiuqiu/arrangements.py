"""All 20,475 hands of four tiles with every layout in groups, computed once for all house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from engine.qiuqiu.tiles import DOUBLE, HUI, SPOTS, TILES, Tile

Tiles: TypeAlias = int
"""A sum of their bits."""

Split: TypeAlias = tuple[Tiles, Tiles]
"""A hand parted in two groups: two pairs, or three doubles and a single tile."""


_ORDER_SHOWN = tuple(sorted(TILES, key=lambda tile: (-SPOTS[tile], -tile)))
"""Most spots first, then the higher end."""

SHOWN_FIRST: Mapping[Tile, int] = {tile: place for place, tile in enumerate(_ORDER_SHOWN)}


class HandFeatures(NamedTuple):
    """Four tiles with everything that a rule of ranking depends on."""

    tiles: tuple[Tile, ...]
    """Most spots first."""

    spots: int
    """Natural spots of all four tiles, for Murni Besar, Murni Kecil and seri."""

    highest_double: int
    """The number on the highest double, 0 to 6; -1 without one, so that 0-0 beats no double (QQ-13)."""

    consecutive: bool
    """True if the spots of the four tiles are four numbers in a row, as 10-9-8-7 (QQ-8)."""

    pairs: tuple[Split, ...]
    """The three ways to make two pairs."""

    threes: tuple[Split, ...]
    """The ways to take three doubles together and the fourth tile alone: none, one, or four (QQ-12)."""


def highest_double(tiles: Iterable[Tile]) -> int:
    """Return the number on the highest double, -1 without one (QQ-13)."""
    return max([DOUBLE.get(tile, -1) for tile in tiles])


def hand_features(tiles: Iterable[Tile]) -> HandFeatures:
    """Return the features of four different tiles in any order, or raise ``ValueError``."""
    best_first = sorted(set(tiles), key=SHOWN_FIRST.__getitem__)
    if len(best_first) != 4:
        raise ValueError("a hand is four different tiles")
    a, b, c, d = best_first
    return _features((a, b, c, d))


def _features(tiles: tuple[Tile, Tile, Tile, Tile]) -> HandFeatures:
    """Return the features of four tiles in the order of ``_ORDER_SHOWN``."""
    a, b, c, d = tiles
    most, more, less, least = SPOTS[a], SPOTS[b], SPOTS[c], SPOTS[d]
    doubles = [tile for tile in tiles if tile in DOUBLE]
    together = a | b | c | d
    return HandFeatures(
        tiles,
        spots=most + more + less + least,
        highest_double=DOUBLE[doubles[0]] if doubles else -1,
        consecutive=most - 1 == more == less + 1 == least + 2,
        pairs=((a | b, c | d), (a | c, b | d), (a | d, b | c)),
        threes=tuple((x | y | z, together ^ (x | y | z)) for x, y, z in combinations(doubles, 3)),
    )


class AllHands(NamedTuple):
    """The 20,475 hands, and the far fewer kinds of hand that a rule can tell apart.

    Tiles with the same spots are alike to every rule, unless they are doubles or hui: 5-4 is as good as 6-3.
    So only one hand of each kind has to be ranked.
    """

    sums: tuple[Tiles, ...]
    """Every hand, as the sum of its tiles."""

    kind: tuple[int, ...]
    """The number of the kind of each of them, in the same order."""

    examples: tuple[HandFeatures, ...]
    """One hand of each kind, by number."""


@cache
def all_hands() -> AllHands:
    codes: dict[tuple[int, Tile | None], int] = {}
    code_of_tile = []
    for tile in _ORDER_SHOWN:
        itself = tile if tile in DOUBLE or tile in HUI else None
        # Tiles that no rule tells apart share a code. Codes are powers of 5, so the sum of four tells which they were.
        code_of_tile.append(codes.setdefault((SPOTS[tile], itself), 5 ** len(codes)))
    kinds = list(map(sum, combinations(code_of_tile, 4)))
    example = dict(zip(kinds, combinations(_ORDER_SHOWN, 4), strict=True))
    number = dict(zip(example, range(len(example)), strict=True))
    return AllHands(
        sums=tuple(map(sum, combinations(_ORDER_SHOWN, 4))),
        kind=tuple(map(number.__getitem__, kinds)),
        examples=tuple(map(_features, example.values())),
    )
