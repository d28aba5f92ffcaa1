"""The files of the wording, taken apart: which sentences there are, which values they name, how they end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from fluent.syntax import ast, parse
from fluent.syntax.visitor import Visitor

from tests.bot.wording.used_keys import ROOT

ENDS = (".", "!", "?")
NOTHING = '{ "" }'


class Sentence(NamedTuple):
    """One message of a language."""

    key: str
    pattern: ast.Pattern
    variables: frozenset[str]
    plural: bool
    """Whether it has a form for one and another for more."""


def text(language: str) -> str:
    """The file of a language."""
    return (ROOT / "bot" / "wording" / f"{language}.ftl").read_text(encoding="utf-8")


@cache
def sentences(source: str) -> Mapping[str, Sentence]:
    """Every message of a file.

    Raises:
        ValueError: a part of the file cannot be read, or a key stands in it twice.
    """
    found: dict[str, Sentence] = {}
    for entry in parse(source).body:
        if isinstance(entry, ast.Junk):
            raise ValueError(f"unreadable: {entry.content}")
        if isinstance(entry, ast.Message):
            if entry.id.name in found:
                raise ValueError(f"twice: {entry.id.name}")
            assert entry.value is not None
            names = _Names()
            names.visit(entry.value)
            found[entry.id.name] = Sentence(
                entry.id.name, entry.value, frozenset(names.variables), {"one", "other"} <= names.variants
            )
    return found


class _Names(Visitor):
    """Collects the variables and variants of a pattern."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.variants: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_Variant(self, node: ast.Variant) -> None:  # noqa: N802
        self.variants.add(node.key.name if isinstance(node.key, ast.Identifier) else node.key.value)
        self.generic_visit(node)


def disagreements(one: Mapping[str, Sentence], other: Mapping[str, Sentence]) -> set[str]:
    """The keys that only one of two languages has, or that name other values in the other."""
    apart = set(one) ^ set(other)
    return apart | {key for key in set(one) & set(other) if one[key].variables != other[key].variables}


def endings(pattern: ast.Pattern) -> Iterator[str]:
    """Every way in which a pattern can end, as written; a value at the end shows as ``…``."""
    last = pattern.elements[-1]
    before = pattern.elements[-2] if len(pattern.elements) > 1 else None
    said = before.value.rstrip("\n") if isinstance(before, ast.TextElement) else ""
    if isinstance(last, ast.TextElement):
        yield last.value.rstrip()
    elif isinstance(last.expression, ast.SelectExpression):
        for variant in last.expression.variants:
            # A variant that says nothing leaves the end to the words before it.
            yield from (said if end == NOTHING else end for end in endings(variant.value))
    elif isinstance(last.expression, ast.StringLiteral):
        yield NOTHING
    else:
        yield said + "…"


def ends_well(sentence: Sentence) -> bool:
    """Whether a sentence ends with a mark, or with a value after a colon."""
    return all(end.endswith((*ENDS, ": …", "/…")) for end in endings(sentence.pattern))
