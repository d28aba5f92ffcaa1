"""Font files, all under the SIL Open Font License: Fira Sans for Latin, Greek and Cyrillic, Noto for the rest."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from PIL import ImageFont

if TYPE_CHECKING:
    import uharfbuzz as harfbuzz


class Weight(Enum):
    MEDIUM = "FiraSans-Medium.ttf"
    BOLD = "FiraSans-Bold.ttf"

    @property
    def axis(self) -> int:
        """The weight on the axis of a variable font."""
        return 700 if self is Weight.BOLD else 500


@dataclass(frozen=True, slots=True)
class Typeface:
    package: str
    file: str
    share: float = 1.0
    """Its share of the size asked for, since letters with marks need room."""


def _noto(script: str, share: float = 0.92) -> Typeface:
    return Typeface("manimgx_fonts", f"NotoSans{script}[wght].ttf", share)


EMOJI = Typeface("manimgx_fonts", "NotoEmoji[wght].ttf", 0.92)

CHINESE = Typeface("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf", 0.92)

TYPEFACES = (
    _noto(""),
    _noto("Hebrew"),
    _noto("Arabic", 0.95),
    _noto("Thai"),
    _noto("Devanagari"),
    CHINESE,
    *map(
        _noto,
        (
            "Armenian",
            "Bengali",
            "Ethiopic",
            "Georgian",
            "Gujarati",
            "Gurmukhi",
            "Kannada",
            "Khmer",
            "Lao",
            "Malayalam",
            "Myanmar",
            "Oriya",
            "Sinhala",
            "Tamil",
            "Telugu",
        ),
    ),
    _noto("Symbols"),
    EMOJI,
)
"""Fallbacks in their order."""


@lru_cache(maxsize=24)
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    path = files("fontpkg_fira_sans") / "files" / weight.value
    # The plain layout needs no shaping library, so every machine draws the same pixels.
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=2 * (len(TYPEFACES) + 1))
def shaping_font(typeface: Typeface | None, weight: Weight) -> harfbuzz.Font:
    """Return a font in its own units; ``None`` is Fira Sans."""
    # No start waits for what only a picture needs.
    import uharfbuzz as harfbuzz

    if typeface is None:
        path = files("fontpkg_fira_sans") / "files" / weight.value
    else:
        path = files(typeface.package) / typeface.file
    shaped = harfbuzz.Font(harfbuzz.Face(harfbuzz.Blob.from_file_path(str(path))))
    if typeface is not None:
        shaped.set_variations({"wght": weight.axis})
    return shaped


def has_glyphs(typeface: Typeface | None, text: str) -> bool:
    """True if a font has a glyph for each character, except those that only change others."""
    shaped = shaping_font(typeface, Weight.BOLD)
    return all(character in JOINERS or shaped.get_nominal_glyph(ord(character)) for character in text)


JOINERS = frozenset("\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}")
"""Invisible characters that change their neighbours."""
