"""Findings of a probe for the host."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

MOST_NAMED = 10
"""Names in a sentence before the rest is counted."""


class Kind(Enum):
    """Kinds of findings, as printed."""

    GOOD = "ok"
    NOTE = "note"
    """A harmless fact worth knowing."""

    FAULT = "mend"
    """A fault of Kiu until it is mended."""


class Finding(NamedTuple):
    """A finding in a sentence for the host."""

    kind: Kind
    text: str
    remedy: str = ""
    """The host's way to mend it."""

    exit_code: int = 0
    """The program's exit code, if it is more than a fault, such as a refused token."""


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
