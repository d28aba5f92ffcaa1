"""The top of a special hand's picture, made to be passed on."""

from __future__ import annotations

from cmath import rect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, radians, sin

from PIL import Image, ImageDraw

from bot.pictures.marks import star
from bot.pictures.palette import CARD, FELT, GOLD, GREEN_CARD, INK, PANEL, RED_CARD, SOFT_INK, YELLOW_CARD, Colour
from bot.pictures.text import Weight, draw_text, fit_text, person_name, text_length

WIDTH = 1000
"""Pixels, as wide as every result."""

_MARGIN = 16
_ROOM = WIDTH - 2 * (_MARGIN + 44)
_BESIDE_STARS = 70
_PLATE = 18

_HEAD = 262

_FOOT = 216

_BEYOND = 40
"""Pixels of light above and below the plate."""

_STAR = 46
_SMOOTH = 2
"""The scale of the background before shrinking."""

_LIGHT = (Colour(50, 78, 52), Colour(84, 100, 60))
"""Outer and inner rays."""

_RAYS = 20
_SLIP = 11
_CONFETTI = (
    (70, 132, 20, CARD), (104, 268, 65, RED_CARD), (52, 322, 40, YELLOW_CARD), (146, 338, 10, GREEN_CARD),
    (92, 420, 75, CARD), (48, 520, 25, GREEN_CARD), (150, 486, 50, YELLOW_CARD), (58, 606, 35, RED_CARD),
    (930, 140, 60, YELLOW_CARD), (890, 262, 15, GREEN_CARD), (948, 318, 45, CARD), (850, 344, 70, RED_CARD),
    (908, 430, 30, YELLOW_CARD), (952, 524, 55, RED_CARD), (846, 490, 20, CARD), (944, 612, 65, YELLOW_CARD),
)  # fmt: skip
"""Place, turn (degrees) and colour of each slip of paper."""


@dataclass(frozen=True, slots=True)
class Celebration:
    headline: str
    """Its name, as ``Six Gods``."""

    words: str
    """Its meaning in a short sentence."""

    name: str

    more: str
    """Further winners with one, as ``and 2 more``."""

    chips: str
    """The chips won, as written: ``+1,250``."""

    pot: str
    """The pot, or the bank, as ``pot 1,890``."""

    title: str
    """The hand, as ``QiuQiu · hand 12``."""

    date: str


def celebration(told: Celebration, cards: Sequence[Image.Image]) -> Image.Image:
    width, height = sum(card.width for card in cards) + 2 * _PLATE, cards[0].height + 2 * _PLATE
    picture = _background(width, height).copy()
    left, top = (WIDTH - width) // 2 + _PLATE, _HEAD + _PLATE
    for card in cards:
        picture.alpha_composite(card, (left, top))
        left += card.width
    edge = _MARGIN + 30
    date = fit_text(told.date, Weight.MEDIUM, (34,), _ROOM // 2)
    title = fit_text(told.title, Weight.BOLD, (36, 34), _ROOM - text_length(date) - edge)
    draw_text(picture, (edge, 58), title, INK, anchor="lm")
    draw_text(picture, (WIDTH - edge, 58), date, SOFT_INK, anchor="rm")
    headline = fit_text(told.headline, Weight.BOLD, (104, 92, 80, 68, 56, 44), _ROOM - 2 * _SLIP)
    draw_text(picture, (WIDTH / 2, 142), headline, GOLD, anchor="mm")
    words = fit_text(told.words, Weight.MEDIUM, (38, 34), _ROOM)
    draw_text(picture, (WIDTH / 2, 220), words, INK, anchor="mm")
    below = _HEAD + height
    _draw_name(picture, below + 66, told)
    chips = fit_text(told.chips, Weight.BOLD, (64, 54, 44), _ROOM // 2)
    pot = fit_text(told.pot, Weight.MEDIUM, (38, 34), _ROOM // 2)
    length = text_length(chips) + (28 + text_length(pot) if pot.text else 0)
    start = (WIDTH - length) / 2
    draw_text(picture, (start, below + 168), chips, GOLD)
    draw_text(picture, (start + length, below + 168), pot, SOFT_INK, anchor="rs")
    return picture


def _draw_name(picture: Image.Image, middle: float, told: Celebration) -> None:
    more = fit_text(told.more, Weight.MEDIUM, (40, 34), _ROOM // 3)
    room = _ROOM - 2 * _BESIDE_STARS - (text_length(more) + 16 if more.text else 0)
    name = fit_text(person_name(told.name), Weight.BOLD, (62, 54, 46, 40), room)
    length = text_length(name) + (16 + text_length(more) if more.text else 0)
    left = (WIDTH - length) / 2
    draw_text(picture, (left, middle), name, INK, anchor="lm")
    if more.text:
        draw_text(picture, (left + length, middle), more, SOFT_INK, anchor="rm")
    for at in (left - _BESIDE_STARS, left + length + _BESIDE_STARS - _STAR):
        picture.alpha_composite(star(_STAR), (round(at), round(middle) - _STAR // 2))


@lru_cache(maxsize=6)
def _background(width: int, height: int) -> Image.Image:
    """Draw the frame, the light behind the cards, confetti, and the plate of the cards."""
    bottom = _HEAD + height + _FOOT
    drawing = Image.new("RGBA", (WIDTH * _SMOOTH, bottom * _SMOOTH), FELT)
    draw = ImageDraw.Draw(drawing)
    _rounded(draw, (_MARGIN, _MARGIN, WIDTH - _MARGIN, bottom), radius=26, line=6)
    for colour, share, shift in zip(_LIGHT, (1.0, 0.86), (0.0, 0.5), strict=True):
        across, down = share * (WIDTH / 2 - _MARGIN - 20), share * (height / 2 + _BEYOND)
        rays = [
            complex(WIDTH / 2 + reach * across * cos(angle), _HEAD + height / 2 + reach * down * sin(angle))
            for ray in range(_RAYS)
            for reach, turned in ((0.5, -0.42), (1.0, 0.0), (0.5, 0.42))
            for angle in (2 * pi * (ray + shift + turned) / _RAYS,)
        ]
        _polygon(draw, rays, colour)
    for x, y, degrees, colour in _CONFETTI:
        along = rect(_SLIP, radians(degrees))
        slip = [complex(x, y) + along * corner for corner in (1 + 0.5j, 1 - 0.5j, -1 - 0.5j, -1 + 0.5j)]
        _polygon(draw, slip, colour)
    _rounded(draw, ((WIDTH - width) / 2, _HEAD, (WIDTH + width) / 2, _HEAD + height), radius=22, line=4)
    return drawing.reduce(_SMOOTH)


def _rounded(draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], *, radius: int, line: int) -> None:
    left, top, right, bottom = (side * _SMOOTH for side in box)
    draw.rounded_rectangle(
        (left, top, right - 1, bottom - 1), radius * _SMOOTH, fill=PANEL, outline=GOLD, width=line * _SMOOTH
    )


def _polygon(draw: ImageDraw.ImageDraw, corners: Sequence[complex], colour: Colour) -> None:
    draw.polygon([(corner.real * _SMOOTH, corner.imag * _SMOOTH) for corner in corners], fill=colour)
