"""Unicode isolates around right-to-left words, so that they do not reorder the sentence around them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

ISOLATE, END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"

_RIGHT_TO_LEFT = ("R", "AL")


def isolated(text: str) -> str:
    """Isolate a text if it contains right-to-left letters outside isolates."""
    if text.isascii() or ISOLATE in text:
        return text
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text):
        return f"{ISOLATE}{text}{END}"
    return text


def listed(texts: Iterable[str]) -> str:
    return ", ".join(map(isolated, texts))


def without_isolates(text: str) -> str:
    """Remove isolates for counting, comparing and other uses than running text."""
    return text.replace(ISOLATE, "").replace(END, "")
