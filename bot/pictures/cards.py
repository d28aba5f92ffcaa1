"""Blank cards, drawn four times too large and shrunk with their drawing."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from bot.pictures.palette import CARD_EDGE, CARD_SIDE, SHADOW, Colour

OVERSIZE = 4
"""The scale of a sprite before shrinking, which smooths its edges."""


class CardSize(NamedTuple):
    """Measures of a card in pixels of the finished picture."""

    width: int

    @property
    def height(self) -> int:
        """The height; printed cards are about 2.9 by 5.5 cm."""
        return round(self.width * 5.5 / 2.9)

    @property
    def thickness(self) -> int:
        """The visible side below the face."""
        return max(2, round(self.width * 0.045))

    @property
    def border(self) -> int:
        """Space for the shadow, so that neighbouring sprites never overlap."""
        return max(3, round(self.width * 0.06))

    @property
    def sprite_width(self) -> int:
        return self.width + 2 * self.border

    @property
    def sprite_height(self) -> int:
        return self.height + self.thickness + 2 * self.border


class CardMaterial(NamedTuple):
    """The material of a card: corner radius and edge as shares of its width, thickness as a share of its size's."""

    corner: float
    edge: float
    thickness: float


THICK = CardMaterial(corner=0.11, edge=0.014, thickness=1.0)

THIN = CardMaterial(corner=0.1, edge=0.016, thickness=0.5)
"""Four-colour and Dongguan cards."""


@lru_cache(maxsize=32)
def blank_card(size: CardSize, face: Colour, material: CardMaterial) -> Image.Image:
    """Return a cached blank card, too large by ``OVERSIZE`` and not to be drawn on."""
    scale = OVERSIZE
    sprite = (size.sprite_width * scale, size.sprite_height * scale)
    left = top = size.border * scale
    right, bottom = left + size.width * scale - 1, top + size.height * scale - 1
    side = max(scale, round(size.thickness * scale * material.thickness))
    corner = size.width * scale * material.corner
    edge = max(scale, round(size.width * scale * material.edge))

    shade = Image.new("L", sprite, 0)
    drop = size.border * scale // 2
    ImageDraw.Draw(shade).rounded_rectangle(
        (left, top + drop, right, bottom + side + drop // 2), radius=corner, fill=175
    )
    shade = shade.filter(ImageFilter.GaussianBlur(size.border * scale * 0.42))
    card = Image.new("RGBA", sprite, SHADOW)
    card.putalpha(shade)

    draw = ImageDraw.Draw(card)
    draw.rounded_rectangle((left, top, right, bottom + side), corner, fill=CARD_SIDE, outline=CARD_EDGE, width=edge)
    draw.rounded_rectangle((left, top, right, bottom), corner, fill=face, outline=CARD_EDGE, width=edge)
    return card
