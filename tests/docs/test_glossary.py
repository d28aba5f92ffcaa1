"""The glossary: every term of the architecture is in the code under the name given, and no term is there twice."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from tests.docs.reference import DOCS
from tests.removed_features import needs

ROOT = DOCS.parent
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", (DOCS / "glossary.md").read_text("utf-8"), re.M | re.S))


def rows(section: str) -> list[list[str]]:
    """The cells of a section's table, without its heading."""
    lines = [line for line in SECTIONS[section].splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@cache
def names() -> frozenset[str]:
    """Every module, package, class and function of the program, and every member of a class as ``Class.member``."""
    found: set[str] = set()
    for package in ("bot", "engine"):
        for file in (ROOT / package).rglob("*.py"):
            found |= {file.stem, file.parent.name, *defined(ast.parse(file.read_text("utf-8")))}
    return frozenset(found)


def defined(tree: ast.Module) -> Iterator[str]:
    """The names that a module defines, at its top level and in its classes."""
    for node in tree.body:
        yield from own_names(node)
        if isinstance(node, ast.ClassDef):
            members = [name for each in ast.walk(node) for name in own_names(each)]
            yield from (f"{node.name}.{member}" for member in members)


def own_names(node: ast.AST) -> Iterator[str]:
    """The name that a statement defines, or the attribute of ``self`` that it sets."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.AnnAssign(target=ast.Attribute(attr=name)):
            yield name
        case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)]):
            yield name


def test_every_term_of_the_architecture_is_in_the_code() -> None:
    needs("evenings", "personal_limits")
    named = {term: re.findall(r"`([\w.]+)`", code) for term, code, *_ in rows("Architecture")}
    assert [term for term, found in named.items() if not found] == [], "they name nothing to look for"
    assert {name for found in named.values() for name in found} - names() == set()


def test_names_that_nothing_defines_are_found() -> None:
    assert not {"Usherette", "Easel", "whisper"} & names()
    assert not {"Round.whisper", "window", "Chair.window"} & names()
    assert {"bot", "Mailbox", "turn_clock", "Round.window", "Sealed.commitment", "KEY_BYTES"} <= names()


@pytest.mark.parametrize("section", SECTIONS)
def test_each_term_has_one_line_and_a_meaning(section: str) -> None:
    assert len({len(row) for row in rows(section)}) == 1
    assert all(all(row) for row in rows(section))
    assert [term for term, times in Counter(row[0] for row in rows(section)).items() if times > 1] == []


def test_it_explains_the_three_games_the_field_and_the_code() -> None:
    assert list(SECTIONS) == [
        "QiuQiu", "Koo Kiew", "Quan Dui", "Poker, banking and chance", "Chat platforms", "Architecture",
    ]  # fmt: skip


def test_contributing_leads_to_it() -> None:
    assert "(docs/glossary.md)" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
