"""What a check of a platform finds: what is in order, what is worth knowing, and what the host has to mend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

MOST_NAMED = 10
"""How many things are named in a sentence before the rest is counted."""


class Kind(Enum):
    """How a finding is to be taken; the value is the word that is printed before it."""

    GOOD = "ok"
    NOTE = "note"
    """It does no harm, but the host may want to know it."""

    FAULT = "mend"
    """Kiu does not work as it should until it is mended."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found, in a sentence for the host."""

    kind: Kind
    text: str
    remedy: str = ""
    """What the host can do about it."""


def good(text: str) -> Finding:
    """Something is in order."""
    return Finding(Kind.GOOD, text)


def note(text: str, remedy: str = "") -> Finding:
    """Something is worth knowing."""
    return Finding(Kind.NOTE, text, remedy)


def fault(text: str, remedy: str) -> Finding:
    """Something has to be mended."""
    return Finding(Kind.FAULT, text, remedy)


def few(names: Sequence[str]) -> str:
    """Names for a sentence; if there are many, the first of them and how many more there are."""
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more
