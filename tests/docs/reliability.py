"""The page of the promises, with their tests and the proofs that these can fail."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.docs.tables import table
from tools.mutating.reports import FOLDER as MUTATION_RESULTS
from tools.mutating.reports import percent
from tools.simulation.planted_faults import PLANTED_FAULTS

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Promise:
    """One of the thirty promises, as ``promises.toml`` has it."""

    area: str
    promise: str
    reached: str
    missing: str
    tests: Sequence[str]
    controls: Sequence[str] = ()


PROMISES = [
    Promise(**each) for each in tomllib.loads(Path(__file__).with_name("promises.toml").read_text("utf-8"))["promise"]
]

STRENGTH_OF_TESTS = 29
"""The number of the promise that mutation testing measures."""


def page() -> str:
    """Return the whole page."""
    rows = [_row(number, promise) for number, promise in enumerate(PROMISES, start=1)]
    parts = [
        "# What Kiu promises, and what holds it to that",
        "Thirty promises, each with the files whose tests fail if it is broken, how far these tests go, and what is\n"
        "not reached. `make test` and `make slow` run all of them but those marked *soak*, which `make soak` runs.\n"
        "`tests/docs/promises.toml` names the tests.",
        "The last column names files with tests that plant a fault and see it found, and, in letters for code,\n"
        "[planted faults](#planted-faults), which the simulation has to find.",
        table(("", "promise", "tests", "reached", "not reached", "proved by"), rows),
        "## Planted faults",
        f"A check in `tools/simulation/checks/` has to find each of {len(PLANTED_FAULTS)} faults in so many worlds;\n"
        "`tools/simulation/planted_faults/` describes them.\n"
        "[A test](../tests/simulation/test_planted_faults.py) plants some in each run, and all in the soak run.",
        "## Mutants",
        "A mutant is Kiu with one small change of its code, such as another operator or a line left out. The tests of\n"
        "a file have to notice each one but those of `tools/mutating/equivalent/`, which change nothing.\n"
        "`make mutants` plants them.",
        _survivors(),
        "This page is written by `make docs`, from `tests/docs/promises.toml`, `tools/simulation/planted_faults/`\n"
        "and the results of mutation testing.",
    ]
    return "\n\n".join(parts) + "\n"


def _row(number: int, promise: Promise) -> tuple[str, ...]:
    proved = _linked(promise.controls)
    proved += [f"`{fault.name}`" for fault in PLANTED_FAULTS if fault.promise == number]
    return (
        str(number),
        f"**{promise.area}.** {promise.promise}",
        "<br>".join(_linked(promise.tests)),
        _strength() if number == STRENGTH_OF_TESTS else promise.reached,
        promise.missing or "–",
        "<br>".join(proved) or "*none*",
    )


def _linked(tests: Iterable[str]) -> list[str]:
    """Link each file of some tests once; it is marked if the soak run alone has these tests."""
    files: dict[str, list[str]] = {}
    for each in tests:
        files.setdefault(each.partition("::")[0], []).append(each)
    return [
        f"[{path.rpartition('/')[2].removeprefix('test_').removesuffix('.py')}](../{path})"
        + (" *(soak)*" if all(map(is_soak, named)) else "")
        for path, named in files.items()
    ]


class _Measured(NamedTuple):
    """The result of mutation testing for a file."""

    file: str
    share: float
    mutants: int
    equivalent: int
    survived: int

    @property
    def percent(self) -> float:
        return percent(self.mutants - self.equivalent - self.survived, self.survived)


@cache
def _measured() -> tuple[_Measured, ...]:
    found = []
    for path in sorted(MUTATION_RESULTS.glob("*.toml")):
        result = tomllib.loads(path.read_text(encoding="utf-8"))
        file = path.stem.replace(".", "/") + ".py"
        counts = (result[each] for each in ("share", "mutants", "equivalent", "survived"))
        found.append(_Measured(file, *counts))
    return tuple(found)


def _strength() -> str:
    """Sum the results of mutation testing up."""
    files = _measured()
    mutants, survived = sum(each.mutants for each in files), sum(each.survived for each in files)
    whole = sum(not each.survived for each in files)
    return (
        f"Of {mutants:,} [mutants](#mutants) in {len(files)} files {survived:,} are noticed by no test and not "
        f"explained; in {whole} files there are none."
    )


def _survivors() -> str:
    rows = [(f"`{each.file}`", str(each.survived), f"{each.percent:.1f} %") for each in _measured() if each.survived]
    return table(("file with mutants that no test notices", "mutants", "noticed of all others"), rows)


# --- the tests that are named --------------------------------------------------------------------------------------


def is_soak(test: str) -> bool:
    """Tell whether ``make soak`` alone runs a test; raise ``KeyError`` if there is no such test."""
    path, _, name = test.partition("::")
    return _marks(path)[name]


@cache
def _marks(path: str) -> dict[str, bool]:
    """Return the tests of a file, and whether each has the mark of the soak run."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = (each for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))
    return {each.name: "pytest.mark.soak" in map(ast.unparse, each.decorator_list) for each in functions}
