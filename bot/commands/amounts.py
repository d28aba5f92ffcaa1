"""Amounts of chips as people write them: 1000, 1,000 or 1.000, 1k or 1rb; an ambiguous mark is refused."""

from __future__ import annotations

import re
from fractions import Fraction

from engine.house_rules import whole_number

_GROUPED = re.compile(r"[0-9]{1,3}([.,'’ \u00a0\u202f])[0-9]{3}(?:\1[0-9]{3}){0,3}", re.ASCII)
_THOUSANDS = re.compile(r"([0-9]{1,9}(?:[.,][0-9]{1,2})?) ?(?:k|rb|ribu)", re.ASCII | re.IGNORECASE)
_MARKS = re.compile(r"[^0-9]", re.ASCII)


def amount_of(text: str) -> int:
    """Read an amount; raise ``ValueError`` if the text is none or ambiguous."""
    if _GROUPED.fullmatch(text):
        return whole_number(_MARKS.sub("", text))
    if thousands := _THOUSANDS.fullmatch(text):
        return int(1000 * Fraction(thousands[1].replace(",", ".")))
    return whole_number(text)


def is_amount(text: str) -> bool:
    try:
        amount_of(text)
    except ValueError:
        return False
    return True
