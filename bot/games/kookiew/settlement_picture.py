"""The picture of a settlement, in two columns for more than eight players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.games.kookiew.four_colour_cards import card_named
from bot.pictures.cards import CardSize
from bot.pictures.celebration import Celebration, celebration
from bot.pictures.marks import framed_panel
from bot.pictures.palette import FELT, GOLD, INK, PANEL, SOFT_INK, png
from bot.pictures.text import Weight, chair_name, draw_text, fit_text, text_length

MOST_ROWS = 56
WIDTH = 1000
"""Pixels; a narrow phone shows this in 360."""

SMALLEST = 34
"""The smallest letters in pixels: 12 on a narrow phone."""

IN_ONE_COLUMN = 8
"""The most rows in one column."""

_MARGIN = 16
_GUTTER = 12
_BETWEEN = 3
_TITLE = 66
_CARDS = 2


class _Layout(NamedTuple):
    """Sizes within a row, in pixels."""

    size: CardSize
    columns: int
    name: tuple[int, ...]

    words: tuple[int, ...]
    chips: tuple[int, ...]

    @property
    def width(self) -> int:
        return (WIDTH - 2 * _MARGIN - (self.columns - 1) * _GUTTER) // self.columns

    @property
    def height(self) -> int:
        return self.size.sprite_height


_LARGE = CardSize(150)
_WIDE = _Layout(CardSize(62), 1, (44, 38, SMALLEST), (38, SMALLEST), (46, 40, SMALLEST))
_NARROW = _Layout(CardSize(48), 2, (SMALLEST,), (SMALLEST,), (SMALLEST,))


@dataclass(frozen=True, slots=True)
class SettlementRow:
    number: int

    name: str
    cards: tuple[str, ...]
    """Names of the two cards, as ``yellow-general``."""

    label: str
    """The words for the hand: ``7 points``, ``pair``."""

    chips: str
    """The net, as written: ``+1,250``; empty outside the deal."""

    won: bool = False


def _draw_row(picture: Image.Image, corner: tuple[int, int], row: SettlementRow, layout: _Layout) -> None:
    left, top = corner
    ink = INK if row.won or row.chips else SOFT_INK
    if row.won:
        picture.alpha_composite(framed_panel(layout.width, layout.height, corner=10, frame=3), corner)
    # The shadow must end before the frame.
    inset = layout.size.border + 4
    for place, card in enumerate(row.cards):
        sprite = card_named(card, layout.size)
        picture.alpha_composite(sprite, (left + inset + place * sprite.width, top))
    words_left = left + inset + _CARDS * layout.size.sprite_width + 6
    words_right = left + layout.width - 14
    upper, lower = top + layout.height * 0.29, top + layout.height * 0.73
    room = words_right - words_left
    said = chair_name(row.number, row.name)
    name = fit_text(said, Weight.BOLD, layout.name, room)
    draw_text(picture, (words_left, upper), name, ink, anchor="lm")
    if row.chips:
        # Amounts are never cut, so the hand's words get the rest.
        chips = fit_text(row.chips, Weight.BOLD, layout.chips, room)
        draw_text(picture, (words_right, lower), chips, GOLD if row.won else INK, anchor="rm")
        room -= text_length(chips) + _GUTTER
    words = fit_text(row.label, Weight.MEDIUM, layout.words, room)
    draw_text(picture, (words_left, lower), words, GOLD if row.won else SOFT_INK, anchor="lm")


def settlement_picture(
    bank: SettlementRow,
    rows: Sequence[SettlementRow],
    *,
    title: str,
    special: Celebration | None = None,
    cards: Sequence[str] = (),
) -> bytes:
    """Draw the bank on top and the players down the columns.

    Raise ``ValueError`` for no rows or more than the pack has hands, ``KeyError`` for an unknown card.
    """
    if not 1 <= len(rows) < MOST_ROWS:
        raise ValueError(f"a settlement has 1 to {MOST_ROWS - 1} players, not {len(rows)}")
    layout = _WIDE if len(rows) < IN_ONE_COLUMN else _NARROW
    lines = -(-len(rows) // layout.columns)
    above = None if special is None else celebration(special, [card_named(card, _LARGE) for card in cards])
    top = above.height + _GUTTER if above else _TITLE
    first = top + _WIDE.height + 2 * _GUTTER
    picture = Image.new("RGBA", (WIDTH, first + lines * (layout.height + _BETWEEN) + _MARGIN - _BETWEEN), FELT)
    if above:
        picture.paste(above, (0, 0))
    else:
        words = fit_text(title, Weight.BOLD, (40, SMALLEST), WIDTH - 4 * _MARGIN)
        draw_text(picture, (2 * _MARGIN, _TITLE / 2), words, INK, anchor="lm")
    _draw_row(picture, (_MARGIN, top), bank, _WIDE)
    below = first - _GUTTER
    ImageDraw.Draw(picture).line((_MARGIN, below, WIDTH - _MARGIN, below), fill=PANEL, width=4)
    for place, row in enumerate(rows):
        column, line = divmod(place, lines)
        corner = (_MARGIN + column * (layout.width + _GUTTER), first + line * (layout.height + _BETWEEN))
        _draw_row(picture, corner, row, layout)
    return png(picture)
