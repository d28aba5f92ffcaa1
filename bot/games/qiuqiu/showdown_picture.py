"""The picture of a showdown in QiuQiu: hands, their worth and their wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.games.qiuqiu.dominoes import domino
from bot.pictures.cards import CardSize
from bot.pictures.celebration import Celebration, celebration
from bot.pictures.marks import framed_panel, star
from bot.pictures.palette import FELT, GOLD, INK, PANEL, SOFT_INK, Colour, png
from bot.pictures.text import Weight, chair_name, draw_text, fit_text

MOST_ROWS = 6
WIDTH = 1000
"""Pixels; a phone shows a third of them, so letters need at least 30."""

_SIZE = CardSize(60)
_LARGE = CardSize(136)
_MARGIN = 16
_ROW = _SIZE.sprite_height + 18
_FOLDED_ROW = 62
_BETWEEN = 8
_TITLE = 74
_NOTE = 50
_BELOW = 18

_CORNER = 18
_FRAME = 5

_NAME_LEFT = _MARGIN + 24
_STAR = 34
_STAR_ROOM = 44
_TILES_LEFT = 402
_TILES_RIGHT = 808
_VALUE_ROOM = 48
_CHIPS_RIGHT = WIDTH - _MARGIN - 22


@dataclass(frozen=True, slots=True)
class ShowdownRow:
    seat: int
    """The number of the chair, from 0."""

    name: str
    groups: tuple[tuple[str, ...], ...] = ()
    """The tiles as laid out: two pairs, three and one, or four together."""

    values: tuple[str, ...] = ()
    """The worth of each group, as ``9``; empty for a group without one."""

    label: str = ""
    """The words for the hand: ``9-5``, ``Pure Big``."""

    won: bool = False

    chips: str = ""
    """The net of the hand, as written: ``+1,250``, ``−40``."""

    mark: str = ""
    """A word over a winner's chips, as ``wins``."""

    folded: bool = False
    """True for a low row without tiles."""

    def __post_init__(self) -> None:
        if sum(map(len, self.groups)) > 4:
            raise ValueError("a hand has at most 4 tiles")

    @property
    def height(self) -> int:
        return _ROW if self.groups else _FOLDED_ROW


def _lay_out(picture: Image.Image, top: int, row: ShowdownRow, ink: Colour) -> None:
    spaces = max(1, len(row.groups) - 1)
    needed = sum(len(group) * _SIZE.sprite_width for group in row.groups)
    values = (*row.values, *([""] * len(row.groups)))[: len(row.groups)]
    needed += sum(_VALUE_ROOM for value in values if value)
    left = _TILES_LEFT
    gap = max(4, min(36, (_TILES_RIGHT - _TILES_LEFT - needed) // spaces))
    for group, value in zip(row.groups, values, strict=True):
        for name in group:
            picture.alpha_composite(domino(name, _SIZE), (left, top + (_ROW - _SIZE.sprite_height) // 2))
            left += _SIZE.sprite_width
        if value:
            words = fit_text(value, Weight.BOLD, (46, 36, 26), _VALUE_ROOM - 6)
            draw_text(picture, (left + _VALUE_ROOM / 2, top + _ROW / 2), words, ink, anchor="mm")
            left += _VALUE_ROOM
        left += gap


def _draw_row(picture: Image.Image, top: int, row: ShowdownRow) -> None:
    won = row.won
    ink, accent = (INK, GOLD) if won else (SOFT_INK if row.folded else INK, SOFT_INK)
    if won:
        panel = framed_panel(WIDTH - 2 * _MARGIN, row.height, corner=_CORNER, frame=_FRAME)
        picture.alpha_composite(panel, (_MARGIN, top))
    middle = top + row.height // 2
    two_lines = bool(row.groups and row.label)
    left, room = _NAME_LEFT, (_TILES_LEFT - 14 if row.groups else _TILES_RIGHT // 2) - _NAME_LEFT
    name_line = middle - 26 if two_lines else middle
    if won:
        picture.alpha_composite(star(_STAR), (left - 2, name_line - 17))
        left, room = left + _STAR_ROOM, room - _STAR_ROOM
    said = chair_name(row.seat + 1, row.name)
    name = fit_text(said, Weight.BOLD, (38, 34, 30), room)
    draw_text(picture, (left, name_line), name, ink, anchor="lm")
    if row.label:
        at, width = (
            ((_NAME_LEFT, middle + 26), _TILES_LEFT - 14 - _NAME_LEFT)
            if two_lines
            else ((_TILES_LEFT, middle), _TILES_RIGHT - _TILES_LEFT)
        )
        words = fit_text(row.label, Weight.MEDIUM, (36, 32, 28), width)
        draw_text(picture, at, words, accent, anchor="lm")
    if row.groups:
        _lay_out(picture, top, row, accent)
    if row.chips:
        chips = fit_text(row.chips, Weight.BOLD, (40, 34, 28, 24, 20), _CHIPS_RIGHT - _TILES_RIGHT)
        mark = won and row.mark and row.groups
        at = (_CHIPS_RIGHT, middle + (22 if mark else 0))
        draw_text(picture, at, chips, GOLD if won else accent, anchor="rm")
        if mark:
            words = fit_text(row.mark, Weight.MEDIUM, (32, 28, 24), _CHIPS_RIGHT - _TILES_RIGHT)
            draw_text(picture, (_CHIPS_RIGHT, middle - 26), words, INK, anchor="rm")


def showdown_picture(
    rows: Sequence[ShowdownRow],
    *,
    title: str = "",
    notes: Sequence[str] = (),
    special: Celebration | None = None,
    tiles: Sequence[str] = (),
) -> bytes:
    """Draw one to six players in the order given; raise ``ValueError`` for other numbers or an unknown tile."""
    if not 1 <= len(rows) <= MOST_ROWS:
        raise ValueError(f"a showdown has 1 to {MOST_ROWS} rows, not {len(rows)}")
    above = None if special is None else celebration(special, [domino(tile, _LARGE) for tile in tiles])
    top = above.height + _BELOW if above else _TITLE if title else _MARGIN
    height = (
        top + sum(row.height + _BETWEEN for row in rows) + len(notes) * _NOTE + _MARGIN - (0 if notes else _BETWEEN)
    )
    picture = Image.new("RGBA", (WIDTH, height), FELT)
    if above:
        picture.paste(above, (0, 0))
    elif title:
        words = fit_text(title, Weight.BOLD, (42, 36, 30), WIDTH - 2 * _NAME_LEFT)
        draw_text(picture, (_NAME_LEFT, _TITLE / 2), words, INK, anchor="lm")
    draw = ImageDraw.Draw(picture)
    for place, row in enumerate(rows):
        if place and not row.won and not rows[place - 1].won:
            line = top - _BETWEEN // 2
            draw.line((_NAME_LEFT, line, _CHIPS_RIGHT, line), fill=PANEL, width=2)
        _draw_row(picture, top, row)
        top += row.height + _BETWEEN
    for note in notes:
        words = fit_text(note, Weight.MEDIUM, (34, 30), WIDTH - 2 * _NAME_LEFT)
        draw_text(picture, (_NAME_LEFT, top + _NOTE / 2), words, SOFT_INK, anchor="lm")
        top += _NOTE
    return png(picture)
