from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

from bot.messages import Picture
from bot.wording import Translator
from engine.table.state import TableState

Drawing: TypeAlias = Callable[[], Picture]


class TableEnd(NamedTuple):
    """A feature's part of the last message of a table."""

    lines: Callable[[TableState, Translator], tuple[str, ...]]
    draw: Callable[[TableState, datetime | None, Translator, Drawing | None], Drawing | None]
    """Draws with the day of the last hand, above it the picture of that hand if there is one."""


TABLE_ENDS: Final[list[TableEnd]] = []


def end_lines(state: TableState, translate: Translator) -> tuple[str, ...]:
    parts = [end.lines(state, translate) for end in TABLE_ENDS]
    return tuple(line for part in parts if part for line in ("", *part))


def end_drawing(
    state: TableState, began: datetime | None, translate: Translator, result: Drawing | None = None
) -> Drawing | None:
    """Return the function that draws the results, or only the last hand without any."""
    for end in TABLE_ENDS:
        result = end.draw(state, began, translate, result)
    return result
