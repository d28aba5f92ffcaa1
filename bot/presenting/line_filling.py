"""Many short entries on few lines, for tables with more players than a message has lines for."""

from __future__ import annotations

from collections.abc import Iterable

from bot.wording.isolation import without_isolates

FEW_PLAYERS = 8
"""Up to how many players each has a line of their own."""

LINE_CHARACTERS = 40
"""How many characters a phone shows on a line."""


def fill_lines(entries: Iterable[str]) -> list[str]:
    """Put short entries side by side, as many as fit a line; an entry is never broken."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(without_isolates(lines[-1] + entry)) + 3 <= LINE_CHARACTERS:
            lines[-1] += f" · {entry}"
        else:
            lines.append(entry)
    return lines
