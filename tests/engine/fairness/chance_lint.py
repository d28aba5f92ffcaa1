"""Reads source and names what would bring in chance that is not the sealed deal's, or make a draw uneven.

The rules are plain ones, about what a file imports, names and computes; no value is followed on its way.
They find slips. Whoever hides something on purpose is found by the vectors and by the verifiers, which share no line
with the engine.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Set
from functools import cache, lru_cache

CHANCE = frozenset({"random", "_random", "secrets", "uuid", "ssl", "numpy"})
"""Modules that chance comes from."""

SYSTEM_CHANCE = frozenset({"urandom", "getrandom"})
"""Functions of ``os`` that chance comes from."""

BY_A_BACK_DOOR = frozenset(
    {"__import__", "__builtins__", "__class__", "__globals__", "eval", "exec", "import_module", "modules"}
)
"""What reaches a module that is not imported, or makes another of something that was handed over."""

BUILT_IN = frozenset({"globals", "hash", "id", "open", "type", "vars"})
"""Built-in functions that depend on more than what they are given, or lead to something that does."""

WORDS = frozenset({"Stream", "streams", "from_bytes", "getrandbits", "randbytes"})
"""What random words come from."""

GENERATOR = "Random"

REDUCING = (ast.Mod, ast.FloorDiv, ast.Div, ast.BitAnd, ast.RShift)
"""What makes a large number small, and a draw uneven if the large one was a random word."""

REDUCING_BY_NAME = frozenset(
    {"divmod", "pow", "fmod", "remainder", "mod", "imod", "floordiv", "truediv", "and_", "rshift"}
    | {f"__{kind}{name}__" for kind in ("", "r", "i") for name in ("mod", "floordiv", "truediv", "and", "rshift")}
    | {"__divmod__", "__pow__"}
)
"""What does the same when it is called."""


@lru_cache(maxsize=1)
def _tree(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def imported(source: str) -> frozenset[str]:
    """Return what a source imports, by full name: ``random.Random``, ``itertools``, ``.rules`` of the same folder."""
    return frozenset(name for node in ast.walk(_tree(source)) for name in _imported(node))


def _imported(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import():
            yield from (alias.name for alias in node.names)
        case ast.ImportFrom():
            folder = "." * node.level + (f"{node.module}." if node.module else "")
            yield from (folder + alias.name for alias in node.names)


def strangers(source: str, allowed: Set[str]) -> set[str]:
    """What a source imports though nothing of it, and no module that it is from, is allowed."""
    return {name for name in imported(source) if allowed.isdisjoint(_with_modules(name))}


def _with_modules(name: str) -> Iterator[str]:
    parts = name.split(".")
    yield from (".".join(parts[:count]) for count in range(1, len(parts) + 1))


def chance(source: str) -> set[str]:
    """What a source takes chance from, by full name: ``random.Random``, ``secrets``, ``os.urandom``."""
    found = {name for name in imported(source) if name.partition(".")[0] in CHANCE}
    return found | {f"os.{name}" for name in named(source, SYSTEM_CHANCE)}


def named(source: str, names: Collection[str]) -> set[str]:
    """Which of the names a source says: for a thing, behind a dot, in an import, or as a text of its own."""
    return {name for name in _all_said(source) if name in names}


@cache
def _all_said(source: str) -> frozenset[str]:
    return frozenset(name for node in ast.walk(_tree(source)) for name in _said(node))


def _said(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=str(name)) | ast.Attribute(attr=str(name)) | ast.Constant(value=str(name)):
            yield name
        case ast.alias(name=name):
            yield from name.split(".")


def built_ins(source: str) -> set[str]:
    """Which of the built-in functions that the engine does without a source uses in anything but a type."""
    return {node.id for node in _outside_types(source) if isinstance(node, ast.Name) and node.id in BUILT_IN}


def generators_made(source: str) -> list[int]:
    """The lines where a generator is made or kept instead of being handed on: its class in anything but a type."""
    aliases = [node for node in ast.walk(_tree(source)) if isinstance(node, ast.alias)]
    names = {alias.asname or alias.name for alias in aliases if alias.name.endswith(GENERATOR)} | {GENERATOR}
    return [node.lineno for node in _outside_types(source) if _is_one_of(node, names)]


def _outside_types(source: str) -> list[ast.expr]:
    tree = _tree(source)
    types = {id(node) for annotation in _annotations(tree) for node in ast.walk(annotation)}
    return [node for node in ast.walk(tree) if isinstance(node, ast.expr) and id(node) not in types]


def _is_one_of(node: ast.expr, names: Collection[str]) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in names
    return False


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            yield node.annotation
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            yield node.returns


def reductions(source: str) -> list[str]:
    """Whatever makes a number smaller, as ``Stream.below: word % limit``, one entry for each time.

    The length of something is no random word, and a text or a path is no number.
    """
    return list(_reductions(_tree(source), ""))


def _reductions(node: ast.AST, inside: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _reductions(child, f"{inside}.{child.name}".lstrip("."))
            continue
        if _reduces(child):
            yield f"{inside}: {ast.unparse(child)}"
        yield from _reductions(child, inside)


def _reduces(node: ast.AST) -> bool:
    match node:
        case ast.BinOp(left=ast.Call(func=ast.Name(id="len"))):
            return False
        case ast.BinOp(left=ast.Constant(value=str())) | ast.BinOp(right=ast.Constant(value=str()) | ast.JoinedStr()):
            return False
        case ast.BinOp(op=operator):
            return isinstance(operator, REDUCING)
        case ast.AugAssign(op=operator):
            return isinstance(operator, (*REDUCING, ast.Sub))
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)) | ast.alias(name=name):
            return name in REDUCING_BY_NAME
    return False
