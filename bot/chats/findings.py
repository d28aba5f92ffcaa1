from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

MOST_NAMED = 10


class Kind(Enum):
    GOOD = "ok"
    NOTE = "note"

    FAULT = "mend"
    """A fault of Kiu until it is mended."""


class Finding(NamedTuple):
    kind: Kind
    text: str
    remedy: str = ""

    exit_code: int = 0
    """The program's exit code for this, such as for a refused token."""


def good(text: str) -> Finding:
    return Finding(Kind.GOOD, text)


def note(text: str, remedy: str = "") -> Finding:
    return Finding(Kind.NOTE, text, remedy)


def fault(text: str, remedy: str, exit_code: int = 0) -> Finding:
    return Finding(Kind.FAULT, text, remedy, exit_code)


def few(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """Return the first names and count the rest."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
