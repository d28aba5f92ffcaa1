"""Tables in text files: the rows that a test is asked with, each a line that can be read.

    # how many chips somebody may add
    before | asked_for | in_wallet | bought
    100    | none      | 2000      | 400
    2000   | 1         | 10        | rebuy-out-of-range

The file has the name of the test's module, the title is the name of the test, and a cell is read as the test wants it:
a number where it takes one, ``none`` where it takes nothing, ``yes`` or ``no``, or texts with commas between them.
A first column that is called ``case`` only gives the rows their names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import pytest

Readers: TypeAlias = dict[str, Callable[[str], Any]]
"""How the cells of columns are read that are more than words."""

Test = TypeVar("Test", bound=Callable[..., Any])
LISTS: dict[str, Callable[[Iterable[str]], Any]] = {"list[str]": list, "set[str]": set, "tuple[str, ...]": tuple}


def cells(file: str, title: str) -> list[list[str]]:
    """The rows of one table, the names of its columns first."""
    tables = re.split(r"^# ", Path(file).with_suffix(".txt").read_text("utf-8"), flags=re.MULTILINE)[1:]
    (table,) = [lines for head, *lines in (each.strip().splitlines() for each in tables) if head == title]
    return [re.split(r" *\| *", line) for line in table]


def rows(file: str, **readers: Callable[[str], Any]) -> Callable[[Test], Test]:
    """Ask a test with the rows of its table; ``readers`` read the cells of columns that are more than words."""

    def asked(test: Test) -> Test:
        names, *table = cells(file, test.__name__.removeprefix("test_").replace("_", " "))
        if names[0] == "case":
            named, names, table = [row[0] for row in table], names[1:], [row[1:] for row in table]
        else:
            named = [" | ".join(row) for row in table]
        read = [readers.get(name) or partial(_read, test.__annotations__[name]) for name in names]
        found = [tuple(how(cell) for how, cell in zip(read, row, strict=True)) for row in table]
        marked: Test = pytest.mark.parametrize(names, found, ids=named)(test)
        return marked

    return asked


def _read(kind: str, cell: str) -> Any:
    """Read a cell as what the annotation of its parameter says."""
    if "None" in kind and cell == "none":
        return None
    if kind == "bool":
        return {"yes": True, "no": False}[cell]
    if "int" in kind and re.fullmatch(r"-?\d+", cell):
        return int(cell)
    if kind in LISTS:
        return LISTS[kind](filter(None, cell.split(", ")))
    if kind == "dict[str, str]":
        return dict(each.split(" ", 1) for each in cell.split(", ") if each)
    return cell
