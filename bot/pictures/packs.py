"""Cards in rows, such as the different cards of a pack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from bot.pictures.cards import CardSize
from bot.pictures.palette import FELT, png

MARGIN: Final = 14

SEVEN_A_ROW: Final = CardSize(112)
"""The size of seven cards across a phone."""

TEN_A_ROW: Final = CardSize(77)


def laid_out(rows: Sequence[Sequence[Image.Image]]) -> bytes:
    width, height = rows[0][0].size
    picture = Image.new("RGBA", (2 * MARGIN + width * max(map(len, rows)), 2 * MARGIN + height * len(rows)), FELT)
    for down, row in enumerate(rows):
        for across, card in enumerate(row):
            picture.alpha_composite(card, (MARGIN + across * width, MARGIN + down * height))
    return png(picture)
