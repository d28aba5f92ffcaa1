"""An evening on failing processes, from the command line."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

import click

from tools.failing_processes.evening import SETTINGS, Plan, evening
from tools.failing_processes.figures import Figures, figures
from tools.failing_processes.program import PLANTS
from tools.failing_processes.stored import faults
from tools.postgresql import ServerFailed, running

BROKEN = 1
"""The exit code if something was lost, doubled or logged as an error."""


@click.command()
@click.option("--processes", type=click.IntRange(min=2), default=3, show_default=True, help="How many run.")
@click.option("--groups", type=click.IntRange(min=1), default=3, show_default=True, help="Groups on each platform.")
@click.option("--kills", type=click.IntRange(min=0), default=4, show_default=True, help="Processes that are killed.")
@click.option("--freezes", type=click.IntRange(min=0), default=2, show_default=True, help="Processes that stand still.")
@click.option("--upgrades", type=click.IntRange(min=0), default=0, show_default=True, help="Processes ended cleanly.")
@click.option("--cuts", type=click.IntRange(min=0), default=0, show_default=True, help="Sessions of the database cut.")
@click.option("--restarts", type=click.IntRange(min=0), default=0, show_default=True, help="Crashes of the database.")
@click.option(
    "--pause",
    type=click.FloatRange(min=0),
    nargs=2,
    default=(1.5, 3.0),
    show_default=True,
    help="Between how many seconds lie between two failures.",
)
@click.option("--jumps", type=click.IntRange(min=0), default=0, show_default=True, help="Jumps of a host's clock.")
@click.option("--full", type=click.IntRange(min=0), default=0, show_default=True, help="Full queues of notifications.")
@click.option("--at-once", type=click.IntRange(min=1), default=1, show_default=True, help="Failures at once, at most.")
@click.option("--plant", type=click.Choice(sorted(PLANTS)), help="A fault that has to be found.")
@click.option("--to", type=click.Path(path_type=Path), help="A file to which the figures are added, a line each time.")
@click.option(
    "--frozen",
    type=click.FloatRange(min=0),
    nargs=2,
    default=(3.5, 6.0),
    show_default=True,
    help="For how many seconds a process stands still.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Chooses failures and moves.")
def main(
    processes: int,
    groups: int,
    kills: int,
    freezes: int,
    upgrades: int,
    cuts: int,
    restarts: int,
    jumps: int,
    full: int,
    at_once: int,
    plant: str | None,
    to: Path | None,
    pause: tuple[float, float],
    frozen: tuple[float, float],
    seed: int,
) -> None:
    """Play on both platforms while processes fail, and look for anything lost or doubled.

    Ends with exit code 1 if there is any such fault.
    """
    failures = {"kill": kills, "freeze": freezes, "upgrade": upgrades, "cut": cuts, "restart": restarts}
    failures |= {"jump": jumps, "full": full}
    plan = Plan(processes, groups, tuple(failures.items()), pause, frozen, at_once, plant=plant or "", seed=seed)
    try:
        seen, found = asyncio.run(_played(plan))
    except ServerFailed as error:
        sys.exit(f"{error}.")
    if to is not None:
        with to.open("a") as file:
            file.write(json.dumps({"processes": processes, **asdict(seen), "faults": found}) + "\n")
    click.echo("\n".join((*seen.lines(), f"faults: {len(found)}", *(f"  {fault}" for fault in found))))
    sys.exit(BROKEN if found else 0)


async def _played(plan: Plan) -> tuple[Figures, list[str]]:
    with running(*SETTINGS) as server, tempfile.TemporaryDirectory(prefix="kiu-failing-") as folder:
        database = server.new_database()
        told = await evening(plan, server, database, Path(folder))
        return figures(told, database), await faults(told, database, Path(folder))


if __name__ == "__main__":
    main()
