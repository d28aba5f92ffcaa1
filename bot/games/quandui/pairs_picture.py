"""Pictures of a player's cards in pairs and of winning pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from PIL import Image, ImageDraw

from bot.games.quandui.dongguan_cards import dongguan_card
from bot.pictures.cards import CardSize
from bot.pictures.celebration import Celebration, celebration
from bot.pictures.palette import FELT, GOLD, INK, PANEL, SOFT_INK, png
from bot.pictures.text import Weight, chair_name, draw_text, fit_text

Group: TypeAlias = tuple[str, ...]
"""A pair or a single, by names such as ``3-suo``."""

Rows: TypeAlias = list[Sequence[Group]]

WIDTH = 1000
"""Pixels; a phone shows about two fifths of them."""

FULL = 16

CARDS_IN_A_ROW = 8
ROWS = 3
"""The most rows of a hand."""

HANDS_REMEMBERED = 128

DUI, KA = "dui", "ka"
"""The players' words in every language: identical cards, or different cards of one number."""

_SIZE = CardSize(112)
_MARGIN = 14
_SIDE = 6
"""Pixels beside a full row, for its shadows."""

_CAPTION = 41
_ROW = _SIZE.sprite_height + _CAPTION
_WIDEST_GAP = 32
_CLASPED = 6
"""Pixels between the cards of a ka."""

QUAN_DUI = "全對"
_SIGN = 150

_HEADING = 54
_TITLE = 66
_NAME = 68


@dataclass(frozen=True, slots=True)
class Winner:
    number: int

    name: str
    label: str
    """The words for the hand: ``quan dui``, ``5 dui, 3 ka``."""

    chips: str
    """The chips won, as written: ``+1,250``."""


def held_picture(
    pairs: Sequence[Group], singles: Sequence[str], exposed: Sequence[str] = (), *, heading: str = ""
) -> bytes:
    """Draw a player's cards, pairs first; raise ``ValueError`` for none or too many."""
    if not 1 <= 2 * len(pairs) + len(singles) + 2 * len(exposed) <= FULL:
        raise ValueError(f"a hand has 1 to {FULL} cards")
    return _remembered(tuple(map(tuple, pairs)), tuple(singles), tuple(exposed), heading)


def draw_held(pairs: tuple[Group, ...], singles: tuple[str, ...], exposed: tuple[str, ...], heading: str) -> bytes:
    """Draw a hand without the cache."""
    hidden, face_up = _rows(pairs, singles, exposed)
    picture = Image.new("RGBA", (WIDTH, _height(hidden, face_up)), FELT)
    _lay_out(picture, _MARGIN, hidden)
    if face_up:
        top = picture.height - _strip(face_up)
        picture.paste(PANEL, (0, top, WIDTH, picture.height))
        words = fit_text(heading, Weight.MEDIUM, (34, 30), WIDTH - 4 * _MARGIN)
        draw_text(picture, (2 * _MARGIN, top + _HEADING / 2), words, SOFT_INK, anchor="lm")
        _lay_out(picture, top + _HEADING, face_up)
    return png(picture)


def held_cards(
    pairs: Sequence[Group], singles: Sequence[str], exposed: Sequence[str] = ()
) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """Return each hidden card's name, left, top, width and height, as shares of the picture."""
    hidden, face_up = _rows(pairs, singles, exposed)
    height = _height(hidden, face_up)
    for number, row in enumerate(hidden):
        top = _MARGIN + number * _ROW + _SIZE.border
        for group, begin in _places(row):
            for place, name in enumerate(group):
                left = begin + _SIZE.border + place * _step(group)
                yield name, (left / WIDTH, top / height, _SIZE.width / WIDTH, _SIZE.height / height)


# Every question shows the same hand again.
_remembered = lru_cache(maxsize=HANDS_REMEMBERED)(draw_held)


def won_picture(winner: Winner, pairs: Sequence[Group], *, title: str, special: Celebration | None = None) -> bytes:
    """Draw eight winning pairs; raise ``ValueError`` for any other number."""
    if len(pairs) != FULL // 2 or any(len(pair) != 2 for pair in pairs):
        raise ValueError("a hand is won with eight pairs")
    rows = _evenly(pairs)
    above = None if special is None else celebration(special, [_quan_dui_sign()])
    top = above.height + _MARGIN if above else _TITLE + _NAME
    picture = Image.new("RGBA", (WIDTH, top + len(rows) * _ROW + _MARGIN), FELT if above else PANEL)
    if above:
        picture.paste(above, (0, 0))
    else:
        _draw_winner(picture, winner, title)
    _lay_out(picture, top, rows)
    return png(picture)


def _draw_winner(picture: Image.Image, winner: Winner, title: str) -> None:
    picture.paste(FELT, (0, 0, WIDTH, _TITLE))
    left, right = 2 * _MARGIN, WIDTH - 2 * _MARGIN
    words = fit_text(title, Weight.BOLD, (40, 34, 28), right - left)
    draw_text(picture, (left, _TITLE / 2), words, INK, anchor="lm")
    middle = _TITLE + _NAME / 2
    said = chair_name(winner.number, winner.name)
    room = (right - left) // 2
    draw_text(picture, (left, middle), fit_text(said, Weight.BOLD, (40, 34, 28), room), INK, anchor="lm")
    chips = fit_text(winner.chips, Weight.BOLD, (42, 36, 30), room // 2)
    draw_text(picture, (right, middle), chips, GOLD, anchor="rm")
    label = fit_text(winner.label, Weight.MEDIUM, (36, 32, 28), room // 2)
    draw_text(picture, (left + room * 1.25, middle), label, GOLD, anchor="mm")


@lru_cache(maxsize=1)
def _quan_dui_sign() -> Image.Image:
    sign = Image.new("RGBA", (2 * _SIGN + 2 * _MARGIN, _SIGN + 2 * _MARGIN), PANEL)
    words = fit_text(QUAN_DUI, Weight.BOLD, (_SIGN,), sign.width)
    draw_text(sign, (sign.width / 2, sign.height / 2), words, GOLD, anchor="mm")
    return sign


def _rows(pairs: Sequence[Group], singles: Sequence[str], exposed: Sequence[str]) -> tuple[Rows, Rows]:
    face_up = _evenly([(card, card) for card in exposed])
    alone = [(card,) for card in singles]
    apart = _evenly(pairs) + _evenly(alone)
    return apart if len(apart) + len(face_up) <= ROWS else _closely([*pairs, *alone]), face_up


def _strip(face_up: Rows) -> int:
    return _HEADING + len(face_up) * _ROW if face_up else 0


def _height(hidden: Rows, face_up: Rows) -> int:
    return 2 * _MARGIN + len(hidden) * _ROW + _strip(face_up)


def _evenly(groups: Sequence[Group]) -> list[Sequence[Group]]:
    cards = sum(map(len, groups))
    rows = -(-cards // CARDS_IN_A_ROW)
    each = -(-len(groups) // max(1, rows))
    return [groups[place * each : (place + 1) * each] for place in range(rows)]


def _closely(groups: Sequence[Group]) -> list[Sequence[Group]]:
    rows: list[list[Group]] = [[]]
    for group in groups:
        if sum(map(len, rows[-1])) + len(group) > CARDS_IN_A_ROW:
            rows.append([])
        rows[-1].append(group)
    return [*rows]


def _lay_out(picture: Image.Image, top: int, rows: Sequence[Sequence[Group]]) -> None:
    for row in rows:
        for group, left in _places(row):
            _draw_group(picture, (left, top), group)
        top += _ROW


def _places(row: Sequence[Group]) -> Iterator[tuple[Group, int]]:
    room = WIDTH - 2 * _SIDE - sum(map(_width, row))
    gap = min(_WIDEST_GAP, room // max(1, len(row) - 1))
    left = _SIDE
    for group in row:
        yield group, left
        left += _width(group) + gap


def _step(group: Group) -> int:
    return _SIZE.width + (0 if group[0] == group[-1] else _CLASPED)


def _width(group: Group) -> int:
    return _SIZE.sprite_width + (_step(group) if len(group) == 2 else 0)


def _draw_group(picture: Image.Image, corner: tuple[int, int], group: Group) -> None:
    left, top = corner
    for place, name in enumerate(group):
        picture.alpha_composite(dongguan_card(name, _SIZE), (left + place * _step(group), top))
    draw = ImageDraw.Draw(picture)
    middle, line = left + _width(group) // 2, top + _SIZE.sprite_height + _CAPTION // 2 - 4
    if len(group) == 1:
        draw.ellipse((middle - 12, line - 12, middle + 12, line + 12), outline=GOLD, width=5)
        return
    identical = group[0] == group[1]
    if not identical:
        clasp = top + _SIZE.border + _SIZE.height // 2
        draw.rectangle((middle - 11, clasp - 8, middle + 11, clasp + 8), fill=GOLD, outline=PANEL)
    ink = GOLD if identical else INK
    ends = (left + _SIZE.border + 4, left + _width(group) - _SIZE.border - 5)
    for begin, end in ((ends[0], middle - 38), (middle + 38, ends[1])):
        draw.line((begin, line, end, line), fill=ink, width=4)
    for end in ends:
        draw.line((end, line - 12, end, line), fill=ink, width=4)
    words = fit_text(DUI if identical else KA, Weight.BOLD, (36,), 76)
    draw_text(picture, (middle, line), words, ink, anchor="mm")
