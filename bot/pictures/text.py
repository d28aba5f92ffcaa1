"""Text in any script, fitted into a width: HarfBuzz shapes and draws it in runs of one font.

The fonts are under the SIL Open Font License: Fira Sans for Latin, Greek and Cyrillic, Noto for the rest.
"""

from __future__ import annotations

import unicodedata
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import regex
from PIL import Image, ImageFont

from bot.pictures.palette import Colour

if TYPE_CHECKING:
    import uharfbuzz as harfbuzz

PERSON = "\N{BUST IN SILHOUETTE}"
"""Drawn for a name in letters that no font has."""

LONGEST = 120
"""The most characters drawn."""

_UNITS = 1_000
"""Units of a size, in which letters are placed."""

_SHARE = 0.92
"""The size of other letters beside Fira Sans, as those with marks need room."""

_HIGHEST, _MIDDLE, _LOWEST = 1.15, 0.335, -0.42
"""Heights above the baseline, in sizes; beyond the highest and lowest, letters are cut off."""

_UNDRAWN = regex.compile(r"^\p{M}+|[^\P{C}\u200c\u200d\s]|\p{M}{4,}")
"""Marks without a letter or in piles, and invisible characters except joiners."""

_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Invisible characters that change their neighbours."""


class Weight(Enum):
    MEDIUM = 500
    BOLD = 700


class Typeface(NamedTuple):
    package: str
    file: str


FIRA = Typeface("fontpkg_fira_sans", "files/FiraSans-{}.ttf")
CHINESE = Typeface("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf")
EMOJI = Typeface("manimgx_fonts", "NotoEmoji[wght].ttf")

_SCRIPTS = (
    "Hebrew Arabic Thai Devanagari Armenian Bengali Ethiopic Georgian Gujarati Gurmukhi Kannada Khmer Lao "
    "Malayalam Myanmar Oriya Sinhala Tamil Telugu Symbols"
)
TYPEFACES = (
    FIRA,
    Typeface("manimgx_fonts", "NotoSans[wght].ttf"),
    CHINESE,
    *(Typeface("manimgx_fonts", f"NotoSans{script}[wght].ttf") for script in _SCRIPTS.split()),
    EMOJI,
)
"""All fonts, in the order in which a letter looks for one."""


class Letter(NamedTuple):
    """One letter as a reader sees it, with its font."""

    text: str
    typeface: Typeface


class FittedText(NamedTuple):
    """Drawable text in a weight and a size (pixels) that fits."""

    text: str
    weight: Weight
    size: int


class Glyph(NamedTuple):
    font: harfbuzz.Font
    number: int
    """The number in the font; 0 is the box for a missing letter."""

    x: float
    y: float


class ShapedLine(NamedTuple):
    glyphs: tuple[Glyph, ...]
    """Glyphs from left to right, placed in thousandths of the size."""

    length: float
    """The length in sizes."""


def font_file(typeface: Typeface, weight: Weight) -> str:
    return str(files(typeface.package) / typeface.file.format(weight.name.title()))


@lru_cache(maxsize=24)
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """Return Fira Sans for letters on cards."""
    # The plain layout needs no shaping library, so every machine draws the same pixels.
    return ImageFont.truetype(font_file(FIRA, weight), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=2 * len(TYPEFACES))
def shaping_font(typeface: Typeface, weight: Weight) -> harfbuzz.Font:
    # No start waits for what only a picture needs.
    import uharfbuzz as harfbuzz

    loaded = harfbuzz.Font(harfbuzz.Face(harfbuzz.Blob.from_file_path(font_file(typeface, weight))))
    loaded.set_variations({"wght": weight.value})
    units = round(_UNITS * (1 if typeface == FIRA else _SHARE))
    loaded.scale = (units, units)
    return loaded


@lru_cache(maxsize=512)
def letters(text: str) -> tuple[Letter, ...]:
    """Return the drawable letters; those that no font has are left out."""
    visible = " ".join(_UNDRAWN.sub("", unicodedata.normalize("NFC", text[:LONGEST])).split())
    found = [letter for each in regex.findall(r"\X", visible) if (letter := _letter(each)) is not None]
    for place in range(1, len(found) - 1):
        if found[place].text == " " and found[place - 1].typeface == found[place + 1].typeface:
            # Words of one script stay in one run, which has its direction.
            found[place] = Letter(" ", found[place - 1].typeface)
    return tuple(found)


@lru_cache(maxsize=4096)
def _letter(text: str) -> Letter | None:
    is_emoji = regex.search(r"\p{Emoji_Presentation}|\ufe0f", text)
    # A letter can do without its marks, and in plain form without its ornament.
    for drawn in (text, text[0], unicodedata.normalize("NFKC", text)):
        for typeface in (EMOJI, *TYPEFACES) if is_emoji else TYPEFACES:
            if _has(typeface, drawn):
                return Letter(drawn, typeface)
    return None


def _has(typeface: Typeface, text: str) -> bool:
    found = shaping_font(typeface, Weight.BOLD)
    return all(each in _JOINERS or found.get_nominal_glyph(ord(each)) for each in text)


def drawable_text(text: str) -> str:
    """Return a text without letters that would be boxes."""
    return "".join(letter.text for letter in letters(text)).strip()


def person_name(name: str) -> str:
    return drawable_text(name) or PERSON


def chair_name(number: int, name: str) -> str:
    """Put a chair's number before a name."""
    return f"{number} {person_name(name)}"


@lru_cache(maxsize=512)
def shaped(text: str, weight: Weight) -> ShapedLine:
    import uharfbuzz as harfbuzz

    glyphs: list[Glyph] = []
    x = 0.0
    for typeface, run in groupby(letters(text), key=lambda letter: letter.typeface):
        buffer = harfbuzz.Buffer()
        buffer.add_str("".join(letter.text for letter in run))
        buffer.guess_segment_properties()
        buffer.language = "zh-Hans"
        chosen = shaping_font(typeface, weight)
        harfbuzz.shape(chosen, buffer)
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyphs.append(Glyph(chosen, info.codepoint, x + place.x_offset, place.y_offset))
            x += place.x_advance
    return ShapedLine(tuple(glyphs), x / _UNITS)


def text_length(line: FittedText) -> int:
    """Return the length in pixels."""
    return ceil(shaped(line.text, line.weight).length * line.size)


@lru_cache(maxsize=512)
def fit_text(text: str, weight: Weight, sizes: tuple[int, ...], width: int) -> FittedText:
    """Choose the first size in which ``text`` fits ``width`` pixels, or cut it in the last."""
    kept = [letter.text for letter in letters(text)]
    lines = [FittedText("".join(kept), weight, size) for size in sizes]
    line = next((each for each in lines if text_length(each) <= width), lines[-1])
    while kept and text_length(line) > width:
        kept.pop()
        line = line._replace(text="".join(kept).rstrip() + "…")
    return line


@lru_cache(maxsize=160)
def _mask(line: FittedText) -> tuple[Image.Image, int, int] | None:
    """Return the letters and their offset left of and above the origin, or ``None`` without any.

    HarfBuzz draws them, the same on every machine. The cache of some 5 MB helps, as texts repeat.
    """
    import uharfbuzz as harfbuzz

    drawing, scale = harfbuzz.RasterDraw(), line.size / _UNITS
    for glyph in shaped(line.text, line.weight).glyphs:
        drawing.transform = (scale, 0, 0, scale, glyph.x * scale, glyph.y * scale)
        drawing.draw_glyph(glyph.font, glyph.number)
    image = drawing.render()
    left, bottom, width, height, stride = image.extents
    if not width or not height:
        return None
    drawn = Image.frombytes("L", (width, height), image.buffer, "raw", "L", stride, -1)
    top = bottom + height
    highest, lowest = min(top, ceil(line.size * _HIGHEST)), max(bottom, round(line.size * _LOWEST))
    return drawn.crop((0, top - highest, width, top - lowest)), left, -highest


def draw_text(
    picture: Image.Image, at: tuple[float, float], line: FittedText, ink: Colour, *, anchor: str = "ls"
) -> None:
    """Draw a line at its left, middle or right end (``l m r``), on its middle or its baseline (``m s``)."""
    drawn = _mask(line)
    if drawn is not None:
        mask, left, top = drawn
        across = at[0] - text_length(line) * {"l": 0, "m": 0.5, "r": 1}[anchor[0]]
        down = at[1] + (line.size * _MIDDLE if anchor[1] == "m" else 0)
        picture.paste(ink, (round(across) + left, round(down) + top), mask)
