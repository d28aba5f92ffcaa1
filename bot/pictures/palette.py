"""The colours of every picture, and pictures as files."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple

from PIL import Image


class Colour(NamedTuple):
    """Red, green and blue, 0 … 255."""

    red: int
    green: int
    blue: int


FELT = Colour(30, 84, 68)
"""The table, in contrast to white letters and to a dark chat."""

PANEL = Colour(16, 56, 44)
"""The ground of a winner's row."""

SHADOW = Colour(8, 28, 23)
CARD = Colour(252, 246, 231)
CARD_SIDE = Colour(214, 198, 160)
CARD_EDGE = Colour(104, 88, 62)
SPOT = Colour(196, 26, 38)
INK = Colour(255, 255, 255)
SOFT_INK = Colour(186, 214, 203)
GOLD = Colour(255, 211, 99)
BLACK = Colour(24, 20, 18)
"""Characters on printed cards."""

YELLOW_CARD = Colour(250, 204, 84)
RED_CARD = Colour(226, 98, 82)
GREEN_CARD = Colour(122, 188, 112)
"""Grounds of four-colour cards; white ones have that of any card."""


_MEETING = {
    FELT: (INK, SOFT_INK, GOLD, PANEL, SHADOW, CARD_EDGE),
    PANEL: (INK, SOFT_INK, GOLD, SHADOW, CARD_EDGE),
    CARD: (SPOT, BLACK, CARD_EDGE, CARD_SIDE),
    CARD_EDGE: (CARD_SIDE, SHADOW),
    YELLOW_CARD: (BLACK, CARD_EDGE),
    RED_CARD: (BLACK, CARD_EDGE),
    GREEN_CARD: (BLACK, CARD_EDGE),
}
"""Colours whose edges meet: with the shades between them, all colours of a picture."""


def _shades() -> Iterator[int]:
    """Yield red, green and blue of each colour, in enough steps for smooth edges and few enough to compress well."""
    for colour, others in _MEETING.items():
        for other in others:
            ways = [(here, there - here) for here, there in zip(colour, other, strict=True)]
            steps = 2 + max(abs(way) for _, way in ways) // 40
            for step in range(steps + 1):
                yield from (round(here + way * step / steps) for here, way in ways)


_PALETTE = Image.new("P", (1, 1))
_PALETTE.putpalette(bytes(_shades()))


def png(picture: Image.Image) -> bytes:
    """Write a picture in one byte a pixel, half the size of full colour."""
    buffer = BytesIO()
    picture.convert("RGB").quantize(palette=_PALETTE, dither=Image.Dither.NONE).save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()
