"""The simulation on the command line: one world by its seed, or fresh ones until it is stopped."""

from __future__ import annotations

import os
import sys
import time
from contextlib import nullcontext
from itertools import islice
from pathlib import Path

import click

from tools.simulation import keeping, reports, seeds
from tools.simulation.fresh_worlds import FreshWorlds, run_many
from tools.simulation.plan import Plan
from tools.simulation.plan_text import from_text
from tools.simulation.planted_faults import PLANTED_FAULTS, Where
from tools.simulation.scenario_evenings import first_broken
from tools.simulation.shrinking import RUNS
from tools.simulation.world import World

FAULTS = {fault.name: fault for fault in PLANTED_FAULTS if fault.where in (Where.EVENINGS, Where.WORLD)}
"""The faults that can be planted in a world."""

BROKEN = 1
"""The exit code if a promise was broken."""

FAILURES = "simulation-failures"
"""The folder in which worlds of fresh seeds are kept that broke a promise, unless another is said."""


@click.command()
@click.option(
    "--seed", type=click.IntRange(min=0), help="Play the evenings of this seed and run its world; else fresh ones."
)
@click.option(
    "--hours",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="How long each world lasts, in virtual time.",
)
@click.option("--tables", type=click.IntRange(min=1), default=2, show_default=True, help="How many groups play.")
@click.option(
    "--minutes",
    type=click.FloatRange(min=0),
    help="After how many minutes no further world is begun; never, if it is not said.",
)
@click.option(
    "--worlds",
    "most",
    type=click.IntRange(min=1),
    help="How many worlds are run at most; without end, if it is not said.",
)
@click.option(
    "--by-code",
    is_flag=True,
    help="Take the seeds that belong to the code as it stands: others after every change, the same on every machine.",
)
@click.option(
    "--plan",
    "file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Run the world of a plan that was kept, such as shrunk.json.",
)
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help=f"The folder for what is found: plan, shrunk plan, end of the transcript, log. Fresh seeds are always "
    f"kept, in {FAILURES} if nothing is said.",
)
@click.option(
    "--shrink",
    "runs",
    type=click.IntRange(min=0),
    default=RUNS,
    show_default=True,
    help="How many worlds are run at most to shrink one that is kept; with 0 it stays as it is.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default=True,
    help="How many worlds are run side by side.",
)
@click.option("--plant", metavar="NAME", help="With --seed or --plan: a fault that is planted in Kiu, to be noticed.")
def main(
    seed: int | None,
    hours: float,
    tables: int,
    minutes: float | None,
    most: int | None,
    by_code: bool,
    file: Path | None,
    keep: Path | None,
    runs: int,
    workers: int,
    plant: str | None,
) -> None:
    """Run the whole of Kiu in a deterministic world that goes wrong.

    Ends with exit code 1 if a promise was broken; the seed that is told shows it again.
    """
    plan = _read(file) if file is not None else None if seed is None else Plan.of(seed, hours, tables)
    if plant is not None and (plan is None or plant not in FAULTS):
        raise click.UsageError(f"--plant needs --seed or --plan, and one of these names: {', '.join(FAULTS)}")
    if plan is not None:
        with nullcontext() if plant is None else FAULTS[plant].planted():
            if seed is not None and (broken := first_broken(seed)):
                click.echo(broken, err=True)
                sys.exit(BROKEN)
            _run_one(plan, keep, runs)
    else:
        until = None if minutes is None else time.monotonic() + minutes * 60
        worlds = FreshWorlds(hours, tables, keep or Path(FAILURES), runs)
        chosen = islice(seeds.of_the_code() if by_code else seeds.drawn(), most)
        sys.exit(BROKEN if run_many(worlds, chosen, until, workers) else 0)


def _read(file: Path) -> Plan:
    try:
        return from_text(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise click.UsageError(f"{file} cannot be read: {error}") from None


def _run_one(plan: Plan, keep: Path | None, runs: int) -> None:
    """Run one world here, and tell what became of it."""
    began = time.process_time()
    outcome = World(plan).run()
    click.echo(reports.figures(outcome, time.process_time() - began))
    if outcome.violation is not None:
        kept = None if keep is None else keeping.keep(outcome, keep, runs=runs)
        click.echo(reports.broken(outcome, kept), err=True)
        sys.exit(BROKEN)


if __name__ == "__main__":
    main()
