"""Safe display of people's words: nothing invisible, no stacked accents, limited length."""

from __future__ import annotations

import unicodedata

import regex

NAME_CHARACTERS = 24

TEXT_CHARACTERS = 200
"""The longest line of a person's own words."""

_CONTROLS = regex.compile(r"(?!\s)\p{C}")
_SPACES = regex.compile(r"[\s\p{Z}]+")
_STRAY_ACCENTS = regex.compile(r"^[ \p{M}]+|(?<=\p{M}{2})\p{M}+")
"""Accents on nothing, and those beyond two on a letter."""

_IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}")
"""Characters that Unicode hides, among them letters."""

_BLANK = "\u2800\ufffc\U0001d159\U00013441\U00013442"
"""Blanks that Unicode counts as symbols and letters."""


def visible(text: str) -> str:
    return "".join(each for each in _IGNORED.sub("", text) if each not in _BLANK)


def safe_name(name: str) -> str:
    return safe_line(name, NAME_CHARACTERS) or "?"


def safe_text(text: str) -> str:
    return safe_line(text, TEXT_CHARACTERS) or "?"


def safe_line(text: str, longest: int) -> str:
    """Make a line of at most so many characters safe; it is empty if nothing is visible."""
    kept = _CONTROLS.sub("", unicodedata.normalize("NFC", visible(text)))
    kept = _STRAY_ACCENTS.sub("", _SPACES.sub(" ", kept))
    # Separate letters may be neighbours now.
    return unicodedata.normalize("NFC", kept).strip()[:longest].strip()
