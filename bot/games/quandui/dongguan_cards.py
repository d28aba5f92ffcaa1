"""Dongguan cards as sprites, with plain digits and Latin names, as printed cards are hard to tell apart."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.pictures.card_faces import draw_character
from bot.pictures.cards import OVERSIZE, THIN, CardSize, blank_card
from bot.pictures.packs import TEN_A_ROW, laid_out
from bot.pictures.palette import BLACK, CARD, SPOT
from bot.pictures.text import Weight, font

SUITS = {"ben": "餅", "suo": "索", "wan": "萬"}
ODD = {"da-hong": "大紅", "xiao-hong": "小紅", "ba-shu": "八束"}
NUMERALS = "一二三四五六七八九"

_ROWS: tuple[tuple[int, ...], ...] = (
    (1,),
    (1, 1),
    (1, 1, 1),
    (2, 2),
    (2, 1, 2),
    (2, 2, 2),
    (2, 1, 2, 2),
    (2, 2, 2, 2),
    (3, 3, 3),
)
"""Signs side by side in each row, for the numbers from 1."""


@lru_cache(maxsize=96)
def dongguan_card(name: str, size: CardSize) -> Image.Image:
    """Return a cached sprite, not to be drawn on, by a name such as ``3-suo`` or ``da-hong``."""
    drawing = blank_card(size, CARD, THIN).copy()
    draw = ImageDraw.Draw(drawing)
    left = top = size.border * OVERSIZE
    box = (float(left), float(top), float(size.width * OVERSIZE), float(size.height * OVERSIZE))
    if name in ODD:
        _odd(draw, box, name)
        number, suit = 1, ""
    else:
        digit, _, suit = name.partition("-")
        number = int(digit)
        _signs(draw, box, number, suit)
    x, y, width, height = box
    ink = SPOT if name.endswith("hong") else BLACK
    draw.text(
        (x + width * 0.19, y + height * 0.1), str(number), ink, font(Weight.BOLD, round(width * 0.34)), anchor="mm"
    )
    if suit:
        draw_character(draw, (x + width * 0.8, y + height * 0.1), SUITS[suit], width * 0.27)
        draw.text((x + width / 2, y + height * 0.91), suit, BLACK, font(Weight.BOLD, round(width * 0.27)), anchor="mm")
    else:
        small = font(Weight.BOLD, round(width * 0.23))
        for line, word in enumerate(name.split("-")):
            draw.text((x + width * 0.94, y + height * (0.075 + 0.115 * line)), word, ink, small, anchor="rm")
    return drawing.reduce(OVERSIZE)


def _odd(draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], name: str) -> None:
    x, y, width, height = box
    ink = BLACK if name == "ba-shu" else SPOT
    size = width * (0.44 if name == "xiao-hong" else 0.62)
    for place, sign in enumerate(ODD[name]):
        draw_character(draw, (x + width / 2, y + height * (0.44 + 0.32 * place)), sign, size, ink)


def _signs(draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], number: int, suit: str) -> None:
    x, y, width, height = box
    if suit == "wan":
        draw_character(draw, (x + width / 2, y + height * 0.37), NUMERALS[number - 1], width * 0.54)
        draw_character(draw, (x + width / 2, y + height * 0.67), SUITS[suit], width * 0.54, SPOT)
        return
    rows = _ROWS[number - 1]
    high, low = 0.2, 0.83
    step = (low - high) / max(len(rows), 3)
    first = high + (low - high - step * len(rows)) / 2 + step / 2
    for place, count in enumerate(rows):
        for column in range(count):
            across = x + width * (0.5 + (column - (count - 1) / 2) * (0.4 if count == 2 else 0.3))
            down = y + height * (first + step * place)
            if suit == "ben":
                _coin(draw, across, down, width * (0.26 if number == 1 else 0.12 if count == 3 else 0.135))
            else:
                _string(draw, across, down, width * 0.065, height * step * 0.43)


def _coin(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=BLACK)
    inner = radius * 0.78
    draw.ellipse((x - inner, y - inner, x + inner, y + inner), fill=CARD)
    inner = radius * 0.62
    draw.ellipse((x - inner, y - inner, x + inner, y + inner), fill=SPOT)
    hole = radius * 0.24
    draw.rectangle((x - hole, y - hole, x + hole, y + hole), fill=CARD)


def _string(draw: ImageDraw.ImageDraw, x: float, y: float, half: float, reach: float) -> None:
    draw.rounded_rectangle((x - half, y - reach, x + half, y + reach), half, fill=BLACK)
    for notch in (-0.45, 0.0, 0.45):
        draw.rectangle(
            (x - half, y + reach * notch - half * 0.22, x + half, y + reach * notch + half * 0.22), fill=CARD
        )


@lru_cache(maxsize=1)
def dongguan_picture() -> bytes:
    """Draw the 30 different cards, a row for each suit."""
    names = [[odd, *(f"{number}-{suit}" for number in range(1, 10))] for odd, suit in zip(ODD, SUITS, strict=True)]
    return laid_out([[dongguan_card(name, TEN_A_ROW) for name in row] for row in names])
