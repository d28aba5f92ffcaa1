"""All mutants of one file: where each of them differs from the file, and how it reads."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType
from typing import Any

from tools.mutating import operators

# Types say nothing of what is done, and no test has to read the log.
_LEFT_OUT = {"annotation", "returns", "decorator_list", "bases", "type_comment", "cause"}
_LOG = ("log.", "_log.")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Name:
    """What a mutant is called: it stays when lines above it come and go."""

    file: str
    """The path from the root of the project."""
    function: str
    """The qualified name of the function or class, empty for a statement of the module."""
    before: str
    """The statement, or the head of it."""
    after: str
    """The same with the fault in it."""
    nth: int = 0
    """How many mutants of the function that read the same come before it."""

    def __str__(self) -> str:
        return f"{self.file} {self.function}: {self.before}  =>  {self.after}"


@dataclass(frozen=True)
class Mutant:
    """One fault planted into one file."""

    name: Name
    lines: range
    """The lines of what is changed: tests that touch none of them cannot notice."""
    in_function: bool
    """Whether what is changed runs when a function is called, not when the module is imported."""
    _tree: ast.Module = field(repr=False)
    _parent: ast.AST = field(repr=False)
    _field: str = field(repr=False)
    _place: int | None = field(repr=False)
    _other: ast.AST = field(repr=False)

    def compiled(self, path: Path) -> CodeType:
        """The module with the fault, every line where it was.

        Args:
            path: the file it claims to come from, as the import system names it.
        """
        with _instead(self._parent, self._field, self._place, self._other):
            return compile(self._tree, str(path), "exec", dont_inherit=True)


def mutants_of(path: Path, root: Path) -> list[Mutant]:
    """Every mutant of a file that still compiles, from the top of the file to its end."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    file = path.resolve().relative_to(root.resolve()).as_posix()
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for site in _sites(tree):
        before, after = _texts(site)
        if before == after:
            continue
        key = (site.function, before, after)
        found.append(
            Mutant(
                Name(file, *key, nth=seen[key]),
                range(site.lines.start, site.lines.stop),
                site.in_function,
                tree,
                site.parent,
                site.field,
                site.place,
                site.other,
            )
        )
        seen[key] += 1
    return found


@dataclass(frozen=True)
class _Around:
    """Where the walk through a syntax tree is."""

    function: str = ""
    in_function: bool = False
    statement: ast.stmt | None = None


@dataclass(frozen=True)
class _Site:
    function: str
    in_function: bool
    statement: ast.stmt
    parent: ast.AST
    field: str
    place: int | None
    other: ast.AST
    lines: range


def _sites(tree: ast.Module) -> Iterator[_Site]:
    for place, statement in enumerate(tree.body):
        yield from _of_child(tree, "body", place, statement, _Around())


def _of_child(parent: ast.AST, name: str, place: int | None, child: ast.AST, around: _Around) -> Iterator[_Site]:
    if _is_left_out(parent, child):
        return
    if isinstance(child, ast.stmt):
        around = _Around(around.function, around.in_function, child)
    for other in _others(parent, name, child):
        _place_at(other, child)
        assert around.statement is not None
        first, last = child.lineno, child.end_lineno or child.lineno  # type: ignore[attr-defined]
        lines = range(first, last + 1)
        yield _Site(around.function, around.in_function, around.statement, parent, name, place, other, lines)
    for inner_name, inner_place, inner in _children(child):
        inside = around
        if isinstance(child, (*_FUNCTIONS, ast.ClassDef)):
            qualified = f"{around.function}.{child.name}" if around.function else child.name
            in_function = around.in_function or (isinstance(child, _FUNCTIONS) and inner_name == "body")
            inside = _Around(qualified, in_function, around.statement)
        yield from _of_child(child, inner_name, inner_place, inner, inside)


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for name, value in ast.iter_fields(node):
        if name in _LEFT_OUT:
            continue
        if isinstance(value, ast.AST):
            yield name, None, value
        elif isinstance(value, list):
            yield from ((name, place, each) for place, each in enumerate(value) if isinstance(each, ast.AST))


def _others(parent: ast.AST, name: str, child: ast.AST) -> Iterator[ast.AST]:
    if isinstance(child, ast.stmt):
        yield from operators.statements(child)
    if isinstance(child, ast.expr):
        yield from operators.expressions(child)
        if name == "ifs" or (name == "test" and isinstance(parent, ast.If | ast.IfExp)):
            yield from _conditions(parent, child)
        elif name == "test" and isinstance(parent, ast.While) and not isinstance(child, ast.Constant):
            yield ast.Constant(False)


def _conditions(parent: ast.AST, test: ast.expr) -> Iterator[ast.expr]:
    if isinstance(test, ast.Constant):
        return
    yield ast.Constant(True)
    # To leave out the only statement comes to the same as never to come to it: one of the two is enough.
    only = parent.body[0] if isinstance(parent, ast.If) and not parent.orelse and len(parent.body) == 1 else None
    if only is None or not any(isinstance(other, ast.Pass) for other in operators.statements(only)):
        yield ast.Constant(False)


def _is_left_out(parent: ast.AST, child: ast.AST) -> bool:
    if isinstance(child, ast.Assert | ast.Import | ast.ImportFrom | ast.expr_context):
        return True
    if isinstance(parent, ast.keyword) and parent.arg == "strict":
        return True
    if isinstance(parent, ast.JoinedStr) and isinstance(child, ast.Constant):
        return True
    if isinstance(parent, ast.Expr) and isinstance(child, ast.Constant):
        return True
    if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
        return True
    if isinstance(child, ast.Expr) and ast.unparse(child).startswith(_LOG):
        return True
    if isinstance(parent, ast.Module) and isinstance(child, ast.Assign | ast.AnnAssign):
        return _declares_types(child)
    return False


def _declares_types(assignment: ast.Assign | ast.AnnAssign) -> bool:
    """Whether a statement of a module only names a type: ``__all__``, type variables and aliases."""
    value = assignment.value
    if isinstance(assignment, ast.AnnAssign) and ast.unparse(assignment.annotation).endswith("TypeAlias"):
        return True
    if isinstance(assignment, ast.Assign) and ast.unparse(assignment.targets[0]) == "__all__":
        return True
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in ("TypeVar", "NewType", "ParamSpec")
    # An alias such as ``Action = Bet | Fold``.
    return isinstance(value, ast.BinOp) and all(
        isinstance(each, ast.Name | ast.Attribute | ast.BinOp | ast.BitOr | ast.Subscript | ast.Constant | ast.Load)
        for each in ast.walk(value)
    )


def _place_at(other: ast.AST, original: ast.AST) -> None:
    """Give new nodes the line of what they replace; those taken over from there have their own."""
    for node in ast.walk(other):
        if isinstance(node, ast.expr | ast.stmt | ast.keyword) and not hasattr(node, "lineno"):
            ast.copy_location(node, original)


@contextmanager
def _instead(parent: ast.AST, name: str, place: int | None, other: ast.AST) -> Iterator[None]:
    if place is None:
        original = getattr(parent, name)
        setattr(parent, name, other)
    else:
        siblings: list[Any] = getattr(parent, name)
        original = siblings[place]
        siblings[place] = other
    try:
        yield
    finally:
        if place is None:
            setattr(parent, name, original)
        else:
            siblings[place] = original


def _texts(site: _Site) -> tuple[str, str]:
    before = _head(site.statement)
    with _instead(site.parent, site.field, site.place, site.other):
        return before, _head(site.other if isinstance(site.other, ast.stmt) else site.statement)


def _head(statement: ast.stmt) -> str:
    """A statement as one line; of one with a block, what stands before the block."""
    blocks = {name: getattr(statement, name, None) for name in ("body", "orelse", "finalbody", "handlers", "cases")}
    kept = {name: block for name, block in blocks.items() if isinstance(block, list)}
    if not kept:
        return " ".join(ast.unparse(statement).split("\n"))
    decorators = getattr(statement, "decorator_list", None)
    try:
        for name in kept:
            setattr(statement, name, [ast.Pass()] if name == "body" else [])
        if decorators is not None:
            statement.decorator_list = []  # type: ignore[attr-defined]
        return " ".join(ast.unparse(statement).removesuffix("pass").rstrip().rstrip(":").split("\n"))
    finally:
        for name, block in kept.items():
            setattr(statement, name, block)
        if decorators is not None:
            statement.decorator_list = decorators  # type: ignore[attr-defined]
