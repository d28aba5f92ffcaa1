"""Cards laid out in rows, such as every different card of a pack for people who have never seen them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from bot.pictures.cards import CardSize
from bot.pictures.palette import FELT, blank, png

MARGIN: Final = 14

SEVEN_A_ROW: Final = CardSize(112)
"""The size of cards of which seven fill the width of a picture on a phone."""

TEN_A_ROW: Final = CardSize(77)


def laid_out(rows: Sequence[Sequence[Image.Image]]) -> bytes:
    """Draw cards of one size in rows."""
    width, height = rows[0][0].size
    picture = blank(2 * MARGIN + width * max(map(len, rows)), 2 * MARGIN + height * len(rows), FELT)
    for down, row in enumerate(rows):
        for across, card in enumerate(row):
            picture.paste(card, (MARGIN + across * width, MARGIN + down * height))
    return png(picture)
