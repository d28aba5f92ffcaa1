"""What an hour of a table costs in a simulated world: with all checks and without them, and with more tables."""

from __future__ import annotations

import time
from dataclasses import replace

from tools.benchmarks.measuring import Row, duration, times
from tools.simulation.checks import Checks
from tools.simulation.plan import HOUR, ChatKind, Plan
from tools.simulation.world import World

SEED = 8
HOURS = 0.04
"""How long each world lasts, besides the minutes in which everything comes to rest."""

GROUPS = 4
"""How many groups the smaller world has."""

CHATS = (ChatKind.TELEGRAM, ChatKind.DISCORD)

COPIES = 4
"""How many times the bigger one has each of them."""

MOST_FOR_CHECKS = 1.4
"""How many times as dear a world may be as one that nobody checks."""

MOST_GROWTH = 1.2
"""How many times as dear the hour of a table may be among more tables: nobody looks at all tables for each."""


def work() -> object:
    """A world of a few tables with all checks."""
    return World(_plan(1)).run()


def measure() -> list[Row]:
    """Run a world with checks and without them, and one with more tables of the same kinds."""
    # What is loaded and compiled once counts for nobody.
    World(_plan(1, HOURS / 4)).run()
    checked, bare, more = _hour(1), _hour(1, Checks([])), _hour(COPIES)
    checks, growth = checked / bare, more / checked
    return [
        Row(
            f"an hour of a table in a simulated world of {GROUPS}, with all checks",
            duration(checked),
            f"without checks: {duration(bare)}",
            times(checks),
            f"≤ {MOST_FOR_CHECKS} ×",
            checks <= MOST_FOR_CHECKS,
        ),
        Row(
            f"the same in a world of {GROUPS * COPIES} such tables",
            duration(more),
            f"of {GROUPS}: {duration(checked)}",
            times(growth),
            f"≤ {MOST_GROWTH} ×",
            growth <= MOST_GROWTH,
        ),
    ]


def _plan(copies: int, hours: float = HOURS) -> Plan:
    """The same groups, each so many times, and nothing that goes wrong for all of them at once."""
    plan = Plan.of(SEED, hours, GROUPS)
    groups = tuple(
        replace(group, id=f"{group.id}-{copy}", chat=CHATS[number % len(CHATS)])
        for copy in range(copies)
        for number, group in enumerate(plan.groups)
    )
    return replace(plan, groups=groups, faults=())


def _hour(copies: int, checks: Checks | None = None) -> float:
    """Seconds of the processor for an hour of one table."""
    plan = _plan(copies)
    start = time.process_time()
    outcome = World(plan, checks).run()
    spent = time.process_time() - start
    if outcome.violation is not None:
        raise outcome.violation
    return spent / (outcome.seconds / HOUR * len(plan.groups))
