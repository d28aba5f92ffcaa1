"""Findings of a probe: what is in order, what is worth knowing, and what the host has to mend."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

MOST_NAMED = 10
"""The most things that are named in a sentence; the rest is counted."""


class Kind(Enum):
    """The weight of a finding; the value is the word that is printed before it."""

    GOOD = "ok"
    NOTE = "note"
    """It does no harm, but the host may want to know it."""

    FAULT = "mend"
    """Kiu does not work as it should until it is mended."""


class Finding(NamedTuple):
    """One thing that was found, in a sentence for the host."""

    kind: Kind
    text: str
    remedy: str = ""
    """Advice for the host."""

    exit_code: int = 0
    """The exit code of the program because of it, if it is more than a fault: that a token is refused, for instance."""


def good(text: str) -> Finding:
    """Return that something is in order."""
    return Finding(Kind.GOOD, text)


def note(text: str, remedy: str = "") -> Finding:
    """Return that something is worth knowing."""
    return Finding(Kind.NOTE, text, remedy)


def fault(text: str, remedy: str, exit_code: int = 0) -> Finding:
    """Return that something has to be mended."""
    return Finding(Kind.FAULT, text, remedy, exit_code)


def few(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """Return names for a sentence; if there are many, the first of them and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
