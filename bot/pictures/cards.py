"""Cards with nothing on them yet: their measures, what they are made of, and their shadow.

Each is drawn four times too large and shrunk once, with whatever is put on it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from bot.pictures.palette import CARD_EDGE, CARD_SIDE, SHADOW, Colour

OVERSIZE = 4
"""How many times too large a sprite is drawn; shrinking it is what makes the edges smooth."""


class Cut(NamedTuple):
    """The measures of a card, in pixels of the finished picture."""

    width: int

    @property
    def height(self) -> int:
        """Printed cards are about 2.9 by 5.5 cm."""
        return round(self.width * 5.5 / 2.9)

    @property
    def thickness(self) -> int:
        """What shows of the card's side, below its face."""
        return max(2, round(self.width * 0.045))

    @property
    def border(self) -> int:
        """Room for the shadow around the card: sprites set side by side never overlap."""
        return max(3, round(self.width * 0.06))

    @property
    def pitch(self) -> int:
        """The width of a whole sprite."""
        return self.width + 2 * self.border

    @property
    def depth(self) -> int:
        """The height of a whole sprite."""
        return self.height + self.thickness + 2 * self.border


class Stock(NamedTuple):
    """What a card is cut from; shares of its width, and of the thickness that its cut has."""

    corner: float
    edge: float
    thickness: float


THICK = Stock(corner=0.11, edge=0.014, thickness=1.0)
"""Domino cards."""

THIN = Stock(corner=0.1, edge=0.016, thickness=0.5)
"""Four-colour and Dongguan cards."""


@lru_cache(maxsize=32)
def bare_card(cut: Cut, ground: Colour, face: Colour, stock: Stock) -> Image.Image:
    """A card on its shadow, too large by ``OVERSIZE``; shared, so it must not be drawn on.

    Args:
        cut: its measures.
        ground: the colour that it lies on.
        face: its own colour.
        stock: what it is cut from.
    """
    scale = OVERSIZE
    size = (cut.pitch * scale, cut.depth * scale)
    left = top = cut.border * scale
    right, bottom = left + cut.width * scale - 1, top + cut.height * scale - 1
    side = max(scale, round(cut.thickness * scale * stock.thickness))
    corner = cut.width * scale * stock.corner
    edge = max(scale, round(cut.width * scale * stock.edge))

    shade = Image.new("L", size, 0)
    drop = cut.border * scale // 2
    ImageDraw.Draw(shade).rounded_rectangle(
        (left, top + drop, right, bottom + side + drop // 2), radius=corner, fill=175
    )
    shade = shade.filter(ImageFilter.GaussianBlur(cut.border * scale * 0.42))
    card = Image.composite(Image.new("RGB", size, SHADOW), Image.new("RGB", size, ground), shade)

    draw = ImageDraw.Draw(card)
    draw.rounded_rectangle((left, top, right, bottom + side), corner, fill=CARD_SIDE, outline=CARD_EDGE, width=edge)
    draw.rounded_rectangle((left, top, right, bottom), corner, fill=face, outline=CARD_EDGE, width=edge)
    return card
