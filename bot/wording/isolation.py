"""Keeping words that are written from right to left from turning around the sentence they are put into.

An Arabic or Hebrew name takes the numbers and marks beside it along, and a line that begins with one reads from the
right. Unicode's isolates prevent both; they are invisible, and stand only around values that need them.
"""

from __future__ import annotations

import unicodedata

ISOLATE, END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"

_RIGHT_TO_LEFT = ("R", "AL")


def isolated(text: str) -> str:
    """The text with isolates around it, if anything in it is written from right to left and not isolated already."""
    if text.isascii() or ISOLATE in text:
        return text
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text):
        return f"{ISOLATE}{text}{END}"
    return text


def without_isolates(text: str) -> str:
    """The text without isolates, for what is counted, compared, or no running text."""
    return text.replace(ISOLATE, "").replace(END, "")
