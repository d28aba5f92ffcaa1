"""The top of a special hand's picture, made to be passed on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.pictures.cards import OVERSIZE
from bot.pictures.palette import (
    CARD,
    FELT,
    GLOW,
    GOLD,
    GREEN_CARD,
    INK,
    PANEL,
    RED_CARD,
    SOFT_INK,
    YELLOW_CARD,
    Colour,
    blank,
    coverage_table,
    palette_index,
    to_palette,
)
from bot.pictures.text import Weight, draw_text, fit_text, person_name, text_length

WIDTH = 1000
"""Pixels, as wide as every result."""

GROUND = PANEL

_MARGIN = 16
_ROOM = WIDTH - 2 * (_MARGIN + 44)
_BESIDE_STARS = 70
_PLATE = 18

_HEAD = 262

_FOOT = 216

_BEYOND = 40
"""Pixels of light above and below the plate."""

_STAR = 46
_SLIP = 11
_POINTS = 20
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
    """Draw the words for a special hand around its cards."""
    width, height = sum(card.width for card in cards) + 2 * _PLATE, cards[0].height + 2 * _PLATE
    picture = _background(width, height).copy()
    left, top = (WIDTH - width) // 2 + _PLATE, _HEAD + _PLATE
    for card in cards:
        picture.paste(card, (left, top))
        left += card.width
    edge = _MARGIN + 30
    date = fit_text(told.date, Weight.MEDIUM, (34,), _ROOM // 2)
    title = fit_text(told.title, Weight.BOLD, (36, 34), _ROOM - text_length(date) - edge)
    draw_text(picture, (edge, 58), title, ground=PANEL, ink=INK, anchor="lm")
    draw_text(picture, (WIDTH - edge, 58), date, ground=PANEL, ink=SOFT_INK, anchor="rm")
    headline = fit_text(told.headline, Weight.BOLD, (104, 92, 80, 68, 56, 44), _ROOM - 2 * _SLIP)
    draw_text(picture, (WIDTH / 2, 142), headline, ground=PANEL, ink=GOLD, anchor="mm")
    words = fit_text(told.words, Weight.MEDIUM, (38, 34), _ROOM)
    draw_text(picture, (WIDTH / 2, 220), words, ground=PANEL, ink=INK, anchor="mm")
    below = _HEAD + height
    _draw_name(picture, below + 66, told)
    chips = fit_text(told.chips, Weight.BOLD, (64, 54, 44), _ROOM // 2)
    pot = fit_text(told.pot, Weight.MEDIUM, (38, 34), _ROOM // 2)
    length = text_length(chips) + (28 + text_length(pot) if pot.text else 0)
    start = (WIDTH - length) / 2
    draw_text(picture, (start, below + 168), chips, ground=PANEL, ink=GOLD)
    draw_text(picture, (start + length, below + 168), pot, ground=PANEL, ink=SOFT_INK, anchor="rs")
    return picture


def _draw_name(picture: Image.Image, middle: float, told: Celebration) -> None:
    more = fit_text(told.more, Weight.MEDIUM, (40, 34), _ROOM // 3)
    room = _ROOM - 2 * _BESIDE_STARS - (text_length(more) + 16 if more.text else 0)
    name = fit_text(person_name(told.name), Weight.BOLD, (62, 54, 46, 40), room)
    length = text_length(name) + (16 + text_length(more) if more.text else 0)
    left = (WIDTH - length) / 2
    draw_text(picture, (left, middle), name, ground=PANEL, ink=INK, anchor="lm")
    if more.text:
        draw_text(picture, (left + length, middle), more, ground=PANEL, ink=SOFT_INK, anchor="rm")
    for at in (left - _BESIDE_STARS, left + length + _BESIDE_STARS - _STAR):
        picture.paste(_star().drawn, (round(at), round(middle) - _STAR // 2), _star().mask)


def _five_points(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    return [
        (x + radius * reach * sin(pi * point / 5), y - radius * reach * cos(pi * point / 5))
        for point in range(10)
        for reach in ((1.0, 0.43)[point % 2],)
    ]


class _Shape(NamedTuple):
    """A small smooth shape with a mask of its pixels."""

    drawn: Image.Image
    mask: Image.Image


def _shape(size: int, corners: Sequence[tuple[float, float]], colour: Colour) -> _Shape:
    scaled = [(x * OVERSIZE, y * OVERSIZE) for x, y in corners]
    drawing, mask = Image.new("RGB", (size * OVERSIZE,) * 2, PANEL), Image.new("L", (size * OVERSIZE,) * 2, 0)
    ImageDraw.Draw(drawing).polygon(scaled, fill=colour)
    ImageDraw.Draw(mask).polygon(scaled, fill=255)
    return _Shape(to_palette(drawing.reduce(OVERSIZE)), mask.reduce(OVERSIZE).point([0] * 64 + [255] * 192))


@lru_cache(maxsize=1)
def _star() -> _Shape:
    return _shape(_STAR, _five_points(_STAR / 2, _STAR * 0.53, _STAR / 2), GOLD)


@lru_cache(maxsize=len(_CONFETTI))
def _slip(turned: int, colour: Colour) -> _Shape:
    angle, middle = turned * pi / 180, _SLIP * 1.25
    along = (_SLIP * cos(angle), _SLIP * sin(angle))
    across = (-along[1] / 2, along[0] / 2)
    corners = [
        (middle + one * along[0] + other * across[0], middle + one * along[1] + other * across[1])
        for one, other in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]
    return _shape(round(2 * middle), corners, colour)


@lru_cache(maxsize=6)
def _background(width: int, height: int) -> Image.Image:
    bottom = _HEAD + height + _FOOT
    picture = _burst(bottom, height)
    for x, y, turned, colour in _CONFETTI:
        slip = _slip(turned, colour)
        picture.paste(slip.drawn, (x - slip.drawn.width // 2, y - slip.drawn.height // 2), slip.mask)
    plate = (width, height)
    picture.paste(_rounded(plate, 22, 4, PANEL), ((WIDTH - width) // 2, _HEAD), _inside(plate, 22))
    whole = blank(WIDTH, bottom, FELT)
    frame = (WIDTH - 2 * _MARGIN, bottom - _MARGIN)
    whole.paste(_rounded(frame, 26, 6, FELT), (_MARGIN, _MARGIN))
    within = (frame[0] - 12, frame[1] - 12)
    corner = (_MARGIN + 6, _MARGIN + 6)
    light = picture.crop((*corner, corner[0] + within[0], corner[1] + within[1]))
    whole.paste(light, corner, _inside(within, 20))
    return whole


def _inside(size: tuple[int, int], radius: int) -> Image.Image:
    mask = Image.new("1", size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius, fill=1)
    return mask


def _rounded(size: tuple[int, int], radius: int, line: int, around: Colour) -> Image.Image:
    picture = blank(*size, PANEL)
    ImageDraw.Draw(picture).rectangle((0, 0, size[0] - 1, size[1] - 1), outline=palette_index(GOLD), width=line)
    corner = Image.new("RGB", (radius * 4 * OVERSIZE,) * 2, around)
    last = corner.width - 1
    ImageDraw.Draw(corner).rounded_rectangle(
        (0, 0, last, last), radius * OVERSIZE, fill=PANEL, outline=GOLD, width=line * OVERSIZE
    )
    corners = to_palette(corner.reduce(OVERSIZE))
    end = corners.width
    for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)):
        part = corners.crop(
            (x * (end - radius), y * (end - radius), radius + x * (end - radius), radius + y * (end - radius))
        )
        picture.paste(part, (x * (size[0] - radius), y * (size[1] - radius)))
    return picture


def _burst(bottom: int, height: int) -> Image.Image:
    x, y = WIDTH // 2, _HEAD + height // 2
    light = Image.new("L", (WIDTH * 2, bottom * 2), 0)
    draw = ImageDraw.Draw(light)
    reach = (WIDTH / 2 - _MARGIN - 20, height / 2 + _BEYOND)
    for strength, share, shift in ((90, 1.0, 0.0), (170, 0.86, 0.5)):
        for point in range(_POINTS):
            angle = 2 * pi * (point + shift) / _POINTS
            corners = [(x + share * reach[0] * cos(angle), y + share * reach[1] * sin(angle))]
            for side in (-0.42, 0.42):
                beside = angle + side * 2 * pi / _POINTS
                corners.append((x + 0.5 * reach[0] * cos(beside), y + 0.5 * reach[1] * sin(beside)))
            corners.insert(2, (x, y))
            draw.polygon([(2 * one, 2 * other) for one, other in corners], fill=strength)
    return light.reduce(2).point(coverage_table(PANEL, GLOW))
