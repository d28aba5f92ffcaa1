"""Text in pictures: the font, making any name drawable, fitting it into a width, and drawing it smoothly."""

from __future__ import annotations

import unicodedata
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from PIL import Image, ImageFont

from bot.pictures.palette import Colour, coverage_table

REPLACEMENT = "\N{WHITE SQUARE}"
"""Drawn in place of a character that the font does not have."""

_ANY = tuple(0 if level == 0 else 255 for level in range(256))

_LONGEST = 120
"""How many characters of a text are drawn at most; no line of a picture has room for more."""


class Weight(Enum):
    """The weights of the font, by the names of their files."""

    MEDIUM = "FiraSans-Medium.ttf"
    BOLD = "FiraSans-Bold.ttf"


@lru_cache(maxsize=24)
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """The font at a size in pixels."""
    path = files("fontpkg_fira_sans") / "files" / weight.value
    # The plain layout needs no shaping library, so that every machine draws the same pixels.
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _has(character: str) -> bool:
    """Whether the font has a glyph: a missing one looks like that of a code point that is never assigned."""
    face = font(Weight.MEDIUM, 24)
    return bytes(face.getmask(character)) != bytes(face.getmask("\U0010ffff"))


@lru_cache(maxsize=512)
def drawable_text(text: str) -> str:
    """The text as it can be drawn.

    Control, direction and invisible characters go, accents that belong to no letter go, any space becomes a plain one,
    symbols that the font does not have go, and each run of letters that it does not have becomes one neutral square.
    """
    drawn: list[str] = []
    for character in unicodedata.normalize("NFC", text[:_LONGEST]):
        category = unicodedata.category(character)
        if category.startswith("Z") or character in "\t\n\r":
            character = " "
        elif category.startswith(("C", "M")):
            continue
        elif not _has(character):
            if category.startswith("S"):
                continue
            character = REPLACEMENT
        if drawn and character == drawn[-1] and character in (" ", REPLACEMENT):
            continue
        drawn.append(character)
    return "".join(drawn).strip()


def has_drawable_text(text: str) -> bool:
    """Whether anything of ``text`` is left when only what the font has is drawn."""
    return bool(drawable_text(text).replace(REPLACEMENT, "").strip())


class FittedText(NamedTuple):
    """Drawable text, in the weight and size (pixels) in which it fits."""

    text: str
    weight: Weight
    size: int


@lru_cache(maxsize=512)
def fit_text(text: str, weight: Weight, sizes: tuple[int, ...], width: int) -> FittedText:
    """Choose the first of ``sizes`` in which ``text`` fits ``width`` pixels; in the last one, cut it short."""
    text = drawable_text(text)
    for size in sizes:
        if font(weight, size).getlength(text) <= width:
            return FittedText(text, weight, size)
    face = font(weight, sizes[-1])
    fits, fails = 0, len(text)
    while fails - fits > 1:
        half = (fits + fails) // 2
        if face.getlength(text[:half].rstrip() + "…") <= width:
            fits = half
        else:
            fails = half
    return FittedText(text[:fits].rstrip() + "…", weight, sizes[-1])


@lru_cache(maxsize=160)
def _letters(
    line: FittedText, ground: Colour, ink: Colour, anchor: str
) -> tuple[Image.Image, Image.Image, int, int] | None:
    """The letters, a mask of their pixels, and their offset from the anchor; ``None`` if there is nothing to draw.

    The same texts come back hand after hand, and shaping letters costs more than the rest of a picture.
    At most some 5 MB are kept.
    """
    # One call shapes and draws; asking for the bounds first would shape everything twice.
    mask, (left, top) = font(line.weight, line.size).getmask2(line.text, "L", anchor=anchor)
    if 0 in mask.size:
        return None
    strength = Image.frombytes("L", mask.size, bytes(mask))
    return strength.point(coverage_table(ground, ink)), strength.point(_ANY), left, top


def draw_text(
    picture: Image.Image,
    at: tuple[float, float],
    line: FittedText,
    *,
    ground: Colour,
    ink: Colour,
    anchor: str = "ls",
) -> None:
    """Draw a fitted ``line`` on a ground of one colour.

    Args:
        picture: the picture to draw on.
        at: where the anchor is, in pixels.
        line: what :func:`fit_text` returned.
        ground: the colour that is there already.
        ink: the colour of the letters.
        anchor: Pillow's two letters: left, middle or right, and middle or baseline.
    """
    drawn = _letters(line, ground, ink, anchor)
    if drawn is not None:
        letters, mask, left, top = drawn
        # Only the pixels of the letters are pasted, so that what is close to them is not overwritten.
        picture.paste(letters, (round(at[0]) + left, round(at[1]) + top), mask)
