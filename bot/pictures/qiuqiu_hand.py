"""The picture of one hand of QiuQiu, which its player sees in private."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.pictures.cards import CardSize
from bot.pictures.dominoes import domino
from bot.pictures.palette import FELT, INK, blank, png
from bot.pictures.text import Weight, draw_text, fit_text

MOST_TILES = 4
HANDS_REMEMBERED = 256

_SIZE = CardSize(132)
_MARGIN = 18
_GAP = 6
_CAPTION = 56
_NARROWEST = 2


def hand_picture(tiles: Sequence[str], *, caption: str = "") -> bytes:
    """Draw one to four dominoes in a row.

    Args:
        tiles: their names, as ``6-3``.
        caption: words below, cut short if they do not fit.

    Returns:
        A PNG, 338 to 646 pixels wide.

    Raises:
        ValueError: no tile, more than four, or one that is no domino.
    """
    if not 1 <= len(tiles) <= MOST_TILES:
        raise ValueError(f"a hand has 1 to {MOST_TILES} tiles, not {len(tiles)}")
    return _remembered(tuple(tiles), caption)


def draw_hand(tiles: tuple[str, ...], caption: str) -> bytes:
    """Draw a hand without the cache."""
    row = len(tiles) * _SIZE.sprite_width + (len(tiles) - 1) * _GAP
    width = max(row, _NARROWEST * _SIZE.sprite_width + (_NARROWEST - 1) * _GAP) + 2 * _MARGIN
    height = _SIZE.sprite_height + 2 * _MARGIN + (_CAPTION - _MARGIN // 2 if caption else 0)
    picture = blank(width, height, FELT)
    left = (width - row) // 2
    for place, name in enumerate(tiles):
        picture.paste(domino(name, _SIZE, FELT), (left + place * (_SIZE.sprite_width + _GAP), _MARGIN))
    if caption:
        words = fit_text(caption, Weight.BOLD, (34, 30, 26), width - 2 * _MARGIN)
        draw_text(picture, (width / 2, height - _CAPTION // 2), words, ground=FELT, ink=INK, anchor="mm")
    return png(picture)


# A player is shown the same hand again with every question.
_remembered = lru_cache(maxsize=HANDS_REMEMBERED)(draw_hand)
