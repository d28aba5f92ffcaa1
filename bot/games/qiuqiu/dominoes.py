"""Indonesian domino cards as sprites."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.pictures.cards import OVERSIZE, THICK, CardSize, blank_card
from bot.pictures.packs import SEVEN_A_ROW, laid_out
from bot.pictures.palette import CARD, CARD_EDGE, SPOT
from engine.qiuqiu.tiles import tile, tile_name

_LEFT, _MIDDLE, _RIGHT = 0.27, 0.5, 0.73
_HIGH, _LOW = 0.24, 0.76

SPOT_PLACES: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((_MIDDLE, _MIDDLE),),
    ((_LEFT, _HIGH), (_RIGHT, _LOW)),
    ((_LEFT, _HIGH), (_MIDDLE, _MIDDLE), (_RIGHT, _LOW)),
    ((_LEFT, _HIGH), (_RIGHT, _HIGH), (_LEFT, _LOW), (_RIGHT, _LOW)),
    ((_LEFT, _HIGH), (_RIGHT, _HIGH), (_MIDDLE, _MIDDLE), (_LEFT, _LOW), (_RIGHT, _LOW)),
    tuple((across, down) for down in (0.2, 0.5, 0.8) for across in (_LEFT, _RIGHT)),
)
"""Spots of an end, as shares of the width and height of that half."""

SPOT_RADIUS = 0.107
SINGLE_SPOT_RADIUS = 0.205
"""A share of the card's width; printed cards have a large single spot too."""


@lru_cache(maxsize=96)
def domino(name: str, size: CardSize) -> Image.Image:
    """Return a cached sprite, not to be drawn on; raise ``ValueError`` for an unknown tile."""
    high, low = (int(end) for end in tile_name(tile(name)).split("-"))
    drawing = blank_card(size, CARD, THICK).copy()
    draw = ImageDraw.Draw(drawing)
    left = top = size.border * OVERSIZE
    width, half = size.width * OVERSIZE, size.height * OVERSIZE / 2

    rule = max(OVERSIZE * 1.2, width * 0.024)
    draw.rounded_rectangle(
        (left + width * 0.1, top + half - rule / 2, left + width * 0.9, top + half + rule / 2),
        radius=rule / 2,
        fill=CARD_EDGE,
    )
    # The spots leave room for the line in the middle.
    room = half * 0.95
    for number, start in ((high, float(top) + half * 0.015), (low, top + half + half * 0.035)):
        radius = width * (SINGLE_SPOT_RADIUS if number == 1 else SPOT_RADIUS)
        for across, down in SPOT_PLACES[number]:
            x, y = left + width * across, start + room * down
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=SPOT)
    return drawing.reduce(OVERSIZE)


@lru_cache(maxsize=1)
def dominoes_picture() -> bytes:
    """Draw the 28 dominoes, four rows of seven."""
    names = [f"{high}-{low}" for high in reversed(range(7)) for low in reversed(range(high + 1))]
    rows = (names[start : start + 7] for start in range(0, 28, 7))
    return laid_out([[domino(name, SEVEN_A_ROW) for name in row] for row in rows])
