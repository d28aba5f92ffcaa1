"""Planting the mutants of some files one after the other, each in a process of its own."""

from __future__ import annotations

import gc
import pickle
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from tools.mutating import child, patching, sessions
from tools.mutating.mutants import Mutant
from tools.mutating.outcomes import Outcome, Result
from tools.mutating.selection import Selection, Touches

AnyT = TypeVar("AnyT")
PACKAGES = ("bot", "engine", "tests")


def results(
    mutants: Sequence[Mutant],
    tests: Sequence[str],
    root: Path,
    longest: float,
    warm: bool,
    say: Callable[[Result], None],
) -> list[Result]:
    """What became of each mutant, in the order in which they are given.

    Args:
        mutants: of any files.
        tests: files or folders of the tests that have to notice them.
        root: the folder of the project, in which this process runs.
        longest: seconds of tests that are run at most for one mutant.
        warm: whether one test is run before processes are forked, so that they have what tests keep for each other.
        say: told of each result at once.

    Raises:
        CannotMeasure: a test fails without any fault.
    """
    with tempfile.TemporaryDirectory(prefix="kiu-mutants-") as folder:
        base = Path(folder)
        files = [root / file for file in dict.fromkeys(mutant.name.file for mutant in mutants)]
        touches = _elsewhere(lambda: sessions.measured(files, tests, base / "tests", root), base / "touches")
        selection = Selection(touches, longest)
        found: dict[int, Result] = {}
        to_import: list[int] = []
        in_place: list[int] = []
        for place, mutant in enumerate(mutants):
            if not touches.of(mutant):
                found[place] = Result(mutant.name, mutant.lines.start, Outcome.UNTESTED, 0)
                say(found[place])
            else:
                (to_import if touches.has_run(mutant) else in_place).append(place)
        if in_place:
            patched = _elsewhere(
                lambda: _with_code_replaced(mutants, in_place, tests, selection, base, root, warm, say),
                base / "results",
            )
            found |= patched
            to_import += [place for place in in_place if place not in patched]
        for place in to_import:
            found[place] = _imported(mutants[place], selection, base, root)
            say(found[place])
        return [found[place] for place in range(len(mutants))]


def _with_code_replaced(
    mutants: Sequence[Mutant],
    places: Sequence[int],
    tests: Sequence[str],
    selection: Selection,
    base: Path,
    root: Path,
    warm: bool,
    say: Callable[[Result], None],
) -> dict[int, Result]:
    """Import everything once, and fork for each mutant; without those that have to be imported after all."""
    found: dict[int, Result] = {}

    def fork_for_each(items: sessions.Items) -> None:
        if warm:
            items.failed_of(selection.tests(mutants[places[0]])[:1], lambda _: None)
        imported = patching.Imported({root / mutants[place].name.file for place in places}, PACKAGES)
        gc.freeze()  # what was imported is not copied for each process only because it is looked through
        _prove_the_order(items, selection.touches, mutants, places)
        for place in places:
            mutant = mutants[place]
            names = selection.tests(mutant)

            def run(writing: int, mutant: Mutant = mutant, names: Sequence[str] = names) -> bool:
                try:
                    imported.take(mutant.compiled(root / mutant.name.file))
                except patching.OtherVariables:
                    raise child.Again from None
                return sessions.passes(items, names, selection.touches.seconds, writing)

            try:
                outcome, broken = child.outcome_of(run)
            except child.Again:
                continue
            if broken:
                selection.noticed(mutant, broken)
            found[place] = Result(mutant.name, mutant.lines.start, outcome, len(names))
            say(found[place])

    code = pytest.main(
        sessions.arguments(tests, base / "tests"), plugins=[sessions.NoShrinking(), sessions.Items(fork_for_each)]
    )
    if not found and code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise sessions.CannotMeasure
    return found


def _prove_the_order(items: sessions.Items, touches: Touches, mutants: Sequence[Mutant], places: Sequence[int]) -> None:
    """Without a fault the tests have to pass in the order in which they are run for a mutant: the quickest of them.

    Raises:
        CannotMeasure: they do not.
    """
    touching = frozenset().union(*(touches.of(mutants[place]) for place in places))
    names = sorted(touching, key=lambda name: (touches.seconds[name], name))[:200]
    outcome, broken = child.outcome_of(lambda writing: sessions.passes(items, names, touches.seconds, writing))
    if outcome is not Outcome.SURVIVED:
        raise sessions.CannotMeasure(broken or outcome.value)


def _imported(mutant: Mutant, selection: Selection, base: Path, root: Path) -> Result:
    names = selection.tests(mutant)
    file = root / mutant.name.file

    def run(writing: int) -> bool:
        patching.import_instead(mutant.compiled(file), file, patching.module_name(mutant.name.file))
        return sessions.imported_passes(names, selection.touches.seconds, base / "tests", writing)

    outcome, broken = child.outcome_of(run)
    if broken:
        selection.noticed(mutant, broken)
    return Result(mutant.name, mutant.lines.start, outcome, len(names))


def _elsewhere(do: Callable[[], AnyT], file: Path) -> AnyT:
    """Do something in a forked process, so that this one has imported nothing of the project afterwards.

    Args:
        do: what is done; what it returns can be pickled.
        file: what it returns is written there in between.

    Raises:
        CannotMeasure: it could not be done.
    """
    code = child.forked(lambda: file.write_bytes(pickle.dumps(do())))
    if code:
        raise sessions.CannotMeasure
    value: AnyT = pickle.loads(file.read_bytes())  # noqa: S301 - written just now
    return value
