"""Four-colour cards as sprites; marks differ in shape for each colour."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from bot.pictures.card_faces import draw_character
from bot.pictures.cards import OVERSIZE, THIN, CardSize, blank_card
from bot.pictures.packs import SEVEN_A_ROW, laid_out
from bot.pictures.palette import BLACK, CARD, GREEN_CARD, RED_CARD, YELLOW_CARD
from bot.pictures.text import Weight, font

GROUNDS = {"yellow": YELLOW_CARD, "red": RED_CARD, "green": GREEN_CARD, "white": CARD}
PIECES = {
    "general": ("將", 1),
    "valet": ("士", 2),
    "minister": ("象", 3),
    "chariot": ("車", 4),
    "horse": ("馬", 5),
    "cannon": ("炮", 6),
    "soldier": ("卒", 7),
}

CORNERS = {"yellow": 0, "red": 4, "green": 3, "white": 5}
"""Corners of each colour's mark; none is a disc."""


@lru_cache(maxsize=128)
def four_colour_card(colour: str, piece: str, size: CardSize) -> Image.Image:
    """Return a cached sprite, not to be drawn on; raise ``KeyError`` for an unknown card."""
    sign, points = PIECES[piece]
    drawing = blank_card(size, GROUNDS[colour], THIN).copy()
    draw = ImageDraw.Draw(drawing)
    left = top = size.border * OVERSIZE
    width, height = size.width * OVERSIZE, size.height * OVERSIZE
    middle = left + width / 2
    draw_character(draw, (middle, top + height * 0.47), sign, width * 0.8)
    for x, y in ((left + width * 0.2, top + height * 0.115), (left + width * 0.8, top + height * 0.885)):
        _mark(draw, x, y, width * 0.115, CORNERS[colour])
    letters = font(Weight.BOLD, round(width * 0.3))
    draw.text((left + width * 0.2, top + height * 0.885), str(points), BLACK, letters, anchor="mm")
    return drawing.reduce(OVERSIZE)


def card_named(name: str, size: CardSize) -> Image.Image:
    """Return the sprite of a name such as ``yellow-general``."""
    colour, _, piece = name.partition("-")
    return four_colour_card(colour, piece, size)


def _mark(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, corners: int) -> None:
    if not corners:
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=BLACK)
        return
    points = []
    for step in range(corners * 2):
        reach = radius * 1.25 if step % 2 == 0 else radius * (0.5 if corners == 5 else 0.88 if corners == 4 else 0.62)
        angle = pi * step / corners - pi / 2
        points.append((x + reach * cos(angle), y + reach * sin(angle)))
    draw.polygon(points, fill=BLACK)


@lru_cache(maxsize=24)
def four_colours_picture(colours: tuple[str, ...]) -> bytes:
    """Draw the 28 different cards, a row for each colour."""
    return laid_out([[four_colour_card(colour, piece, SEVEN_A_ROW) for piece in PIECES] for colour in colours])
