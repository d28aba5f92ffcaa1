"""Keeping what was found: a folder for every world that broke a promise, with all that it takes to understand it."""

from __future__ import annotations

import shlex
from pathlib import Path

from tools.simulation.plan import Plan
from tools.simulation.plan_text import to_text
from tools.simulation.shrinking import RUNS, Broken, Trial, shrink
from tools.simulation.world import Outcome, World

WIDTH = 2_000
"""How much of each line of a transcript is kept, in characters."""


def broken_by(plan: Plan) -> Broken | None:
    """The promise that the world of a plan breaks, if it does."""
    outcome = World(plan).run()
    return None if outcome.violation is None else Broken(outcome.violation.name, outcome.seconds)


def keep(outcome: Outcome, folder: Path, *, runs: int = RUNS, trial: Trial = broken_by) -> Path:
    """Shrink the plan of a world that broke a promise, and write down what is left of it.

    Args:
        outcome: what became of the world.
        folder: where a folder for it is made.
        runs: how many worlds are run at most to shrink it.
        trial: runs a world.

    Returns:
        The folder that was made, with ``violation.txt``, ``plan.json``, ``shrunk.json``, ``transcript.txt`` and
        ``log.txt``.
    """
    assert outcome.violation is not None
    plan = outcome.plan
    here = folder / f"seed-{plan.seed}"
    here.mkdir(parents=True, exist_ok=True)
    _write(here / "plan.json", to_text(plan))
    _write(here / "violation.txt", f"{outcome.violation}\n")
    _write_transcript(here, outcome)
    if not runs:
        return here
    shrunk = shrink(plan, trial, runs=runs)
    _write(here / "shrunk.json", to_text(shrunk.plan))
    last = World(shrunk.plan).run()
    _write_transcript(here, last)
    title = str(last.violation or outcome.violation).splitlines()[0]
    left = f"{len(shrunk.plan.groups)} groups, {len(shrunk.plan.faults)} faults, {shrunk.plan.hours:.3f} hours"
    again = shlex.join(["python", "-m", "tools.simulation", "--plan", str(here / "shrunk.json")])
    _write(here / "violation.txt", f"{title}\n\nShrunk in {shrunk.runs} worlds to {left}:\n{again}\n")
    return here


def _write_transcript(here: Path, outcome: Outcome) -> None:
    """The end of a transcript, and of it what Kiu has logged."""
    lines = [line[:WIDTH] for line in outcome.latest]
    _write(here / "transcript.txt", "".join(f"{line}\n" for line in lines))
    _write(here / "log.txt", "".join(f"{line}\n" for line in lines if line.split(" ", 2)[1] == "log"))


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8", errors="backslashreplace")
