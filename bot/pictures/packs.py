"""Pictures of whole packs, every different card once, for people who have never seen them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from bot.pictures.cards import CardSize
from bot.pictures.dominoes import domino
from bot.pictures.dongguan_cards import ODD, SUITS, dongguan_card
from bot.pictures.four_colour_cards import PIECES, four_colour_card
from bot.pictures.palette import FELT, blank, png

_MARGIN = 14
_SIZE = CardSize(112)
"""Seven cards fill the width of a picture on a phone."""

_SMALL = CardSize(77)
"""The same for ten."""


@lru_cache(maxsize=1)
def dominoes_picture() -> bytes:
    """Draw the 28 dominoes, four rows of seven, those with the most spots on one end first."""
    names = [f"{high}-{low}" for high in reversed(range(7)) for low in reversed(range(high + 1))]
    return _laid_out([[domino(name, _SIZE, FELT) for name in names[start : start + 7]] for start in range(0, 28, 7)])


@lru_cache(maxsize=24)
def four_colours_picture(colours: tuple[str, ...]) -> bytes:
    """Draw the 28 different four-colour cards, a row for each colour, in this order."""
    return _laid_out([[four_colour_card(colour, piece, _SIZE, FELT) for piece in PIECES] for colour in colours])


@lru_cache(maxsize=1)
def dongguan_picture() -> bytes:
    """Draw the 30 different Dongguan cards, a row for each suit, one of the odd cards beside its one."""
    names = [[odd, *(f"{number}-{suit}" for number in range(1, 10))] for odd, suit in zip(ODD, SUITS, strict=True)]
    return _laid_out([[dongguan_card(name, _SMALL, FELT) for name in row] for row in names])


def _laid_out(rows: Sequence[Sequence[Image.Image]]) -> bytes:
    """A picture of sprites of one size, in rows."""
    sprite_width, sprite_height = rows[0][0].size
    size = 2 * _MARGIN + sprite_width * max(map(len, rows)), 2 * _MARGIN + sprite_height * len(rows)
    picture = blank(*size, FELT)
    for down, row in enumerate(rows):
        for across, sprite in enumerate(row):
            picture.paste(sprite, (_MARGIN + across * sprite_width, _MARGIN + down * sprite_height))
    return png(picture)
