"""The picture of a settlement with the bank: every hand, what it is worth, and what it won or lost.

Up to eight players stand one below the other; more stand in two columns, each as wide as half a phone, so that 56
hands are one picture that is read by scrolling.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.pictures.cards import Cut
from bot.pictures.four_colours import four_colour_card
from bot.pictures.lettering import Weight, fitted, says_something, write
from bot.pictures.palette import FELT, GOLD, INK, PANEL, SOFT_INK, blank, number_of, png, reduced

MOST_ROWS = 56
WIDTH = 1000
"""Pixels; on a phone this is shown at about two fifths."""

IN_ONE_COLUMN = 8
"""How many rows still stand one below the other."""

_MARGIN = 16
_GUTTER = 12
_BETWEEN = 3
_TITLE = 66
_CARDS = 2


class _Setting(NamedTuple):
    """How large everything in a row is, in pixels."""

    cut: Cut
    columns: int
    name: tuple[int, ...]
    """The sizes of the name, the first that fits; below it stand the words for the hand and the chips."""

    words: tuple[int, ...]
    chips: tuple[int, ...]

    @property
    def width(self) -> int:
        return (WIDTH - 2 * _MARGIN - (self.columns - 1) * _GUTTER) // self.columns

    @property
    def height(self) -> int:
        return self.cut.depth


_WIDE = _Setting(Cut(62), 1, (44, 38, 34), (38, 34), (46, 40))
_NARROW = _Setting(Cut(39), 2, (32, 28, 26), (30, 28), (34, 30, 26))


@dataclass(frozen=True, slots=True)
class SettlementRow:
    """One hand in the picture of a settlement."""

    number: int
    """The number of the player's chair, from 1; it stands before the name."""

    name: str
    cards: tuple[str, ...]
    """The two cards by name, as ``yellow-general``."""

    label: str
    """The words for the hand: ``7 points``, ``pair``."""

    chips: str
    """What was won or lost, as it is to be written: ``+1,250``; empty if the hand was not in the deal."""

    won: bool = False
    """Whether the row is framed and gold."""


@lru_cache(maxsize=4)
def _panel(width: int, height: int) -> Image.Image:
    """The framed ground of a winner's row."""
    drawing = Image.new("RGB", (width * 2, height * 2), FELT)
    ImageDraw.Draw(drawing).rounded_rectangle(
        (0, 0, width * 2 - 1, height * 2 - 1), 20, fill=PANEL, outline=GOLD, width=6
    )
    return reduced(drawing.reduce(2))


def _draw_row(picture: Image.Image, corner: tuple[int, int], row: SettlementRow, setting: _Setting) -> None:
    """Draw one hand: its cards, and beside them the name over the words for the hand and the chips."""
    left, top = corner
    ground = PANEL if row.won else FELT
    ink = INK if row.won or row.chips else SOFT_INK
    if row.won:
        picture.paste(_panel(setting.width, setting.height), corner)
    # The shadow of a card ends before the frame, so that the frame stays whole.
    inset = setting.cut.border + 4
    upright = setting.height - 2 * setting.cut.border
    for place, card in enumerate(row.cards):
        colour, _, piece = card.partition("-")
        sprite = four_colour_card(colour, piece, setting.cut, ground)
        whole = (0, setting.cut.border, sprite.width, setting.cut.border + upright)
        picture.paste(sprite.crop(whole), (left + inset + place * sprite.width, top + setting.cut.border))
    words_left = left + inset + _CARDS * setting.cut.pitch + 6
    words_right = left + setting.width - 14
    upper, lower = top + setting.height * 0.29, top + setting.height * 0.73
    room = words_right - words_left
    said = f"{row.number} {row.name}" if says_something(row.name) else f"#{row.number}"
    name = fitted(said, Weight.BOLD, setting.name, room)
    write(picture, (words_left, upper), name, ground=ground, ink=ink, anchor="lm")
    words = fitted(row.label, Weight.MEDIUM, setting.words, room // 2)
    write(picture, (words_left, lower), words, ground=ground, ink=GOLD if row.won else SOFT_INK, anchor="lm")
    if row.chips:
        chips = fitted(row.chips, Weight.BOLD, setting.chips, room // 2)
        write(picture, (words_right, lower), chips, ground=ground, ink=GOLD if row.won else INK, anchor="rm")


def settlement_picture(bank: SettlementRow, rows: Sequence[SettlementRow], *, title: str) -> bytes:
    """Draw the end of a deal: the bank on top, then the players, down one column after the other.

    Args:
        bank: the hand to be beaten.
        rows: the hands of the players; who won anything is framed and written in gold.
        title: a line above, as ``Koo Kiew · deal 12``.

    Returns:
        A PNG, 1000 pixels wide, and about 2,600 high with 56 hands.

    Raises:
        ValueError: no row, or more than the pack has hands for.
        KeyError: a card that there is not.
    """
    if not 1 <= len(rows) < MOST_ROWS:
        raise ValueError(f"a settlement has 1 to {MOST_ROWS - 1} players, not {len(rows)}")
    setting = _WIDE if len(rows) < IN_ONE_COLUMN else _NARROW
    lines = -(-len(rows) // setting.columns)
    first = _TITLE + _WIDE.height + 2 * _GUTTER
    picture = blank(WIDTH, first + lines * (setting.height + _BETWEEN) + _MARGIN - _BETWEEN, FELT)
    words = fitted(title, Weight.BOLD, (40, 34, 28), WIDTH - 4 * _MARGIN)
    write(picture, (2 * _MARGIN, _TITLE / 2), words, ground=FELT, ink=INK, anchor="lm")
    _draw_row(picture, (_MARGIN, _TITLE), bank, _WIDE)
    below = first - _GUTTER
    ImageDraw.Draw(picture).line((_MARGIN, below, WIDTH - _MARGIN, below), fill=number_of(PANEL), width=4)
    for place, row in enumerate(rows):
        column, line = divmod(place, lines)
        corner = (
            _MARGIN + column * (setting.width + _GUTTER),
            first + line * (setting.height + _BETWEEN),
        )
        _draw_row(picture, corner, row, setting)
    return png(picture)
