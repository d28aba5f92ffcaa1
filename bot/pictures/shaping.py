"""Lines in any script, shaped by HarfBuzz in runs of one font and one direction.

Letters that no font has become an initial in a circle, or a person.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

import regex
from PIL import Image

from bot.pictures.typefaces import EMOJI, JOINERS, TYPEFACES, Typeface, Weight, has_glyphs, shaping_font
from bot.wording.isolation import END, ISOLATE

PERSON = "\N{BUST IN SILHOUETTE}"
"""Drawn for letters without even an initial."""

LONGEST = 120
"""The most characters drawn."""

_MOST_MARKS = 3

_HIGHEST, _LOWEST = 1.15, 0.42
"""The reach of letters above and below the baseline, in sizes; the rest is cut off."""


class Cluster(NamedTuple):
    """One letter as a reader sees it, and its font; ``None`` is Fira Sans."""

    text: str
    typeface: Typeface | None


class Glyph(NamedTuple):
    """A glyph and its origin in a line, in shares of the size."""

    typeface: Typeface | None
    number: int
    """The number in the font; 0 is the box for a missing letter."""

    x: float
    y: float


class ShapedLine(NamedTuple):
    """Glyphs from left to right and their length, in shares of the size."""

    glyphs: tuple[Glyph, ...]
    length: float


def clusters(text: str) -> list[Cluster]:
    """Return the drawable letters in reading order.

    Invisible characters go, except isolates; a run of letters without a font becomes one initial.
    """
    drawn: list[Cluster] = []
    missing = False
    text = regex.sub(rf"(\p{{M}}{{{_MOST_MARKS}}})\p{{M}}+", r"\1", unicodedata.normalize("NFC", text[:LONGEST]))
    for found in regex.findall(r"\X", text):
        cluster = _cluster(found)
        if cluster is None:
            if not missing and unicodedata.category(found[0])[0] in "LN":
                drawn.append(_initial(found[0]))
                missing = True
            continue
        if not cluster.text or (cluster.text == " " and drawn and drawn[-1].text == " "):
            continue
        drawn.append(cluster)
        missing = False
    while drawn and drawn[0].text == " ":
        del drawn[0]
    while drawn and drawn[-1].text == " ":
        del drawn[-1]
    return drawn


@lru_cache(maxsize=4096)
def _cluster(found: str) -> Cluster | None:
    """Return a drawable cluster: empty if invisible, ``None`` without a font."""
    kept = "".join(" " if _is_space(each) else each for each in found if _is_seen(each))
    base = next((each for each in kept if each not in JOINERS), "")
    if not base or base in (ISOLATE, END) or unicodedata.category(base).startswith("M"):
        return Cluster(base if base in (ISOLATE, END) else "", None)
    if kept.startswith(" "):
        return Cluster(" ", None)
    if regex.search(r"\p{Emoji_Presentation}|\N{VARIATION SELECTOR-16}", kept) and has_glyphs(EMOJI, kept):
        return Cluster(kept, EMOJI)
    if has_glyphs(None, base):
        return Cluster(base, None)
    bare = "".join(each for each in kept if not unicodedata.category(each).startswith("M"))
    folded = unicodedata.normalize("NFKC", base)
    for drawn in (kept, bare, base):
        for typeface in TYPEFACES:
            if has_glyphs(typeface, drawn):
                return Cluster(drawn, typeface)
    return Cluster(folded, None) if folded != base and has_glyphs(None, folded) else None


def _is_space(character: str) -> bool:
    return unicodedata.category(character).startswith("Z") or character in "\t\n\r"


def _is_seen(character: str) -> bool:
    kept = character in JOINERS or character in (ISOLATE, END) or _is_space(character)
    return kept or not unicodedata.category(character).startswith("C")


def _initial(character: str) -> Cluster:
    """Replace unknown letters by their Latin initial in a circle (``Ⓚ`` for a Balinese *ka*), or by a person."""
    _, letter, read = unicodedata.name(character, "").partition(" LETTER ")
    circled = f"CIRCLED LATIN CAPITAL LETTER {read.split()[-1][0]}" if letter and read else ""
    try:
        found = _cluster(unicodedata.lookup(circled))
    except KeyError:
        found = None
    return found or Cluster(PERSON, EMOJI)


def _isolates(line: Sequence[Cluster]) -> Iterator[tuple[bool, list[Cluster]]]:
    """Yield parts of a line, with ``True`` for an isolate with a direction of its own."""
    part: list[Cluster] = []
    within = False
    for cluster in line:
        if cluster.text in (ISOLATE, END):
            yield within, part
            part, within = [], cluster.text == ISOLATE
        else:
            part.append(cluster)
    yield within, part


def _levels(part: Sequence[Cluster], *, isolated: bool) -> list[int]:
    """Return each cluster's level, odd from right to left (Unicode's annex 9)."""
    text = "".join(cluster.text[0] for cluster in part)
    if text.isascii():
        return [0] * len(part)
    from bidi import algorithm as bidi

    level = bidi.get_base_level(text) if isolated else 0
    storage: dict[str, Any] = {**bidi.get_empty_storage(), "base_level": level, "base_dir": "LR"[level]}
    bidi.get_embedding_levels(text, storage)
    bidi.explicit_embed_and_overrides(storage)
    bidi.resolve_weak_types(storage)
    bidi.resolve_neutral_types(storage, False)
    bidi.resolve_implicit_levels(storage, False)
    return [each["level"] for each in storage["chars"]]


class _Run(NamedTuple):
    level: int
    typeface: Typeface | None
    text: str


def _runs(part: Sequence[Cluster], *, isolated: bool) -> list[_Run]:
    placed = zip(_levels(part, isolated=isolated), part, strict=True)
    runs = [
        _Run(level, typeface, "".join(cluster.text for _, cluster in group))
        for (level, typeface), group in groupby(placed, key=lambda each: (each[0], each[1].typeface))
    ]
    for level in range(max((run.level for run in runs), default=0), 0, -1):
        seen: list[_Run] = []
        for turned, group in groupby(runs, key=lambda run: run.level >= level):
            together = list(group)
            seen += together[::-1] if turned else together
        runs = seen
    return runs


@lru_cache(maxsize=512)
def shaped(text: str, weight: Weight) -> ShapedLine:
    """Return the glyphs of a drawable left-to-right text."""
    line = clusters(text)
    # Han letters differ between Chinese and Japanese, which has kana beside them.
    language = "ja" if regex.search(r"[\p{Hiragana}\p{Katakana}]", text) else "zh-Hans"
    glyphs: list[Glyph] = []
    x = 0.0
    for isolated, part in _isolates(line):
        for run in _runs(part, isolated=isolated):
            x = _shape(run, weight, language, x, glyphs)
    return ShapedLine(tuple(glyphs), x)


def _shape(run: _Run, weight: Weight, language: str, x: float, glyphs: list[Glyph]) -> float:
    """Add the glyphs of a run at ``x`` and return its end."""
    import uharfbuzz as harfbuzz

    font = shaping_font(run.typeface, weight)
    buffer = harfbuzz.Buffer()
    buffer.add_str(run.text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if run.level % 2 else "ltr"
    buffer.language = language
    harfbuzz.shape(font, buffer, {})
    unit = (run.typeface.share if run.typeface else 1.0) / font.face.upem
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        glyphs.append(Glyph(run.typeface, info.codepoint, x + place.x_offset * unit, place.y_offset * unit))
        x += place.x_advance * unit
    return x


def shaped_mask(text: str, weight: Weight, size: int) -> tuple[Image.Image, int, int] | None:
    """Return the letters at a size in pixels and their offset left of and above the origin, or ``None`` without any.

    HarfBuzz draws them, the same on every machine.
    """
    import uharfbuzz as harfbuzz

    drawing = harfbuzz.RasterDraw()
    for glyph in shaped(text, weight).glyphs:
        font = shaping_font(glyph.typeface, weight)
        scale = size * (glyph.typeface.share if glyph.typeface else 1.0) / font.face.upem
        drawing.transform = (scale, 0, 0, scale, glyph.x * size, glyph.y * size)
        drawing.draw_glyph(font, glyph.number)
    image = drawing.render()
    left, bottom, width, height, stride = image.extents
    if not width or not height:
        return None
    letters = Image.frombytes("L", (width, height), image.buffer, "raw", "L", stride, -1)
    top = bottom + height
    highest, lowest = min(top, ceil(size * _HIGHEST)), max(bottom, -ceil(size * _LOWEST))
    return letters.crop((0, top - highest, width, top - lowest)), left, -highest
