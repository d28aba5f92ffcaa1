"""Reads source and names what would bring in chance that is not the sealed deal's, or make a draw uneven.

Uneven draws are those by modulo, so ``%`` and its kin stand in one function of ``engine/fairness`` only: the one that
skips the words that would favour some numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

MODULES = frozenset({"random", "secrets", "uuid", "numpy"})
"""Modules that chance comes from."""

FUNCTIONS = frozenset({"urandom", "getrandom"})
"""Functions of ``os`` that chance comes from."""

IMPORTERS = frozenset({"__import__", "import_module"})

REMAINDERS = frozenset({"divmod", "fmod", "remainder", "mod", "imod", "__mod__", "__rmod__", "__divmod__"})
"""What is called to the same effect as ``%``."""


def chance(source: str) -> set[str]:
    """What a source takes chance from, by full name: ``random.Random``, ``secrets``, ``os.urandom``."""
    return set(_chance(ast.parse(source)))


def _chance(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names if _is_chance(alias.name))
            case ast.ImportFrom(module=str(module)):
                yield from (name for alias in node.names if _is_chance(name := f"{module}.{alias.name}"))
            case ast.Attribute(attr=name) if name in FUNCTIONS:
                yield f"os.{name}"
            case ast.Call(
                func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Constant(value=str(module)), *_]
            ):
                if name in IMPORTERS and _is_chance(module):
                    yield module


def _is_chance(name: str) -> bool:
    module, _, rest = name.partition(".")
    return module in MODULES or (module == "os" and rest in FUNCTIONS)


def generators_made(source: str) -> list[int]:
    """The lines where a generator is made or kept instead of being handed on: ``Random`` in anything but a type."""
    tree = ast.parse(source)
    types = {id(name) for annotation in _annotations(tree) for name in ast.walk(annotation)}
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == "Random" and id(node) not in types
    ]


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            yield node.annotation
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            yield node.returns


def remainders(source: str) -> list[str]:
    """The functions, as ``Stream.below``, that take a remainder; an entry for each that is taken."""
    return list(_remainders(ast.parse(source), ""))


def _remainders(node: ast.AST, inside: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _remainders(child, f"{inside}.{child.name}".lstrip("."))
            continue
        if _is_remainder(child):
            yield inside
        yield from _remainders(child, inside)


def _is_remainder(node: ast.AST) -> bool:
    match node:
        case ast.BinOp(op=ast.Mod()) | ast.AugAssign(op=ast.Mod()):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
            return name in REMAINDERS
    return False
