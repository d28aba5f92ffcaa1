"""Worlds of fresh seeds, one after the other, or some at a time, until it is time to stop."""

from __future__ import annotations

import multiprocessing
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import click

from tools.simulation import keeping, reports
from tools.simulation.plan import Plan
from tools.simulation.scenario_evenings import first_broken
from tools.simulation.world import World

LONGEST, LONGEST_OF_AN_HOUR = 600.0, 600.0
"""For how many seconds a world may run at most, and how many more for each virtual hour of each group."""

MOST_TOLD = 30_000
"""How many characters are told at most of a world that broke a promise: the last ones."""

PROCESSES = multiprocessing.get_context("forkserver")
"""Each world has a process of its own, as nothing of one may be left in the next; it is the copy of a process that has
loaded everything, since that takes half as long as a small world."""


class Told(NamedTuple):
    """What became of a world."""

    kept_its_promises: bool
    text: str
    """For whoever watches."""


@dataclass(frozen=True)
class FreshWorlds:
    """Worlds of one size."""

    hours: float
    """How long each lasts, in virtual time."""

    tables: int
    """How many groups play."""

    keep: Path
    """Where it is written down what was found."""

    runs: int
    """How many worlds are run at most to shrink one."""

    def run(self, seed: int) -> str:
        """Run one world in a process of its own and print the result.

        Return nothing if it kept its promises, else the violation and the command that shows it again.
        """
        told = self._in_its_process(seed)
        click.echo(told.text[-MOST_TOLD:])
        if told.kept_its_promises:
            return ""
        violation = next((line for line in told.text.splitlines() if line.startswith("Broken: ")), "Broken")
        again = f"python -m tools.simulation --seed={seed} --hours={self.hours:g} --tables={self.tables}"
        return f"{violation}\nThis runs the world again; with --keep it makes it smaller:\n  {again}"

    def _in_its_process(self, seed: int) -> Told:
        ours, theirs = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(target=tell, args=(theirs, self, seed))
        process.start()
        theirs.close()
        longest = LONGEST + LONGEST_OF_AN_HOUR * self.hours * self.tables
        try:
            if ours.poll(longest):
                told: Told = ours.recv()
                return told
            return Told(False, f"Broken: the world of seed {seed} has not come to its end in {longest:.0f} seconds.")
        except EOFError:
            process.join()
            return Told(False, f"Broken: the process of seed {seed} has ended with exit code {process.exitcode}.")
        finally:
            process.kill()
            process.join()

    def world(self, seed: int) -> Told:
        """Play the evenings of a seed here and run its world, which is kept if it breaks a promise."""
        began = time.process_time()
        try:
            if broken := first_broken(seed):
                return Told(False, broken)
            outcome = World(Plan.of(seed, self.hours, self.tables)).run()
            figures = reports.figures(outcome, time.process_time() - began)
            if outcome.violation is None:
                return Told(True, figures)
            folder = keeping.keep(outcome, self.keep, runs=self.runs)
            return Told(False, f"{reports.broken(outcome, folder)}\n{figures}")
        except Exception:
            return Told(False, f"{traceback.format_exc()}\nBroken: the simulation itself has failed with seed {seed}.")


def tell(connection: Connection, worlds: FreshWorlds, seed: int) -> None:
    """What the process of a world does."""
    connection.send(worlds.world(seed))
    connection.close()


def run_many(worlds: FreshWorlds, seeds: Iterator[int], until: float | None, workers: int) -> int:
    """Run worlds until it is time, or there is no further seed; return how many were broken.

    Args:
        worlds: of which size.
        seeds: those of the worlds.
        until: when no further one is begun, as :func:`time.monotonic` has it.
        workers: how many run at a time.
    """
    PROCESSES.set_forkserver_preload([__name__])
    run, broken = 0, list[str]()
    with ThreadPoolExecutor(workers) as pool:
        running: set[Future[str]] = set()
        try:
            while True:
                while len(running) < workers and (until is None or time.monotonic() < until):
                    if (seed := next(seeds, None)) is None:
                        break
                    running.add(pool.submit(worlds.run, seed))
                if not running:
                    break
                done, running = wait(running, return_when=FIRST_COMPLETED)
                run += len(done)
                broken += filter(None, (each.result() for each in done))
        except KeyboardInterrupt:
            click.echo("Stopped.")
    # At the end, since a long log is often cut at its beginning.
    click.echo("\n".join((*broken, f"{run} worlds, {len(broken)} of them broken.")))
    return len(broken)
