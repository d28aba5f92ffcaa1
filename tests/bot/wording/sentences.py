"""The files of the wording, taken apart: which sentences there are, which values they name, how they end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fluent.syntax import ast, parse
from fluent.syntax.visitor import Visitor

from tests.bot.wording.used_keys import ROOT

ENDS = "Sentences end with "
"""How the comment begins in which a language says with which marks its sentences end."""

NOTHING = '{ "" }'


SPOKEN = (
    "event-", "toast-", "result-",
    "notice-", "answer-", "refused-", "rule-", "help-who-", "hand-over-", "unexpected-", "done-", "welcome",
    "lobby-ready", "lobby-waiting", "private-no-hand", "private-declare", "private-your-turn", "private-chips",
    "private-so-far", "private-won", "private-lost", "private-even", "private-stack", "private-next-hand",
    "private-waiting", "private-ready", "private-sits-out", "private-out-of-chips", "private-leaving",
    "private-removed", "private-left", "private-closed",
    "house-how", "house-rule-how", "house-rule-allowed", "house-summary-how", "ledger-empty",
    "house-presets-how", "house-export-how", "house-your-draft", "house-sentence",
    "rules-qiuqiu-", "rules-brief", "rules-own-", "picture-ladder-", "picture-counted",
    "record-passed", "record-means", "record-number",
    "checked-", "fairness-", "record-pick", "record-beacon-", "record-opened", "record-all-open",
    "record-running", "record-voided", "record-reversed", "record-how",
)  # fmt: skip
"""How the keys of whole sentences begin; the others are titles, labels, marks and pieces."""

NOT_SPOKEN = ("welcome-title", "fairness-title")

NAMES = "rule-name-"
"""How the keys of the names of rules begin, beside those of the sentences that explain them."""


class Sentence(NamedTuple):
    """One message of a language."""

    key: str
    pattern: ast.Pattern
    variables: frozenset[str]
    plural: bool
    """Whether it has a form for one and another for more."""


@cache
def text(language: str) -> str:
    """The files of a language, that of the core first."""
    return "\n".join(
        each.read_text("utf-8") for each in sorted((ROOT / "bot").glob(f"**/{language}.ftl"), key=_core_first)
    )


def _core_first(path: Path) -> tuple[bool, Path]:
    return path.parent.name != "wording", path


@cache
def sentences(source: str) -> Mapping[str, Sentence]:
    """Every message of a file.

    Raises:
        ValueError: a part of the file cannot be read, or a key stands in it twice.
    """
    found: dict[str, Sentence] = {}
    body = parse(source).body
    patterns = {each.id.name: each.value for each in body if isinstance(each, ast.Message) and each.value is not None}
    for entry in body:
        if isinstance(entry, ast.Junk):
            raise ValueError(f"unreadable: {entry.content}")
        if isinstance(entry, ast.Message):
            if entry.id.name in found:
                raise ValueError(f"twice: {entry.id.name}")
            assert entry.value is not None
            pattern = _with_shared(entry.value, patterns)
            names = _Names()
            names.visit(pattern)
            found[entry.id.name] = Sentence(
                entry.id.name, pattern, frozenset(names.variables), {"one", "other"} <= names.variants
            )
    return found


def _with_shared(pattern: ast.Pattern, patterns: Mapping[str, ast.Pattern]) -> ast.Pattern:
    """Put the words of other messages in the place of references to them."""
    elements: list[ast.TextElement | ast.Placeable] = []
    for each in pattern.elements:
        if isinstance(each, ast.Placeable) and isinstance(each.expression, ast.MessageReference):
            elements += _with_shared(patterns[each.expression.id.name], patterns).elements
            continue
        if isinstance(each, ast.Placeable) and isinstance(each.expression, ast.SelectExpression):
            for variant in each.expression.variants:
                variant.value = _with_shared(variant.value, patterns)
        elements.append(each)
    return ast.Pattern(elements)


def shared(source: str) -> set[str]:
    """The keys of messages to which others refer."""
    references = _References()
    references.visit(parse(source))
    return references.keys


class _References(Visitor):
    def __init__(self) -> None:
        self.keys: set[str] = set()

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        self.keys.add(node.id.name)


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


@cache
def ends(source: str) -> tuple[str, ...]:
    """The marks with which a language ends its sentences, as a comment at the top of its file says.

    Raises:
        ValueError: no comment says so.
    """
    for entry in parse(source).body:
        if isinstance(entry, ast.ResourceComment):
            for line in (entry.content or "").splitlines():
                if line.startswith(ENDS):
                    return tuple(line.removeprefix(ENDS).split())
    raise ValueError(f"say at the top of the file how sentences end, as in: ### {ENDS}. ! ?")


def ends_well(sentence: Sentence, marks: tuple[str, ...]) -> bool:
    """Whether a sentence ends with one of these marks, or with a value after a colon."""
    return all(end.endswith((*marks, ": …", "：…", "/…")) for end in endings(sentence.pattern))


def without_end(source: str) -> list[str]:
    """The keys of the whole sentences in a file that do not end as the language ends its sentences.

    Raises:
        ValueError: the file does not say how that is.
    """
    marks = ends(source)
    whole = [each for each in sentences(source).values() if is_whole(each.key)]
    return [each.key for each in whole if not ends_well(each, marks)]


def is_whole(key: str) -> bool:
    """Whether what stands under a key is a whole sentence, and no title, label, mark or piece."""
    return key.startswith(SPOKEN) and key not in NOT_SPOKEN and not key.startswith(NAMES)


def written(pattern: ast.Pattern) -> str:
    """Everything that is written in a pattern, in all its forms, without the values."""
    words = _Words()
    words.visit(pattern)
    return "".join(words.found)


class _Words(Visitor):
    """Collects the text of a pattern."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802
        self.found.append(node.value)

    def visit_StringLiteral(self, node: ast.StringLiteral) -> None:  # noqa: N802
        self.found.append(node.value)
