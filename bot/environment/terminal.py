"""Lines for a terminal: with no character that could control it, and none that it cannot show."""

from __future__ import annotations

from collections.abc import Callable


def ascii_if_needed(write: Callable[[str], None]) -> Callable[[str], None]:
    """A ``write`` that falls back to ASCII where the output cannot encode a character."""

    def written(line: str) -> None:
        try:
            write(line)
        except UnicodeEncodeError:
            write(line.encode("ascii", "backslashreplace").decode())

    return written


def printable(text: str) -> str:
    """A text without characters that could control a terminal."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)
