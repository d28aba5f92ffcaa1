"""The picture of a ladder of hands, or of the steps of counting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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

BESIDE = 4
"""The most cards beside their words; more stand below."""

CARDS_IN_A_ROW = 8

_MARGIN = 16
_INSET = 14
_LEFT = _MARGIN + _INSET
_BETWEEN = 8
_GROUP_GAP = 16
_CORNER = 14
_FRAME = 4
_STAR = 30

_SIZE = CardSize(56)
_IN_ROWS = CardSize(70)
_IN_CELLS = CardSize(54)

_PAIR_GAP = (WIDTH - 2 * (_MARGIN + 6) - CARDS_IN_A_ROW * _IN_ROWS.sprite_width) // (CARDS_IN_A_ROW // 2 - 1)

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


# People look up the same rules and hands again and again.
@lru_cache(maxsize=128)
def ladder_picture(blocks: tuple[Block, ...], painter: CardPainter) -> bytes:
    """Draw the blocks of a ladder from top to bottom."""
    strips = [_strip(block, painter) for block in blocks]
    height = sum(strip.height for strip in strips) + (len(strips) - 1) * _BETWEEN + 2 * _MARGIN
    picture = Image.new("RGBA", (WIDTH, height), FELT)
    top = _MARGIN
    for block, strip in zip(blocks, strips, strict=True):
        picture.paste(strip, (0, top))
        top += strip.height + _BETWEEN
        if isinstance(block, Rung) and not block.own and block is not blocks[-1]:
            line = (_LEFT, top - _BETWEEN // 2, WIDTH - _LEFT, top - _BETWEEN // 2)
            ImageDraw.Draw(picture).line(line, fill=PANEL, width=2)
    return png(picture)


def _strip(block: Block, painter: CardPainter) -> Image.Image:
    """Draw a block over the whole width."""
    match block:
        case Rung():
            return _rung(block, painter)
        case CellRow():
            return _cells(block, painter)
        case Order():
            return _order(block, painter)


def _rung(rung: Rung, painter: CardPainter) -> Image.Image:
    cards = [card for group in rung.groups for card in group]
    beside = 0 < len(cards) <= BESIDE
    cards_left = WIDTH - _MARGIN - _INSET // 2 - _cards_width(rung.groups, _SIZE, _GROUP_GAP)
    room = cards_left - _LEFT - 12 - _INSET // 2 if beside else WIDTH - 2 * _LEFT
    notes = list(_wrapped(rung.note, room))
    words = _TITLE_HEIGHT + _NOTE_HEIGHT * len(notes)
    rows = [] if beside else [cards[start : start + CARDS_IN_A_ROW] for start in range(0, len(cards), CARDS_IN_A_ROW)]
    height = 2 * _INSET + words + len(rows) * _IN_ROWS.sprite_height
    if beside:
        height = max(height, _SIZE.sprite_height + 8)
    strip = Image.new("RGBA", (WIDTH, height), FELT)
    left, top = _LEFT, (height - words) // 2 if beside else _INSET
    if rung.own:
        strip.alpha_composite(framed_panel(WIDTH - 2 * _MARGIN, height, corner=_CORNER, frame=_FRAME), (_MARGIN, 0))
        strip.alpha_composite(star(_STAR), (left, top + (_TITLE_HEIGHT - _STAR) // 2))
        left += _STAR + 10
    title = fit_text(rung.title, Weight.BOLD, _TITLE_SIZES, room + _LEFT - left)
    draw_text(strip, (left, top + _TITLE_HEIGHT / 2), title, GOLD if rung.own else INK, anchor="lm")
    for number, note in enumerate(notes):
        at = (_LEFT, top + _TITLE_HEIGHT + _NOTE_HEIGHT * (number + 0.5))
        line = fit_text(note, Weight.MEDIUM, _NOTE_SIZES, room)
        draw_text(strip, at, line, INK if rung.own else SOFT_INK, anchor="lm")
    if beside:
        _draw_cards(strip, (cards_left, (height - _SIZE.sprite_height) // 2), rung.groups, _SIZE, _GROUP_GAP, painter)
    for number, row in enumerate(rows):
        pairs = [row[start : start + 2] for start in range(0, len(row), 2)]
        at_row = (
            (WIDTH - _cards_width(pairs, _IN_ROWS, _PAIR_GAP)) // 2,
            _INSET + words + 4 + number * _IN_ROWS.sprite_height,
        )
        _draw_cards(strip, at_row, pairs, _IN_ROWS, _PAIR_GAP, painter)
    return strip


def _wrapped(text: str, room: int) -> Iterator[str]:
    """Yield the lines of a note; the last has all the rest."""
    words = text.split()
    for _ in range(_NOTE_LINES - 1):
        count = len(words)
        while count > 1 and not _fits(" ".join(words[:count]), room):
            count -= 1
        if words:
            yield " ".join(words[:count])
        words = words[count:]
    if words:
        yield " ".join(words)


def _fits(text: str, room: int) -> bool:
    return text_length(fit_text(text, Weight.MEDIUM, _NOTE_SIZES[:1], 10 * WIDTH)) <= room


def _cells(row: CellRow, painter: CardPainter) -> Image.Image:
    has_cards = any(cell.cards for cell in row.cells)
    height = _PLAIN_CELL + (_IN_CELLS.sprite_height if has_cards else 0)
    strip, left = Image.new("RGBA", (WIDTH, height), FELT), _MARGIN
    width = (WIDTH - 2 * _MARGIN) // (len(row.cells) if has_cards else _MOST_COLUMNS)
    if row.heading:
        heading = fit_text(row.heading, Weight.BOLD, _CELL_SIZES, width)
        draw_text(strip, (left + width / 2, height / 2), heading, SOFT_INK, anchor="mm")
        left += width
    for cell in row.cells:
        if cell.own:
            strip.alpha_composite(framed_panel(width - 4, height, corner=_CORNER, frame=_FRAME), (left + 2, 0))
        label = fit_text(cell.label, Weight.BOLD, _CELL_SIZES, width - 12)
        draw_text(strip, (left + width / 2, _PLAIN_CELL / 2), label, GOLD if cell.own else INK, anchor="mm")
        first = left + (width - len(cell.cards) * _IN_CELLS.sprite_width) // 2
        _draw_cards(strip, (first, _PLAIN_CELL - 2), [cell.cards], _IN_CELLS, 0, painter)
        left += width
    return strip


def _order(order: Order, painter: CardPainter) -> Image.Image:
    strip = Image.new("RGBA", (WIDTH, _TITLE_HEIGHT + _IN_ROWS.sprite_height), FELT)
    title = fit_text(order.title, Weight.MEDIUM, _NOTE_SIZES, WIDTH - 2 * _LEFT)
    draw_text(strip, (_LEFT, _TITLE_HEIGHT / 2), title, SOFT_INK, anchor="lm")
    step = (WIDTH - 2 * _MARGIN) // max(len(order.cards), 7)
    gap = step - _IN_ROWS.sprite_width
    _draw_cards(strip, (_MARGIN, _TITLE_HEIGHT), [(card,) for card in order.cards], _IN_ROWS, gap, painter)
    middle = _TITLE_HEIGHT + _IN_ROWS.border + _IN_ROWS.height // 2
    for place in range(1, len(order.cards)):
        tip = _MARGIN + place * step - gap // 2 + 5
        arrow = (tip - 9, middle - 10, tip, middle, tip - 9, middle + 10)
        ImageDraw.Draw(strip).line(arrow, fill=GOLD, width=4)
    return strip


def _draw_cards(
    strip: Image.Image,
    at: tuple[int, int],
    groups: Sequence[Sequence[str]],
    size: CardSize,
    gap: int,
    painter: CardPainter,
) -> None:
    left, top = at
    for group in groups:
        for card in group:
            strip.alpha_composite(painter(card, size), (left, top))
            left += size.sprite_width
        left += gap


def _cards_width(groups: Sequence[Sequence[str]], size: CardSize, gap: int) -> int:
    return sum(map(len, groups)) * size.sprite_width + (len(groups) - 1) * gap
