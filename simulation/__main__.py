"""The simulation on the command line: one world by its seed, or fresh ones until it is stopped."""

from __future__ import annotations

import inspect
import os
import secrets
import subprocess
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext
from pathlib import Path

import click

from simulation import keeping
from simulation.checks import every_check
from simulation.plan import Plan
from simulation.plan_text import from_text
from simulation.planted_faults import PLANTED_FAULTS, Where
from simulation.shrinking import RUNS
from simulation.world import Outcome, World

SEEDS = 1 << 32

FAULTS = {fault.name: fault for fault in PLANTED_FAULTS if fault.where is not Where.TWINS}
"""The faults that can be planted in a world."""

BROKEN = 1
"""The exit code if a promise was broken."""

FAILURES = "simulation-failures"
"""The folder in which worlds of fresh seeds are kept that broke a promise, unless another is said."""

TOLD = 40
"""How many of the last lines of a transcript are told with a violation."""

WIDTH = 400
"""How many characters of each of them are told."""

MOST_REASONS = 20
"""How many lines are told besides at most, of what is broken."""


@click.command()
@click.option("--seed", type=click.IntRange(min=0), help="Run the world of this seed; without it, fresh ones.")
@click.option(
    "--hours",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="How long each world lasts, in virtual time.",
)
@click.option("--tables", type=click.IntRange(min=1), default=4, show_default=True, help="How many groups play.")
@click.option(
    "--minutes",
    type=click.FloatRange(min=0),
    help="After how many minutes no further world is begun; never, if it is not said.",
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
    help=f"The folder for what is found: plan, shrunk plan, script, end of the transcript, log. Fresh seeds are always "
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
            _run_one(plan, keep, runs)
    else:
        until = None if minutes is None else time.monotonic() + minutes * 60
        worlds = _Worlds(hours, tables, keep or Path(FAILURES), runs)
        sys.exit(BROKEN if _run_many(worlds, until, workers) else 0)


def _read(file: Path) -> Plan:
    try:
        return from_text(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise click.UsageError(f"{file} cannot be read: {error}") from None


def _run_one(plan: Plan, keep: Path | None, runs: int) -> None:
    """Run one world here, and tell what became of it."""
    began = time.process_time()
    outcome = World(plan).run()
    click.echo(_figures(outcome, time.process_time() - began))
    if outcome.violation is not None:
        kept = None if keep is None else keeping.keep(outcome, keep, runs=runs)
        click.echo(
            "\n".join([*(line[:WIDTH] for line in outcome.latest[-TOLD:]), "", *_broken(outcome, kept)]), err=True
        )
        sys.exit(BROKEN)


def _broken(outcome: Outcome, kept: Path | None) -> list[str]:
    """What is told of a broken promise, for somebody who has never seen one."""
    violation, plan = outcome.violation, outcome.plan
    assert violation is not None
    size = f"{plan.hours:g} hours, {len(plan.groups)} groups and {len(plan.faults)} faults"
    lines = [
        f"Broken: {violation}",
        f"It was noticed after {outcome.seconds:.0f} virtual seconds, in a world of {size}.",
    ]
    check = next((each for each in every_check() if each.name == violation.name), None)
    if check is not None:
        promise = " ".join((inspect.getdoc(check) or "").split("\n\n")[0].split())
        lines.append(f"The promise, from {type(check).__module__.replace('.', '/')}.py: {promise}")
    lines.append("Above are the last lines of the transcript.")
    if kept is not None:
        lines.append(f"Kept in {kept}: {', '.join(sorted(file.name for file in kept.iterdir()))}.")
    return lines


def _figures(outcome: Outcome, seconds: float) -> str:
    plan = outcome.plan
    return (
        f"seed {plan.seed}: {outcome.hash}\n"
        f"  {outcome.seconds / 3600:.2f} virtual hours in {seconds:.1f} seconds of the processor, "
        f"{len(plan.groups)} groups, "
        f"{outcome.hands} hands, {outcome.counts.get('asked', 0)} commands, {outcome.counts.get('shown', 0)} messages, "
        f"{outcome.counts.get('fault', 0)} faults, {outcome.lives} starts"
    )


class _Worlds:
    """Worlds of fresh seeds, each in a process of its own, as nothing of one may be left in the next.

    Args:
        hours: how long each lasts.
        tables: how many groups play.
        keep: where it is written down what was found.
        runs: how many worlds are run at most to shrink one.
    """

    def __init__(self, hours: float, tables: int, keep: Path, runs: int) -> None:
        self._hours = hours
        self._tables = tables
        self._keep = keep
        self._runs = runs

    def run(self) -> bool:
        """Run one, and return whether all promises were kept."""
        seed = secrets.randbelow(SEEDS)
        command = ["-m", "simulation", f"--seed={seed}", f"--hours={self._hours:g}", f"--tables={self._tables}"]
        kept = [f"--keep={self._keep}", f"--shrink={self._runs}"]
        done = subprocess.run([sys.executable, *command, *kept], capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode == 0:
            click.echo(done.stdout.rstrip())
            return True
        again = f"python {' '.join(command)}"
        file = self._keep / f"seed-{seed}" / "output.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{again}\n\n{done.stdout}\n{done.stderr}", encoding="utf-8")
        # Of a machine that runs this by itself, nothing but what is printed may be left.
        told = "\n".join(line[:WIDTH] for line in done.stderr.strip().splitlines()[-TOLD - MOST_REASONS :])
        click.echo(told or "No reason was told.")
        click.echo(f"This runs the world again; with --keep it makes it smaller, and a script of it:\n  {again}")
        return False


def _run_many(worlds: _Worlds, until: float | None, workers: int) -> int:
    """Run worlds until it is time, or for ever; return how many were broken."""
    run = broken = 0
    with ThreadPoolExecutor(workers) as pool:
        running: set[Future[bool]] = set()
        try:
            while True:
                while len(running) < workers and (until is None or time.monotonic() < until):
                    running.add(pool.submit(worlds.run))
                if not running:
                    break
                done, running = wait(running, return_when=FIRST_COMPLETED)
                run, broken = run + len(done), broken + sum(not each.result() for each in done)
        except KeyboardInterrupt:
            click.echo("Stopped.")
    click.echo(f"{run} worlds, {broken} of them broken.")
    return broken


if __name__ == "__main__":
    main()
