"""Tables as CSV files that every spreadsheet opens as they are, and in which no cell is taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias
from unicodedata import normalize

Cell: TypeAlias = str | int

FORMULA_BEGINNINGS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What makes a spreadsheet take a text for a formula; in some, the wide forms of these do as well."""


def csv_file(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A table with one row of names above it, as RFC 4180 has it, marked as UTF-8.

    A text that a spreadsheet would take for a formula begins with an apostrophe, which makes it a text.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _safe(cell: Cell) -> Cell:
    # Numbers stay numbers, those below zero as well.
    if isinstance(cell, str) and normalize("NFKC", cell).lstrip(" ").startswith(FORMULA_BEGINNINGS):
        return f"'{cell}"
    return cell
