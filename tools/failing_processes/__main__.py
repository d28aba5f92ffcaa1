"""An evening on failing processes, from the command line."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

import click

from tools.failing_processes.evening import Plan, Told, evening
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
@click.option("--seed", type=int, default=1, show_default=True, help="Chooses failures and moves.")
def main(
    processes: int,
    groups: int,
    kills: int,
    freezes: int,
    upgrades: int,
    cuts: int,
    restarts: int,
    pause: tuple[float, float],
    seed: int,
) -> None:
    """Play on both platforms while processes fail, and look for anything lost or doubled.

    Ends with exit code 1 if there is any such fault.
    """
    failures = {"kill": kills, "freeze": freezes, "upgrade": upgrades, "cut": cuts, "restart": restarts}
    plan = Plan(processes, groups, tuple(failures.items()), pause, seed=seed)
    try:
        told, found = asyncio.run(_played(plan))
    except ServerFailed as error:
        sys.exit(f"{error}.")
    click.echo(_figures(told, found))
    sys.exit(BROKEN if found else 0)


async def _played(plan: Plan) -> tuple[Told, list[str]]:
    with running() as server, tempfile.TemporaryDirectory(prefix="kiu-failing-") as folder:
        database = server.new_database()
        told = await evening(plan, server, database, Path(folder))
        return told, await faults(told, database, Path(folder))


def _figures(told: Told, found: list[str]) -> str:
    happened = ", ".join(f"{kind} {times}" for kind, times in sorted(told.failures.happened.items())) or "none"
    return "\n".join(
        (
            f"failures: {happened}",
            f"presses: {len(told.presses.answered)}",
            f"carried out: {len(told.carried_out)}",
            f"unanswered: {told.unanswered}",
            f"answered within: {told.seconds(0.5):.3f} s (p50), {told.seconds(0.99):.3f} s (p99)",
            f"longest from a failure to a table's next move: {told.longest_stop:.1f} s",
            f"faults: {len(found)}",
            *(f"  {fault}" for fault in found),
        )
    )


if __name__ == "__main__":
    main()
