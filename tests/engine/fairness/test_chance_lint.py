"""Chance enters the engine as the keys of sealed packs only, and no draw takes the remainder of a word as it comes.

The rules are plain ones, about what a file imports, names and computes; no value is followed on its way.
They find slips. Whoever hides something on purpose is found by the vectors and by the verifiers, which share no line
with the engine.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rows import rows

PROJECT = Path(__file__).parents[3]

CHANCE = {"random", "_random", "secrets", "uuid", "ssl", "numpy"}
"""Modules that chance comes from."""

PURE = frozenset(
    {"__future__", "codecs", "collections", "dataclasses", "engine", "functools", "itertools", "json", "re", "typing"}
)
"""None of them knows anything of its own: what comes out is made of what is put in."""

OF_GAMES = PURE | {"abc", "array", "bisect", "enum", "fractions", "operator", "types"}
OF_TABLES = OF_GAMES | {"datetime"}
OF_THE_SEALED_DEAL = PURE | {"enum", "hashlib", "struct"}

HANDED_A_GENERATOR = {"play.py", "game.py", "opponent.py"}
"""Files that name the type of the generator which a computer player is handed; a round never does."""

FORBIDDEN = {"__import__", "__builtins__", "__class__", "__globals__", "eval", "exec", "import_module", "modules"}
FORBIDDEN |= {"urandom", "getrandom", "utcnow", "today"}
"""What reaches a module that is not imported, or chance or time of the system."""

BUILT_IN = {"globals", "hash", "id", "open", "vars"}
"""Built-in functions that depend on more than what they are given."""

OTHER_CHANCE = {"bot/chats/local_chat/room.py", "bot/features/backups/queries.py", "bot/tables/computers.py"}
"""They name guests and backups or toss coins of computer players, beside the keys that they hand on."""

WORDS = {"Stream", "streams", "from_bytes", "getrandbits", "randbytes"}
"""What random words come from."""

REDUCING = (ast.Mod, ast.FloorDiv, ast.Div, ast.BitAnd, ast.RShift, ast.Sub)
"""What makes a large number small, and a draw uneven if the large one was a random word."""

REDUCING_BY_NAME = {"divmod", "pow", "fmod", "mod", "floordiv", "truediv", "and_", "rshift", "__mod__", "__rmod__"}


def imported(tree: ast.Module) -> Iterator[str]:
    """The modules that a file imports, and ``.rules`` of its own folder."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def named(tree: ast.Module) -> Iterator[str]:
    """Every name that a file says: for a thing, behind a dot, in an import, or as a text of its own."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=str(name)) | ast.Attribute(attr=str(name)) | ast.Constant(value=str(name)):
                yield name
            case ast.alias(name=name):
                yield from name.split(".")


def built_ins(tree: ast.Module) -> set[str]:
    """The built-in functions that a file uses though the engine does without."""
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    return {node.id for node in names} & BUILT_IN


def generators_made(tree: ast.Module) -> Iterator[int]:
    """The lines where the class of generators is said in anything but a type."""
    annotations = [
        each
        for node in ast.walk(tree)
        for each in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if each is not None
    ]
    types = {id(node) for annotation in annotations for node in ast.walk(annotation)}
    names = {a.asname or a.name for a in ast.walk(tree) if isinstance(a, ast.alias) and a.name.endswith("Random")}
    for node in ast.walk(tree):
        said = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        if said in {*names, "Random"} and id(node) not in types:
            yield node.lineno  # type: ignore[attr-defined]


def reductions(tree: ast.Module) -> Iterator[str]:
    """Whatever makes a number smaller; the length of something is no random word."""
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(left=ast.Call(func=ast.Name(id="len"))):
                pass
            case ast.BinOp(op=operator) | ast.AugAssign(op=operator) if isinstance(operator, REDUCING):
                yield ast.unparse(node)
            case ast.Name(id=str(name)) | ast.Attribute(attr=str(name)) | ast.Constant(value=str(name)):
                if name in REDUCING_BY_NAME:
                    yield name


def found_in(name: str, source: str) -> Iterator[str]:
    """What is wrong with a file of the engine, or of the bot."""
    tree, modules = ast.parse(source), {each.partition(".")[0] for each in imported(ast.parse(source))}
    handed = Path(name).name in HANDED_A_GENERATOR and name.startswith("engine/")
    if name.startswith("engine/fairness/"):
        yield from (f"imports {each}" for each in modules - OF_THE_SEALED_DEAL)
        yield from (f"names {each}" for each in set(named(tree)) & (FORBIDDEN | {"Random"}) | built_ins(tree))
    elif name.startswith("engine/"):
        installed = {"importlib"} if name == "engine/games.py" else set()
        known = OF_TABLES if name.startswith("engine/table/") else OF_GAMES
        yield from (f"imports {each}" for each in modules - known - installed - ({"random"} if handed else set()))
        yield from (
            "asks for the time" for each in ast.walk(tree) if isinstance(each, ast.Attribute) and each.attr == "now"
        )
        unnamed = FORBIDDEN | WORDS | (set() if handed else {"Random"})
        yield from (f"names {each}" for each in set(named(tree)) & unnamed | built_ins(tree))
        yield from (f"makes a generator in line {line}" for line in generators_made(tree) if handed)
    elif name not in {"bot/environment/entropy.py", *OTHER_CHANCE}:
        has_keys = any(each.startswith(("engine.fairness", "bot.environment.entropy")) for each in imported(tree))
        chance = (modules & CHANCE) | set(named(tree)) & {"urandom", "getrandom"}
        yield from (f"has keys and takes chance from {each}" for each in chance if has_keys)
        yield from (f"names {each}" for each in set(named(tree)) & WORDS)


def test_chance_comes_from_nowhere_but_the_keys() -> None:
    """Of the bot only ``entropy.py`` makes keys; other files that toss a coin have none."""
    paths = [path for folder in ("bot", "engine") for path in sorted((PROJECT / folder).rglob("*.py"))]
    names = {path.relative_to(PROJECT).as_posix(): path.read_text(encoding="utf-8") for path in paths}

    assert len(names) > 100
    assert {name: found for name, source in names.items() if (found := [*found_in(name, source)])} == {}


def test_words_are_made_smaller_by_one_remainder() -> None:
    """Taken where the words that favour some numbers have been skipped."""
    source = (PROJECT / "engine" / "fairness" / "streams.py").read_text(encoding="utf-8")

    assert sorted(reductions(ast.parse(source))) == ["WORDS // limit", "count - 1", "word % limit"]


# Faults planted on purpose.

TYPED = "from random import Random\ndef choose(rng: Random) -> Random:\n    mine: Random = rng\n    return mine\n"


@rows(__file__, fault=lambda cell: cell.replace(r"\n", "\n").replace("TYPED ", TYPED).replace("TYPED", TYPED))
def test_other_chance_is_found(file: str, fault: str, found: set[str]) -> None:
    assert {each.strip() for each in found_in(file, fault)} == found


@pytest.mark.parametrize(
    "fault",
    [
        *("word % limit", "word %= limit", "divmod(word, limit)", "int.__mod__(word, limit)", "pow(word, 1, limit)"),
        *("[word % limit for word in words]", "word * limit >> 32", "word - word // limit * limit", "word & limit - 1"),
        *("int(word / 2**32 * limit)", "word -= limit", "getattr(word, '__rmod__')(limit)"),
    ],
)
def test_a_number_that_is_made_smaller_is_found(fault: str) -> None:
    assert list(reductions(ast.parse(f"def draw(self, word, limit):\n    {fault}\n")))
    assert not list(reductions(ast.parse("def half(words):\n    return len(words) // 2\n")))
