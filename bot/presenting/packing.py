"""Many short entries on few lines: how a table is told at which more people sit than a message has lines for."""

from __future__ import annotations

from collections.abc import Iterable

FEW = 8
"""Up to how many players each has a line of his own."""

LINE = 40
"""How many characters stand on a line: what a phone shows."""


def packed(entries: Iterable[str]) -> list[str]:
    """Put short entries side by side, as many as fit a line; an entry is never broken."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(entry) + 3 <= LINE:
            lines[-1] += f" · {entry}"
        else:
            lines.append(entry)
    return lines
