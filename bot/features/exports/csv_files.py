"""CSV files for any spreadsheet, with no cell read as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias
from unicodedata import normalize

Cell: TypeAlias = str | int

FORMULA_BEGINNINGS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""Some spreadsheets accept their wide forms too."""


def csv_file(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a table with a header as in RFC 4180, marked as UTF-8; an apostrophe precedes formula-like texts."""
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
