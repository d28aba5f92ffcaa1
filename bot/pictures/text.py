"""Drawable text, fitted into a width and drawn smoothly."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image

from bot.pictures.palette import Colour, coverage_table
from bot.pictures.shaping import PERSON, clusters, shaped, shaped_mask
from bot.pictures.typefaces import Weight, font
from bot.wording.isolation import END, ISOLATE, isolated, without_isolates

__all__ = [
    "FittedText",
    "Weight",
    "chair_name",
    "draw_text",
    "drawable_text",
    "fit_text",
    "font",
    "person_name",
    "text_length",
]

_ANY = tuple(0 if level == 0 else 255 for level in range(256))


@lru_cache(maxsize=512)
def drawable_text(text: str) -> str:
    """Return a text by its :func:`clusters`, without boxes."""
    return "".join(cluster.text for cluster in clusters(text))


def chair_name(number: int, name: str) -> str:
    """Put a chair's number before a name, which keeps its own direction."""
    return f"{number} {isolated(person_name(name))}"


def person_name(name: str) -> str:
    return without_isolates(drawable_text(name)) or PERSON


@lru_cache(maxsize=2048)
def _is_plain(text: str) -> bool:
    return all(cluster.typeface is None for cluster in clusters(text))


def _length(text: str, weight: Weight, size: int) -> float:
    if _is_plain(text):
        return font(weight, size).getlength(without_isolates(text))
    return ceil(shaped(text, weight).length * size)


class FittedText(NamedTuple):
    """Drawable text in a weight and a size (pixels) that fits."""

    text: str
    weight: Weight
    size: int


@lru_cache(maxsize=512)
def fit_text(text: str, weight: Weight, sizes: tuple[int, ...], width: int) -> FittedText:
    """Choose the first size in which ``text`` fits ``width`` pixels, or cut it in the last."""
    text = drawable_text(text)
    for size in sizes:
        if _length(text, weight, size) <= width:
            return FittedText(text, weight, size)
    letters = [cluster.text for cluster in clusters(text)]
    fits, fails = 0, len(letters)
    while fails - fits > 1:
        half = (fits + fails) // 2
        if _length(_cut(letters, half), weight, sizes[-1]) <= width:
            fits = half
        else:
            fails = half
    return FittedText(_cut(letters, fits), weight, sizes[-1])


def _cut(letters: list[str], count: int) -> str:
    text = "".join(letters[:count]).rstrip() + "…"
    return text + END if text.count(ISOLATE) > text.count(END) else text


def text_length(line: FittedText) -> int:
    return ceil(_length(line.text, line.weight, line.size))


@lru_cache(maxsize=160)
def _letters(
    line: FittedText, ground: Colour, ink: Colour, anchor: str
) -> tuple[Image.Image, Image.Image, int, int] | None:
    """Return the letters, their mask and their offset from the anchor, or ``None`` without any.

    The cache of some 5 MB helps, as texts repeat and shaping is slow.
    """
    drawn = _plain(line, anchor) if _is_plain(line.text) else _of_any_script(line, anchor)
    if drawn is None:
        return None
    strength, left, top = drawn
    return strength.point(coverage_table(ground, ink)), strength.point(_ANY), left, top


def _plain(line: FittedText, anchor: str) -> tuple[Image.Image, int, int] | None:
    # One call shapes and draws; asking for bounds first would shape twice.
    mask, (left, top) = font(line.weight, line.size).getmask2(without_isolates(line.text), "L", anchor=anchor)
    return None if 0 in mask.size else (Image.frombytes("L", mask.size, bytes(mask)), left, top)


def _of_any_script(line: FittedText, anchor: str) -> tuple[Image.Image, int, int] | None:
    drawn = shaped_mask(line.text, line.weight, line.size)
    if drawn is None:
        return None
    letters, left, top = drawn
    length, (ascent, descent) = _length(line.text, line.weight, line.size), font(line.weight, line.size).getmetrics()
    left -= round(length * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]])
    return letters, left, top + {"s": 0, "m": (ascent - descent) // 2}[anchor[1]]


def draw_text(
    picture: Image.Image, at: tuple[float, float], line: FittedText, *, ground: Colour, ink: Colour, anchor: str = "ls"
) -> None:
    drawn = _letters(line, ground, ink, anchor)
    if drawn is not None:
        letters, mask, left, top = drawn
        # Only pixels of letters are pasted, so that neighbours are not overwritten.
        picture.paste(letters, (round(at[0]) + left, round(at[1]) + top), mask)
