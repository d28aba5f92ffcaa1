"""Safe and printable lines for a terminal."""

from __future__ import annotations

from collections.abc import Callable


def ascii_if_needed(write: Callable[[str], None]) -> Callable[[str], None]:
    """Fall back to ASCII if the output cannot encode a character."""

    def written(line: str) -> None:
        try:
            write(line)
        except UnicodeEncodeError:
            write(line.encode("ascii", "backslashreplace").decode())

    return written


def printable(text: str) -> str:
    """Drop control characters."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)
