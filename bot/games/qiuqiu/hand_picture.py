"""The picture of a private hand of QiuQiu, side by side or in its best pairs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from PIL import Image, ImageDraw

from bot.games.qiuqiu.dominoes import domino
from bot.pictures.cards import CardSize
from bot.pictures.palette import FELT, GOLD, INK, png
from bot.pictures.text import Weight, draw_text, fit_text

Group: TypeAlias = tuple[str, ...]
"""Tiles that count together, by their names: ``6-3``."""

MOST_TILES = 4
HANDS_REMEMBERED = 256

_SIZE = CardSize(132)
_MARGIN = 18
_GAP = 6
_BETWEEN = 30

_VALUES = 84

_LETTERS = (72, 56, 46, 38, 32)
"""Sizes of values and words; a phone shows four tiles at about half their size."""

_DIGIT_ROOM = 38

_NARROWEST = 2


def hand_picture(tiles: Sequence[str]) -> bytes:
    """Draw one to four dominoes in the order given; raise ``ValueError`` for anything else."""
    return laid_out_picture([tiles])


def laid_out_picture(groups: Sequence[Sequence[str]], values: Sequence[str] = ()) -> bytes:
    """Draw dominoes in groups with their values; raise ``ValueError`` for wrong numbers of either."""
    count = sum(map(len, groups))
    if not 1 <= count <= MOST_TILES:
        raise ValueError(f"a hand has 1 to {MOST_TILES} tiles, not {count}")
    if values and len(values) != len(groups):
        raise ValueError("every group has a value, or none has")
    return _remembered(tuple(map(tuple, groups)), tuple(values))


def draw_hand(groups: tuple[Group, ...], values: tuple[str, ...]) -> bytes:
    widths = [len(group) * _SIZE.sprite_width + (len(group) - 1) * _GAP for group in groups]
    row = sum(widths) + (len(groups) - 1) * _BETWEEN
    width = max(row, _NARROWEST * _SIZE.sprite_width + (_NARROWEST - 1) * _GAP) + 2 * _MARGIN
    height = _SIZE.sprite_height + 2 * _MARGIN + (_VALUES if values else 0)
    picture = Image.new("RGBA", (width, height), FELT)
    left = (width - row) // 2
    for place, group in enumerate(groups):
        for at, name in enumerate(group):
            picture.alpha_composite(domino(name, _SIZE), (left + at * (_SIZE.sprite_width + _GAP), _MARGIN))
        if values:
            _draw_value(picture, left, widths[place], values[place])
        left += widths[place] + _BETWEEN
    return png(picture)


def _draw_value(picture: Image.Image, left: int, width: int, value: str) -> None:
    line, middle = _MARGIN + _SIZE.sprite_height + _VALUES // 2 + 2, left + width // 2
    words = fit_text(value, Weight.BOLD, _LETTERS, width - 2 * _MARGIN)
    draw_text(picture, (middle, line), words, INK, anchor="mm")
    if len(value) > 1:
        return
    draw = ImageDraw.Draw(picture)
    for end, inner in (
        (left + _SIZE.border, middle - _DIGIT_ROOM),
        (left + width - _SIZE.border - 1, middle + _DIGIT_ROOM),
    ):
        draw.line((end, line, inner, line), fill=GOLD, width=5)
        draw.line((end, line - 18, end, line), fill=GOLD, width=5)


# Every question shows the same hand again.
_remembered = lru_cache(maxsize=HANDS_REMEMBERED)(draw_hand)
