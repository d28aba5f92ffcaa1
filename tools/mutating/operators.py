"""Which faults can be planted at one place of a program: a comparison turned, a refusal left out, arguments swapped.

An operator is told of a syntax node and yields what could stand there instead. It never changes the node itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
_OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
_OF_ANY_ORDER = {"and_", "or_", "union_all", "where", "group_by"}
"""What takes the parts of a query in any order."""


def expressions(node: ast.expr) -> Iterator[ast.expr]:
    """What could stand in place of an expression."""
    if isinstance(node, ast.Compare):
        yield from _compared(node)
    elif isinstance(node, ast.BoolOp):
        yield from _combined(node)
    elif isinstance(node, ast.BinOp):
        if not _is_text(node.left) and not _is_text(node.right):
            yield ast.BinOp(node.left, _ARITHMETIC.get(type(node.op), ast.Add)(), node.right)
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.Constant):
        yield from _constants(node.value)
    elif isinstance(node, ast.Call):
        yield from _called(node)
    elif isinstance(node, ast.Slice):
        if node.lower is not None:
            yield ast.Slice(None, node.upper, node.step)
        if node.upper is not None:
            yield ast.Slice(node.lower, None, node.step)


def statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """What could stand in place of a statement: nothing at all, another value that is returned."""
    if isinstance(node, ast.Expr):
        if isinstance(node.value, ast.Call | ast.Await):
            yield ast.Pass()
    elif isinstance(node, ast.Raise | ast.Continue | ast.Delete):
        yield ast.Pass()
    elif isinstance(node, ast.Break):
        yield ast.Continue()
    elif isinstance(node, ast.AugAssign):
        yield ast.Pass()
        if type(node.op) in _ARITHMETIC and not _is_text(node.value):
            yield ast.AugAssign(node.target, _ARITHMETIC[type(node.op)](), node.value)
    elif isinstance(node, ast.Assign):
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            yield ast.Pass()
    elif isinstance(node, ast.Return) and node.value is not None:
        yield from _returned(node.value)


def _compared(node: ast.Compare) -> Iterator[ast.expr]:
    for place, operator in enumerate(node.ops):
        for other in _COMPARISONS[type(operator)]:
            yield ast.Compare(node.left, [*node.ops[:place], other(), *node.ops[place + 1 :]], node.comparators)


def _combined(node: ast.BoolOp) -> Iterator[ast.expr]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for place in range(len(node.values)):
        rest = [*node.values[:place], *node.values[place + 1 :]]
        yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


def _constants(value: object) -> Iterator[ast.expr]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
        if value:
            yield ast.Constant(value - 1)
    elif isinstance(value, float):
        yield ast.Constant(value * 2 + 1)
    elif isinstance(value, bytes):
        yield ast.Constant(value + b"?")
    elif isinstance(value, str) and " " not in value:
        # A sentence tells a developer what is wrong; all else is a key, or a word that something rests on.
        yield ast.Constant(value + "?")


def _called(node: ast.Call) -> Iterator[ast.expr]:
    if isinstance(node.func, ast.Name) and node.func.id in _OPPOSITES:
        yield ast.Call(ast.Name(_OPPOSITES[node.func.id], ast.Load()), node.args, node.keywords)
    # The order is all the same to some, and the type checker watches over that of others.
    if isinstance(node.func, ast.Name) and node.func.id in (*_OPPOSITES, "isinstance", "cast", "getattr"):
        return
    for place in range(0 if _name(node.func) in _OF_ANY_ORDER else len(node.args) - 1):
        left, right = node.args[place : place + 2]
        if not isinstance(left, ast.Starred) and not isinstance(right, ast.Starred):
            yield ast.Call(node.func, [*node.args[:place], right, left, *node.args[place + 2 :]], node.keywords)
    for place, keyword in enumerate(node.keywords):
        # A zip that is strict is an assertion.
        if keyword.arg not in (None, "strict"):
            yield ast.Call(node.func, node.args, [*node.keywords[:place], *node.keywords[place + 1 :]])


def _returned(value: ast.expr) -> Iterator[ast.stmt]:
    if isinstance(value, ast.Compare | ast.BoolOp) or (
        isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    ):
        yield ast.Return(ast.UnaryOp(ast.Not(), value))
    elif not (isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, bool))):
        yield ast.Return(ast.Constant(None))


def _name(function: ast.expr) -> str:
    """What a function or a method is called; empty for what is made on the spot."""
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
