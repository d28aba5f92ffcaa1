"""Making what people write safe to show: no direction tricks, nothing invisible, no towers of accents, not too long."""

from __future__ import annotations

import unicodedata

LONGEST = 24
LONGEST_TEXT = 200
MARKS_IN_A_ROW = 2


def safe_name(name: str) -> str:
    """Return a name as it may stand in any message; markup of a platform is escaped by the platform's own chat."""
    return _safe(name, LONGEST) or "?"


def safe_text(text: str) -> str:
    """Return a line that somebody wrote, such as an admin's reason, as it may stand in any message."""
    return _safe(text, LONGEST_TEXT) or "?"


def _safe(text: str, longest: int) -> str:
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category.startswith("M"):
            marks += 1
            if marks <= MARKS_IN_A_ROW and kept:
                kept.append(character)
            continue
        marks = 0
        if category.startswith("Z") or character.isspace():
            if kept and kept[-1] != " ":
                kept.append(" ")
        elif not category.startswith("C"):
            kept.append(character)
    return "".join(kept).strip()[:longest].strip()
