"""The colours of every picture, as one palette with the shades between colours that meet.

One byte a pixel is three times as fast and half the size of full colour.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

from PIL import Image


class Colour(NamedTuple):
    """Red, green and blue, 0 … 255."""

    red: int
    green: int
    blue: int

    def towards(self, other: Colour, share: float) -> Colour:
        """Return the colour ``share`` (0 … 1) of the way to ``other``."""
        red, green, blue = (round(a + (b - a) * share) for a, b in zip(self, other, strict=True))
        return Colour(red, green, blue)


FELT = Colour(30, 84, 68)
"""The table, in contrast to white letters and to a dark chat."""

PANEL = Colour(18, 57, 47)
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

GLOW = PANEL.towards(GOLD, 0.4)
"""The strongest light behind a special hand."""

_STEPS = 11
"""Shades from a ground to its ink: enough for smooth edges, few enough to compress well."""

_BLENDS: tuple[tuple[Colour, Colour, int], ...] = (
    (FELT, INK, _STEPS),
    (FELT, SOFT_INK, _STEPS),
    (FELT, GOLD, _STEPS),
    (PANEL, INK, _STEPS),
    (PANEL, SOFT_INK, _STEPS),
    (PANEL, GOLD, _STEPS),
    (CARD, SPOT, _STEPS),
    (FELT, SHADOW, 12),
    (PANEL, SHADOW, 8),
    (CARD, CARD_EDGE, 12),
    (CARD_SIDE, CARD_EDGE, 8),
    (CARD_EDGE, FELT, 10),
    (CARD_EDGE, PANEL, 10),
    (CARD_EDGE, SHADOW, 10),
    (CARD_SIDE, CARD, 4),
    (FELT, PANEL, 8),
    (CARD, BLACK, _STEPS),
    (YELLOW_CARD, BLACK, _STEPS),
    (RED_CARD, BLACK, _STEPS),
    (GREEN_CARD, BLACK, _STEPS),
    (SPOT, CARD, 6),
    (PANEL, GLOW, _STEPS),
    (YELLOW_CARD, CARD_EDGE, 5),
    (RED_CARD, CARD_EDGE, 5),
    (GREEN_CARD, CARD_EDGE, 5),
)


def _entries() -> dict[Colour, int]:
    numbers: dict[Colour, int] = {}
    for ground, ink, steps in _BLENDS:
        for step in range(steps):
            numbers.setdefault(ground.towards(ink, step / (steps - 1)), len(numbers))
    if len(numbers) > 256:
        raise AssertionError(f"a palette holds 256 colours, not {len(numbers)}")
    return numbers


_NUMBER_OF = _entries()
_PALETTE = bytes(part for colour in _NUMBER_OF for part in colour)
_REFERENCE = Image.new("P", (1, 1))
_REFERENCE.putpalette(_PALETTE)

_COMPRESSION = 6
"""Quicker levels save few milliseconds and cost a quarter to a half more bytes."""


def palette_index(colour: Colour) -> int:
    return _NUMBER_OF[colour]


def blank(width: int, height: int, ground: Colour) -> Image.Image:
    return Image.new("L", (width, height), palette_index(ground))


def to_palette(drawing: Image.Image) -> Image.Image:
    """Replace each pixel of a full-colour drawing by the nearest entry."""
    numbers = drawing.convert("RGB").quantize(palette=_REFERENCE, dither=Image.Dither.NONE)
    return Image.frombytes("L", numbers.size, numbers.tobytes())


@lru_cache(maxsize=32)
def coverage_table(ground: Colour, ink: Colour) -> tuple[int, ...]:
    """Return the entry for each strength 0 … 255 of ``ink`` on ``ground``; raise ``KeyError`` for colours without a
    blend.
    """
    return tuple(
        _NUMBER_OF[ground.towards(ink, round(level / 255 * (_STEPS - 1)) / (_STEPS - 1))] for level in range(256)
    )


def png(picture: Image.Image) -> bytes:
    picture.putpalette(_PALETTE)
    buffer = BytesIO()
    picture.save(buffer, "PNG", compress_level=_COMPRESSION)
    return buffer.getvalue()
