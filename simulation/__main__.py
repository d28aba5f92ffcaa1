"""The simulation on the command line: one world by its seed, or fresh ones until it is stopped."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext
from pathlib import Path

import click

from simulation.plan import Plan
from simulation.planted_faults import PLANTED_FAULTS, Where
from simulation.world import Outcome, World

SEEDS = 1 << 32

FAULTS = {fault.name: fault for fault in PLANTED_FAULTS if fault.where is not Where.TWINS}
"""The faults that can be planted in a world."""

BROKEN = 1
"""The exit code if a promise was broken."""

TOLD = 40
"""How many of the last lines of a transcript are told with a violation."""


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
    "--keep",
    type=click.Path(path_type=Path),
    default=Path("simulation-failures"),
    show_default=True,
    help="The folder for what was found.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default=True,
    help="How many worlds are run side by side.",
)
@click.option("--plant", metavar="NAME", help="With --seed: a fault that is planted in Kiu, to be noticed.")
def main(
    seed: int | None, hours: float, tables: int, minutes: float | None, keep: Path, workers: int, plant: str | None
) -> None:
    """Run the whole of Kiu in a deterministic world that goes wrong.

    Ends with exit code 1 if a promise was broken; the seed that is told shows it again.
    """
    if plant is not None and (seed is None or plant not in FAULTS):
        raise click.UsageError(f"--plant needs --seed, and one of these names: {', '.join(FAULTS)}")
    if seed is not None:
        with nullcontext() if plant is None else FAULTS[plant].planted():
            _run_one(seed, hours, tables)
    else:
        until = None if minutes is None else time.monotonic() + minutes * 60
        sys.exit(BROKEN if _run_many(_Worlds(hours, tables, keep), until, workers) else 0)


def _run_one(seed: int, hours: float, tables: int) -> None:
    """Run one world here, and tell what became of it."""
    began = time.process_time()
    outcome = World(Plan.of(seed, hours, tables)).run()
    click.echo(_figures(outcome, time.process_time() - began))
    if outcome.violation is not None:
        click.echo("\n".join(line[:400] for line in outcome.latest[-TOLD:]), err=True)
        click.echo(f"Broken: {outcome.violation}", err=True)
        sys.exit(BROKEN)


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
    """

    def __init__(self, hours: float, tables: int, keep: Path) -> None:
        self._hours = hours
        self._tables = tables
        self._keep = keep

    def run(self) -> bool:
        """Run one, and return whether all promises were kept."""
        seed = secrets.randbelow(SEEDS)
        command = ["-m", "simulation", f"--seed={seed}", f"--hours={self._hours:g}", f"--tables={self._tables}"]
        done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode == 0:
            click.echo(done.stdout.rstrip())
            return True
        self._keep.mkdir(parents=True, exist_ok=True)
        file = self._keep / f"seed-{seed}.txt"
        file.write_text(f"python {' '.join(command)}\n\n{done.stdout}\n{done.stderr}", encoding="utf-8")
        last = (done.stderr.strip() or "no reason was told").splitlines()[-1]
        click.echo(f"seed {seed}: {last}\n  python {' '.join(command)}\n  {file}")
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
