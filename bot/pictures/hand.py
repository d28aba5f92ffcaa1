"""The picture of one hand: what a player sees in private."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.pictures.cards import Cut
from bot.pictures.dominoes import domino
from bot.pictures.lettering import Weight, fitted, write
from bot.pictures.palette import FELT, INK, blank, png

MOST_TILES = 4
HANDS_REMEMBERED = 256

_CUT = Cut(132)
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
    """Draw a hand anew, whether or not it was drawn before."""
    row = len(tiles) * _CUT.pitch + (len(tiles) - 1) * _GAP
    width = max(row, _NARROWEST * _CUT.pitch + (_NARROWEST - 1) * _GAP) + 2 * _MARGIN
    height = _CUT.depth + 2 * _MARGIN + (_CAPTION - _MARGIN // 2 if caption else 0)
    picture = blank(width, height, FELT)
    left = (width - row) // 2
    for place, name in enumerate(tiles):
        picture.paste(domino(name, _CUT, FELT), (left + place * (_CUT.pitch + _GAP), _MARGIN))
    if caption:
        words = fitted(caption, Weight.BOLD, (34, 30, 26), width - 2 * _MARGIN)
        write(picture, (width / 2, height - _CAPTION // 2), words, ground=FELT, ink=INK, anchor="mm")
    return png(picture)


# A player is shown the same hand again with every question.
_remembered = lru_cache(maxsize=HANDS_REMEMBERED)(draw_hand)
