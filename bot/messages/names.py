"""Making what people write safe to show: no direction marks, nothing invisible, no stacked accents, not too long."""

from __future__ import annotations

import unicodedata

import regex

NAME_CHARACTERS = 24
"""The longest name that is shown."""

TEXT_CHARACTERS = 200
"""The longest line that somebody wrote."""

MARKS_IN_A_ROW = 2
"""The most accents on a letter."""


_IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}")
"""Characters that Unicode shows as nothing without effect; letters of some scripts are among them."""

_BLANK = "\u2800\ufffc\U0001d159\U00013441\U00013442"
"""Blank characters that Unicode counts among symbols and letters."""


def visible(text: str) -> str:
    """The text without characters that show nothing."""
    return "".join(each for each in _IGNORED.sub("", text) if each not in _BLANK)


def safe_name(name: str) -> str:
    """A name that may stand in any message; each chat escapes the markup of its own platform."""
    return _safe(name, NAME_CHARACTERS) or "?"


def safe_text(text: str) -> str:
    """A line that somebody wrote, such as an admin's reason, so that it may stand in any message."""
    return _safe(text, TEXT_CHARACTERS) or "?"


def _safe(text: str, longest: int) -> str:
    if text.isascii() and text.isprintable():
        return " ".join(text.split())[:longest].strip()
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", visible(text)):
        category = unicodedata.category(character)
        if category.startswith("M"):
            marks += 1
            if marks <= MARKS_IN_A_ROW and kept:
                kept.append(character)
        elif category.startswith("Z") or character.isspace():
            marks = 0
            if kept and kept[-1] != " ":
                kept.append(" ")
        elif not category.startswith("C"):
            # What is left out does not come between accents: they would stand on one letter.
            marks = 0
            kept.append(character)
    # Letters that were apart may stand beside each other now.
    return unicodedata.normalize("NFC", "".join(kept)).strip()[:longest].strip()
