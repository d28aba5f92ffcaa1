"""The picture of an evening's results, in two columns for more than eight players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.pictures.marks import framed_panel
from bot.pictures.palette import FELT, GOLD, INK, PANEL, SOFT_INK, png
from bot.pictures.text import Weight, draw_text, fit_text, person_name, text_length

MOST_ROWS = 56

WIDTH = 1000
"""Pixels; a narrow phone shows this in 360."""

SMALLEST = 34
"""In pixels: 12 on a narrow phone."""

IN_ONE_COLUMN = 8

MOST_TOGETHER = 3_000
"""The greatest height in pixels with a result above the card."""

_MARGIN = 16
_GUTTER = 12
_BETWEEN = 8
_TITLE = 84
_NOTE = 52
_INSET = 22


class _Layout(NamedTuple):
    columns: int
    name: tuple[int, ...]

    words: tuple[int, ...]
    line: int

    @property
    def width(self) -> int:
        return (WIDTH - 2 * _MARGIN - (self.columns - 1) * _GUTTER) // self.columns

    @property
    def height(self) -> int:
        return 3 * self.line + 2 * _INSET - 14


_WIDE = _Layout(1, (46, 40, SMALLEST), (36, SMALLEST), 50)
_NARROW = _Layout(2, (36, SMALLEST), (SMALLEST,), 40)


@dataclass(frozen=True, slots=True)
class EveningRow:
    """One player's result, as written."""

    name: str
    net: str
    """Chips won or lost: ``+1,250``."""

    chips: str
    """Chips bought in and left with: ``500 → 1,750``."""

    hands: str

    biggest: str
    """The biggest pot or win; empty without one."""

    best: str
    """The best hand shown; empty without one."""

    first: bool = False
    """True for the framed, golden row of the biggest winner."""


def evening_picture(
    rows: Sequence[EveningRow],
    *,
    title: str,
    aside: str,
    legend: str = "",
    notes: Sequence[str] = (),
    result: bytes = b"",
) -> bytes:
    """Draw an evening, biggest winner first; raise ``ValueError`` for no rows or more than 56."""
    if not 1 <= len(rows) <= MOST_ROWS:
        raise ValueError(f"an evening has 1 to {MOST_ROWS} rows, not {len(rows)}")
    layout = _WIDE if len(rows) <= IN_ONE_COLUMN else _NARROW
    lines = -(-len(rows) // layout.columns)
    first = _TITLE + (_NOTE if legend else 0)
    below = first + lines * (layout.height + _BETWEEN)
    height = below + len(notes) * _NOTE + _MARGIN
    above = Image.open(BytesIO(result)).convert("RGBA") if result else None
    top = 0 if above is None else above.height
    if above is not None and top + height > MOST_TOGETHER:
        return result
    picture = Image.new("RGBA", (WIDTH, top + height), FELT)
    if above is not None:
        picture.paste(above, (0, 0))
        ImageDraw.Draw(picture).rectangle((_MARGIN, top, WIDTH - _MARGIN, top + 3), fill=PANEL)
    _beside(picture, (_MARGIN + _INSET, top + _TITLE / 2), WIDTH - 2 * (_MARGIN + _INSET), title, aside)
    for place, row in enumerate(rows):
        column, line = divmod(place, lines)
        corner = (_MARGIN + column * (layout.width + _GUTTER), top + first + line * (layout.height + _BETWEEN))
        _draw_row(picture, corner, row, layout)
    small = [(_TITLE - 14, legend), *((below + number * _NOTE, note) for number, note in enumerate(notes))]
    for level, text in small:
        words = fit_text(text, Weight.MEDIUM, (36, SMALLEST), WIDTH - 2 * (_MARGIN + _INSET))
        at = (_MARGIN + _INSET, top + level + _NOTE / 2)
        draw_text(picture, at, words, SOFT_INK, anchor="lm")
    return png(picture)


def _beside(picture: Image.Image, at: tuple[float, float], width: int, title: str, aside: str) -> None:
    right = fit_text(aside, Weight.MEDIUM, (38, SMALLEST), width // 2)
    left = fit_text(title, Weight.BOLD, (44, 38, SMALLEST), width - text_length(right) - _GUTTER)
    draw_text(picture, at, left, INK, anchor="lm")
    draw_text(picture, (at[0] + width, at[1]), right, SOFT_INK, anchor="rm")


def _draw_row(picture: Image.Image, corner: tuple[int, int], row: EveningRow, layout: _Layout) -> None:
    left, top = corner
    accent = GOLD if row.first else INK
    if row.first:
        picture.alpha_composite(framed_panel(layout.width, layout.height, corner=18, frame=4), corner)
    elif top:
        edge = (left + _INSET, top + layout.height + _BETWEEN // 2)
        ImageDraw.Draw(picture).line((*edge, left + layout.width - _INSET, edge[1]), fill=PANEL, width=2)
    left, right = left + _INSET, left + layout.width - _INSET
    middle = top + _INSET + layout.line / 2 - 8
    net = fit_text(row.net, Weight.BOLD, layout.name, right - left)
    name = fit_text(person_name(row.name), Weight.BOLD, layout.name, right - left - text_length(net) - _GUTTER)
    draw_text(picture, (left, middle), name, INK, anchor="lm")
    draw_text(picture, (right, middle), net, accent, anchor="rm")
    for number, (one, other) in enumerate(((row.chips, row.hands), (row.biggest, row.best)), start=1):
        _draw_facts(picture, (left, right), middle + 6 + number * layout.line, one, other, layout)


def _draw_facts(
    picture: Image.Image, sides: tuple[int, int], middle: float, one: str, other: str, layout: _Layout
) -> None:
    """Draw two facts on one line; never cut the left one."""
    left, right = sides
    first = fit_text(one, Weight.MEDIUM, layout.words, right - left)
    room = right - left - (text_length(first) + _GUTTER if first.text else 0)
    second = fit_text(other, Weight.MEDIUM, layout.words, room)
    draw_text(picture, (left, middle), first, SOFT_INK, anchor="lm")
    draw_text(picture, (right, middle), second, SOFT_INK, anchor="rm")
