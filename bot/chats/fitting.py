"""Shortening a message to the length that a platform allows.

Lines are left out in the middle of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.messages import Message, SecretLine

LEFT_OUT = "…"

Measure = Callable[[str], int]


def plain(message: Message) -> str:
    """The text of a message as a reader sees it: title, lines and, after an empty line, the small print unfolded."""
    gap = ("",) if message.small_print else ()
    return "\n".join((*filter(None, (message.title,)), *message.lines, *gap, *message.small_print)).strip("\n")


def fitted(message: Message, limit: int, measure: Measure = len) -> Message:
    """Return the message with as many of its lines as fit.

    The title, the first and last lines, the footer and what is folded are kept as long as possible, and a mark shows
    where lines are missing. If that is not enough, the footer is left out, and then the end of the text.

    Args:
        message: what is to be shown.
        limit: the most that its text may measure.
        measure: measures a text, for instance with the markup of the platform.
    """
    if measure(plain(message)) <= limit:
        return message
    for kept in range(len(message.lines) - 1, 1, -1):
        shorter = replace(message, lines=_without_the_middle(message.lines, kept))
        if measure(plain(shorter)) <= limit:
            return shorter
    if message.footer:
        return fitted(replace(message, footer=""), limit, measure)
    rest = cut(plain(message), limit, measure)
    return replace(message, title="", lines=(SecretLine(rest) if message.hides_cards else rest,), fold=None)


def _without_the_middle(lines: tuple[str, ...], kept: int) -> tuple[str, ...]:
    first, last = lines[: (kept + 1) // 2], lines[len(lines) - kept // 2 :]
    # An empty line beside the mark would only take space.
    while first and not first[-1]:
        first = first[:-1]
    while last and not last[0]:
        last = last[1:]
    return (*first, LEFT_OUT, *last)


def cut(text: str, limit: int, measure: Measure = len) -> str:
    """Return as much of a text as fits, with a mark at its end if something is missing."""
    if measure(text) <= limit:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + LEFT_OUT) <= limit:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + LEFT_OUT
