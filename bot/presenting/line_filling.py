from __future__ import annotations

from collections.abc import Iterable

from bot.wording.isolation import without_isolates

FEW_PLAYERS = 8
"""Most players with a line each."""

LINE_CHARACTERS = 40


def fill_lines(entries: Iterable[str]) -> list[str]:
    """Put entries side by side, never breaking one."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(without_isolates(lines[-1] + entry)) + 3 <= LINE_CHARACTERS:
            lines[-1] += f" · {entry}"
        else:
            lines.append(entry)
    return lines
