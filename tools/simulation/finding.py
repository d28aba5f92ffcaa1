"""Looking for planted faults: how many seeds it takes until a check notices.

``python -m tools.simulation.finding`` plants every fault and prints a line for each; with names, only these.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from tests.bot.twin_worlds import twins
from tools.simulation.checks import Violation
from tools.simulation.plan import HOUR, LASTING, Fault, Plan, where_of
from tools.simulation.planted_faults import PLANTED_FAULTS, PlantedFault, Where, planted_fault
from tools.simulation.planted_faults.secrets_told import evenings_of
from tools.simulation.scenario_evenings import play_evening
from tools.simulation.world import World

HOURS, TABLES = 0.2, 2
"""How long worlds are, and how many groups they have, in which faults are looked for that only a world can show."""

FIRST_AFTER, EVERY = 60, 45
"""After how many seconds something goes wrong in them for the first time, and how many lie between two times."""

TWINS = "twin worlds"
"""The name of the check that compares pairs of worlds."""


class Found(NamedTuple):
    """That a planted fault was noticed."""

    seeds: int
    """How many seeds it took."""

    violation: Violation


def looked_for(fault: PlantedFault) -> Found | None:
    """Plant a fault and try one seed after the other; ``None`` if none of the stated number shows it."""
    if fault.where is Where.TWINS:
        return asyncio.run(_told_apart(fault))
    with fault.planted():
        for seed in range(1, fault.seeds + 1):
            violation = _violation(fault, seed)
            if violation is not None:
                return Found(seed, violation)
    return None


def is_expected(fault: PlantedFault, found: Found) -> bool:
    """Whether it is the check that was to notice it, or one of them, that has."""
    return found.violation.name in fault.found_by.split(" | ")


def _violation(fault: PlantedFault, seed: int) -> Violation | None:
    """What is noticed of a fault that is planted."""
    if fault.where is Where.WORLD:
        return World(plan_for(fault, seed)).run().violation
    try:
        asyncio.run(play_evening(seed, fault.game))
    except Violation as violation:
        return violation
    return None


def plan_for(fault: PlantedFault, seed: int) -> Plan:
    """A small world in which happens again and again what a fault needs to show."""
    plan = Plan.of(seed, HOURS, TABLES)
    faults: list[Fault] = []
    for number, at in enumerate(range(FIRST_AFTER, int(HOURS * HOUR), EVERY)):
        group = plan.groups[number % len(plan.groups)]
        for kind in fault.needs:
            where = where_of(kind, group)
            lasts = LASTING[kind][0] if kind in LASTING else 0.0
            faults.append(Fault(kind, float(at + 5 * len(faults) % EVERY), f"{kind}-{number}", lasts, where))
    return replace(plan, faults=tuple(faults))


async def _told_apart(fault: PlantedFault) -> Found | None:
    with pytest.MonkeyPatch.context() as patch:
        evenings = evenings_of(patch)
        fault.put_in(patch)
        rng = Random(fault.name)
        for seed in range(1, fault.seeds + 1):
            async for twin in twins(evenings, fault.game, rng):
                if twin.difference is not None:
                    return Found(seed, Violation(TWINS, f"the two differ in {twin.difference}"))
    return None


def main(names: Sequence[str]) -> int:
    """Look for planted faults, and say how many seeds each of them took.

    Returns:
        how many were not found, or by another check than the one that was to find it.
    """
    missed = 0
    for fault in [planted_fault(name) for name in names] or PLANTED_FAULTS:
        found = looked_for(fault)
        if found is None:
            missed += 1
            print(f"{fault.name}: NOT FOUND within {fault.seeds} seeds", flush=True)
            continue
        right = is_expected(fault, found)
        missed += not right
        print(f"{fault.name}: {found.seeds}{'' if right else ' (BY ANOTHER CHECK)'}: {found.violation}", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
