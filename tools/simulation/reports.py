"""What is told of a world on the command line, for somebody who has never seen one."""

from __future__ import annotations

import inspect
from pathlib import Path

from tools.simulation.checks import every_check
from tools.simulation.world import Outcome

TOLD = 40
"""How many of the last lines of a transcript are told with a violation."""

WIDTH = 400
"""How many characters of each of them are told."""


def figures(outcome: Outcome, seconds: float) -> str:
    """The hash of a world, and how much has happened in it.

    Args:
        outcome: what became of it.
        seconds: how long a processor was busy with it.
    """
    plan = outcome.plan
    return (
        f"seed {plan.seed}: {outcome.hash}\n"
        f"  {outcome.seconds / 3600:.2f} virtual hours in {seconds:.1f} seconds of the processor, "
        f"{len(plan.groups)} groups, "
        f"{outcome.hands} hands, {outcome.counts.get('asked', 0)} commands, {outcome.counts.get('shown', 0)} messages, "
        f"{outcome.counts.get('fault', 0)} faults, {outcome.lives} starts"
    )


def broken(outcome: Outcome, kept: Path | None) -> str:
    """The end of the transcript of a world that broke a promise, which one that is, and where more of it is kept.

    Args:
        outcome: what became of the world.
        kept: the folder in which everything about it lies, if it was kept.
    """
    violation, plan = outcome.violation, outcome.plan
    assert violation is not None
    size = f"{plan.hours:g} hours, {len(plan.groups)} groups and {len(plan.faults)} faults"
    lines = [
        *(line[:WIDTH] for line in outcome.latest[-TOLD:]),
        "",
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
    return "\n".join(lines)
