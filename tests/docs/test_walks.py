"""The walks in the documentation lead through functions that are there, each in a file of its own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


class Stop(NamedTuple):
    """One line of a walk."""

    file: str
    function: str


def walks() -> dict[str, list[Stop]]:
    """Every walk by its heading."""
    section = PAGE.partition("## Four walks through the code")[2].partition("\n## ")[0]
    found: dict[str, list[Stop]] = {}
    for part in section.split("\n### ")[1:]:
        title, _, lines = part.partition("\n")
        found[title] = [Stop(*each) for each in re.findall(r"^[0-9]+\. `([^`]+)` `([^`]+)`:", lines, re.MULTILINE)]
    return found


WALKS = walks()


def functions(file: str) -> set[str]:
    """The names of all functions and methods of a file."""

    def named(body: list[ast.stmt], before: str) -> Iterator[str]:
        for each in body:
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                yield before + each.name
            elif isinstance(each, ast.ClassDef):
                yield from named(each.body, f"{before}{each.name}.")

    return set(named(ast.parse((ROOT / file).read_text(encoding="utf-8")).body, ""))


def test_there_are_four_walks() -> None:
    assert [len(stops) for stops in WALKS.values()] == [17, 14, 13, 7]


@pytest.mark.parametrize("walk", WALKS)
def test_every_stop_is_there_and_in_a_file_of_its_own(walk: str) -> None:
    stops = WALKS[walk]
    assert [stop for stop in stops if stop.function not in functions(stop.file)] == []
    assert len({stop.file for stop in stops}) == len(stops)
