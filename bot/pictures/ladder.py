"""The picture of a ladder of hands, or of the steps of counting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from PIL import Image, ImageDraw

from bot.pictures.cards import CardSize
from bot.pictures.marks import framed_panel, star
from bot.pictures.palette import FELT, GOLD, INK, PANEL, SOFT_INK, png
from bot.pictures.text import Weight, draw_text, fit_text, text_length

CardPainter: TypeAlias = Callable[[str, CardSize], Image.Image]
"""Returns the sprite of a named card, of a size."""

WIDTH = 720
"""Pixels; a narrow phone shows this in 360."""

SMALLEST = 24
"""The smallest letters in pixels: 12 on a narrow phone."""

LADDERS_REMEMBERED = 128

BESIDE = 4
"""The most cards beside their words; more stand below."""

CARDS_IN_A_ROW = 8

_MARGIN = 16
_INSET = 14
_BETWEEN = 8
_GROUP_GAP = 16
_CORNER = 14
_FRAME = 4
_STAR = 30

_SIZE = CardSize(56)
_IN_ROWS = CardSize(70)
_IN_CELLS = CardSize(54)

_TITLE_SIZES = (34, 30, 27)
_NOTE_SIZES = (26, SMALLEST)
_NOTE_LINES = 3
_TITLE_HEIGHT = 42
_NOTE_HEIGHT = 31
_CELL_SIZES = (34, 30, SMALLEST)
_PLAIN_CELL = 46
_MOST_COLUMNS = 11


@dataclass(frozen=True, slots=True)
class Rung:
    """A kind of hand or a step of counting, with cards as an example."""

    title: str = field(repr=False)
    note: str = field(default="", repr=False)
    groups: tuple[tuple[str, ...], ...] = field(default=(), repr=False)
    """Names of cards, those that count together in one group."""

    own: bool = field(default=False, repr=False)
    """True for the viewer's own hand."""


@dataclass(frozen=True, slots=True)
class Cell:
    label: str
    cards: tuple[str, ...] = ()
    own: bool = field(default=False, repr=False)


@dataclass(frozen=True, slots=True)
class CellRow:
    """Values side by side, best first, below a common heading."""

    cells: tuple[Cell, ...]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """Descending cards below the name of their decision."""

    title: str
    cards: tuple[str, ...]


Block: TypeAlias = Rung | CellRow | Order


def ladder_picture(blocks: Sequence[Block], painter: CardPainter) -> bytes:
    """Draw a ladder; raise ``ValueError`` without blocks."""
    if not blocks:
        raise ValueError("a ladder has at least one rung")
    return _remembered(tuple(blocks), painter)


def draw_ladder(blocks: tuple[Block, ...], painter: CardPainter) -> bytes:
    heights = [_height(block) for block in blocks]
    picture = Image.new("RGBA", (WIDTH, sum(heights) + (len(blocks) - 1) * _BETWEEN + 2 * _MARGIN), FELT)
    top = _MARGIN
    for block, height in zip(blocks, heights, strict=True):
        match block:
            case Rung():
                _draw_rung(picture, top, height, block, painter)
            case CellRow():
                _draw_cells(picture, top, height, block, painter)
            case Order():
                _draw_order(picture, top, block, painter)
        top += height + _BETWEEN
    return png(picture)


# People look up the same rules and hands again and again.
_remembered = lru_cache(maxsize=LADDERS_REMEMBERED)(draw_ladder)


def _height(block: Block) -> int:
    match block:
        case Rung():
            count = sum(map(len, block.groups))
            words = 2 * _INSET + _words_height(block)
            if not count:
                return words
            if count <= BESIDE:
                return max(words, _SIZE.sprite_height + 8)
            rows = -(-count // CARDS_IN_A_ROW)
            return words + rows * _IN_ROWS.sprite_height
        case CellRow():
            has_cards = any(cell.cards for cell in block.cells)
            return _PLAIN_CELL + (_IN_CELLS.sprite_height if has_cards else 0)
        case Order():
            return _TITLE_HEIGHT + _IN_ROWS.sprite_height


def _draw_rung(picture: Image.Image, top: int, height: int, rung: Rung, painter: CardPainter) -> None:
    if rung.own:
        picture.alpha_composite(framed_panel(WIDTH - 2 * _MARGIN, height, corner=_CORNER, frame=_FRAME), (_MARGIN, top))
    elif (line := top + height + _BETWEEN // 2) < picture.height - _MARGIN:
        draw = ImageDraw.Draw(picture)
        draw.line((_MARGIN + _INSET, line, WIDTH - _MARGIN - _INSET, line), fill=PANEL, width=2)
    count = sum(map(len, rung.groups))
    beside = 0 < count <= BESIDE
    words = _words_height(rung)
    line = top + (height - words) // 2 if beside or not count else top + _INSET
    _draw_words(picture, line, rung)
    if beside:
        _draw_groups(picture, top + (height - _SIZE.sprite_height) // 2, rung.groups, painter)
    elif count:
        cards = [card for group in rung.groups for card in group]
        for start in range(0, count, CARDS_IN_A_ROW):
            row = cards[start : start + CARDS_IN_A_ROW]
            at = top + _INSET + words + 4 + start // CARDS_IN_A_ROW * _IN_ROWS.sprite_height
            _draw_row(picture, at, row, painter)


def _draw_words(picture: Image.Image, line: int, rung: Rung) -> None:
    left, room = _MARGIN + _INSET, _room(rung)
    if rung.own:
        picture.alpha_composite(star(_STAR), (left, line + (_TITLE_HEIGHT - _STAR) // 2))
        left, room = left + _STAR + 10, room - _STAR - 10
    title = fit_text(rung.title, Weight.BOLD, _TITLE_SIZES, room)
    ink = GOLD if rung.own else INK
    draw_text(picture, (left, line + _TITLE_HEIGHT / 2), title, ink, anchor="lm")
    line += _TITLE_HEIGHT
    for text in _note_lines(rung):
        words = fit_text(text, Weight.MEDIUM, _NOTE_SIZES, _room(rung))
        at = (_MARGIN + _INSET, line + _NOTE_HEIGHT / 2)
        draw_text(picture, at, words, INK if rung.own else SOFT_INK, anchor="lm")
        line += _NOTE_HEIGHT


def _room(rung: Rung) -> int:
    whole = WIDTH - 2 * (_MARGIN + _INSET)
    return whole - _groups_width(rung.groups) - 12 if 0 < sum(map(len, rung.groups)) <= BESIDE else whole


def _words_height(rung: Rung) -> int:
    return _TITLE_HEIGHT + _NOTE_HEIGHT * len(_note_lines(rung))


def _note_lines(rung: Rung) -> tuple[str, ...]:
    return _wrapped(rung.note, _room(rung))


@lru_cache(maxsize=256)
def _wrapped(text: str, room: int) -> tuple[str, ...]:
    lines: list[str] = []
    words = text.split()
    while words:
        count = len(words)
        if len(lines) < _NOTE_LINES - 1:
            while count > 1 and not _fits(" ".join(words[:count]), room):
                count -= 1
        lines.append(" ".join(words[:count]))
        words = words[count:]
    return tuple(lines)


def _fits(text: str, room: int) -> bool:
    return text_length(fit_text(text, Weight.MEDIUM, _NOTE_SIZES[:1], 10 * WIDTH)) <= room


def _groups_width(groups: Sequence[Sequence[str]]) -> int:
    return sum(map(len, groups)) * _SIZE.sprite_width + (len(groups) - 1) * _GROUP_GAP


def _draw_groups(picture: Image.Image, top: int, groups: Sequence[Sequence[str]], painter: CardPainter) -> None:
    left = WIDTH - _MARGIN - _INSET // 2 - _groups_width(groups)
    for group in groups:
        for card in group:
            picture.alpha_composite(painter(card, _SIZE), (left, top))
            left += _SIZE.sprite_width
        left += _GROUP_GAP


def _draw_cells(picture: Image.Image, top: int, height: int, row: CellRow, painter: CardPainter) -> None:
    whole, left = WIDTH - 2 * _MARGIN, _MARGIN
    width = whole // (len(row.cells) if any(cell.cards for cell in row.cells) else _MOST_COLUMNS)
    if row.heading:
        words = fit_text(row.heading, Weight.BOLD, _CELL_SIZES, width)
        at = (left + width / 2, top + height / 2)
        draw_text(picture, at, words, SOFT_INK, anchor="mm")
        left += width
    for cell in row.cells:
        if cell.own:
            picture.alpha_composite(framed_panel(width - 4, height, corner=_CORNER, frame=_FRAME), (left + 2, top))
        ink = GOLD if cell.own else INK
        words = fit_text(cell.label, Weight.BOLD, _CELL_SIZES, width - 12)
        at = (left + width / 2, top + _PLAIN_CELL / 2)
        draw_text(picture, at, words, ink, anchor="mm")
        first = left + (width - len(cell.cards) * _IN_CELLS.sprite_width) // 2
        for place, card in enumerate(cell.cards):
            at = (first + place * _IN_CELLS.sprite_width, top + _PLAIN_CELL - 2)
            picture.alpha_composite(painter(card, _IN_CELLS), at)
        left += width


def _draw_order(picture: Image.Image, top: int, order: Order, painter: CardPainter) -> None:
    words = fit_text(order.title, Weight.MEDIUM, _NOTE_SIZES, WIDTH - 2 * (_MARGIN + _INSET))
    at = (_MARGIN + _INSET, top + _TITLE_HEIGHT / 2)
    draw_text(picture, at, words, SOFT_INK, anchor="lm")
    step = (WIDTH - 2 * _MARGIN) // max(len(order.cards), 7)
    middle = top + _TITLE_HEIGHT + _IN_ROWS.border + _IN_ROWS.height // 2
    draw = ImageDraw.Draw(picture)
    for place, card in enumerate(order.cards):
        left = _MARGIN + place * step
        picture.alpha_composite(painter(card, _IN_ROWS), (left, top + _TITLE_HEIGHT))
        if place:
            tip = left - (step - _IN_ROWS.sprite_width) // 2 + 5
            draw.line((tip - 9, middle - 10, tip, middle, tip - 9, middle + 10), fill=GOLD, width=4)


def _draw_row(picture: Image.Image, top: int, cards: Sequence[str], painter: CardPainter) -> None:
    left = (WIDTH - _row_width(len(cards))) // 2
    for place, card in enumerate(cards):
        picture.alpha_composite(painter(card, _IN_ROWS), (left, top))
        left += _IN_ROWS.sprite_width + (_pair_gap() if place % 2 else 0)


def _pair_gap() -> int:
    return (WIDTH - 2 * (_MARGIN + 6) - CARDS_IN_A_ROW * _IN_ROWS.sprite_width) // (CARDS_IN_A_ROW // 2 - 1)


def _row_width(count: int) -> int:
    return count * _IN_ROWS.sprite_width + (count - 1) // 2 * _pair_gap()
