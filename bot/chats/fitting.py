"""Shortening of messages to a platform's limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.messages import Message, SecretLine

LEFT_OUT = "…"

Measure = Callable[[str], int]


def plain(message: Message) -> str:
    """Return the text as read: title, lines and, after an empty line, the unfolded small print."""
    gap = ("",) if message.small_print else ()
    return "\n".join((*filter(None, (message.title,)), *message.lines, *gap, *message.small_print)).strip("\n")


def fitted(message: Message, limit: int, measure: Measure = len) -> Message:
    """Fit a message by omitting middle lines with a mark, then the footer, then the end of the text."""
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
    # An empty line beside the mark only takes space.
    while first and not first[-1]:
        first = first[:-1]
    while last and not last[0]:
        last = last[1:]
    return (*first, LEFT_OUT, *last)


def cut(text: str, limit: int, measure: Measure = len) -> str:
    """Cut a text to a limit, with a mark at its end."""
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
