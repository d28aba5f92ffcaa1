"""Shortening a message to the length that a platform allows.

Lines are left out: first in the middle of the history of a finished hand, and only without any of it in the middle of
the message.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.messages import HistoryLine, Message, SecretLine

LEFT_OUT = "…"

Measure = Callable[[str], int]


def plain(message: Message) -> str:
    """The text of a message as a reader sees it: title, lines and, after an empty line, the small print unfolded."""
    small_print = (*filter(None, (message.small_print,)), *(() if message.fold is None else message.fold.lines))
    gap = ("",) if small_print else ()
    return "\n".join((*filter(None, (message.title,)), *message.lines, *gap, *small_print)).strip("\n")


def fits(message: Message, limit: int, measure: Measure = len) -> bool:
    """Whether nothing of a message has to be left out except lines of its history.

    Args:
        message: what is to be shown.
        limit: the most that its text may measure.
        measure: measures a text.
    """
    return measure(plain(_with_less_history(message, limit, measure))) <= limit


def fitted(message: Message, limit: int, measure: Measure = len) -> Message:
    """Return the message with as many of its lines as fit.

    The lines of its history are left out first. The title, the first and last lines, the footer and what is folded are
    kept as long as possible, and a mark shows where lines are missing. If that is not enough, the footer is left out,
    and then the end of the text.

    Args:
        message: what is to be shown.
        limit: the most that its text may measure.
        measure: measures a text, for instance with the markup of the platform.
    """
    message = _with_less_history(message, limit, measure)
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


def _with_less_history(message: Message, limit: int, measure: Measure) -> Message:
    """The message without as many lines in the middle of its history as have to go; perhaps without any of it."""
    if measure(plain(message)) <= limit:
        return message
    history = [number for number, line in enumerate(message.lines) if isinstance(line, HistoryLine)]
    shorter = message
    for kept in reversed(range(len(history))):
        marked, *left_out = history[(kept + 1) // 2 : len(history) - kept // 2]
        lines = [line for number, line in enumerate(message.lines) if number not in left_out]
        lines[marked] = HistoryLine(LEFT_OUT)
        shorter = replace(message, lines=tuple(lines))
        if measure(plain(shorter)) <= limit:
            break
    return shorter


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
