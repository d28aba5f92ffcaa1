"""Safe display of people's words: nothing invisible, no stacked accents, limited length."""

from __future__ import annotations

import unicodedata

import regex

NAME_CHARACTERS = 24

TEXT_CHARACTERS = 200
"""The longest line of a person's own words."""

MARKS_IN_A_ROW = 2
"""The most accents on a letter."""


_IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}")
"""Characters that Unicode hides, among them letters."""

_BLANK = "\u2800\ufffc\U0001d159\U00013441\U00013442"
"""Blanks that Unicode counts as symbols and letters."""


def visible(text: str) -> str:
    return "".join(each for each in _IGNORED.sub("", text) if each not in _BLANK)


def safe_name(name: str) -> str:
    """Make a name safe for any message."""
    return safe_line(name, NAME_CHARACTERS) or "?"


def safe_text(text: str) -> str:
    """Make a line safe for any message."""
    return safe_line(text, TEXT_CHARACTERS) or "?"


def safe_line(text: str, longest: int) -> str:
    """Make a line of at most so many characters safe; it is empty if nothing is visible."""
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
            # Removed characters do not separate accents, which would stack on one letter.
            marks = 0
            kept.append(character)
    # Separate letters may be neighbours now.
    return unicodedata.normalize("NFC", "".join(kept)).strip()[:longest].strip()
