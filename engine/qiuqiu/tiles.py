"""The 28 Indonesian dominoes of QiuQiu.

Tile number ``i`` is the bit ``1 << i``: a hand is the sum of its tiles, ranked by one look-up. A plain number reveals
no card in a log or ``repr``; only :func:`tile_name` turns it into text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from engine.play import Card

Tile: TypeAlias = Card
"""A bit of its own."""

NAMES: tuple[str, ...] = tuple(f"{high}-{low}" for high in range(7) for low in range(high + 1))
"""Every tile by number, the higher end first: ``0-0``, ``1-0``, ``1-1``, … ``6-6`` (decision QQ-31)."""

TILES: tuple[Tile, ...] = tuple(Card(1 << number) for number in range(len(NAMES)))

_BY_NAME = dict(zip(NAMES, TILES, strict=True))
NAME_OF: dict[Tile, str] = dict(zip(TILES, NAMES, strict=True))

SPOTS: dict[Tile, int] = {tile: int(name[0]) + int(name[2]) for tile, name in NAME_OF.items()}
"""The spots on both ends of each tile together."""

DOUBLE: dict[Tile, int] = {tile: int(name[0]) for tile, name in NAME_OF.items() if name[0] == name[2]}
"""The seven doubles (balak), with the number on their ends."""

HUI: tuple[Tile, Tile] = (_BY_NAME["2-1"], _BY_NAME["4-2"])
"""The two tiles that stand for each other under the hui rule: each counts 3 or 6."""

_SPELLING = re.compile(r"\[?\s*([0-6])\s*[-:/|]\s*([0-6])\s*\]?", re.ASCII)


def tile(text: str) -> Tile:
    """Read any usual spelling: ``6-3``, ``[3:6]``, ``3/6`` (QQ-31); raise ``ValueError``."""
    spelt = _SPELLING.fullmatch(text.strip())
    if spelt is None:
        raise ValueError("not a domino")
    high, low = sorted((int(spelt[1]), int(spelt[2])), reverse=True)
    return _BY_NAME[f"{high}-{low}"]


def tile_name(one: Tile) -> str:
    """Write a tile with its higher end first: ``6-3``."""
    return NAME_OF[one]


def hand(*names: str) -> tuple[Tile, ...]:
    """Read several tiles at once."""
    return tuple(tile(each) for each in names)


def hand_names(tiles: Iterable[Tile]) -> tuple[str, ...]:
    """Write several tiles, in the order given."""
    return tuple(NAME_OF[each] for each in tiles)
