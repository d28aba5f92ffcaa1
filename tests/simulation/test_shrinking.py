"""A plan that breaks a promise is shrunk to what it takes to break the same one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tools.simulation.habits import Habit
from tools.simulation.plan import HOUR, ChatKind, Fault, FaultKind, Person, Plan
from tools.simulation.shrinking import AFTER, Broken, shrink

DRAWN = Plan.of(11, 8.0, tables=10)
KILLS = (Fault(FaultKind.KILL, 4211.25, "first"), Fault(FaultKind.KILL, 6000.5, "second"))
TIA = Person("tia", Habit.RETURNER)
PLAN = replace(
    DRAWN,
    groups=(*DRAWN.groups[:4], replace(DRAWN.groups[4], people=(*DRAWN.groups[4].people, TIA)), *DRAWN.groups[5:]),
    faults=(*DRAWN.faults[:9], *KILLS, *DRAWN.faults[9:]),
)


def counted(trial: Callable[[Plan], Broken | None]) -> tuple[Callable[[Plan], Broken | None], list[Plan]]:
    """The trial, and every plan that it is given."""
    seen: list[Plan] = []

    def noted(plan: Plan) -> Broken | None:
        seen.append(plan)
        return trial(plan)

    return noted, seen


def returner_and_two_kills(plan: Plan) -> Broken | None:
    """Chips are lost if somebody who comes and goes is there while the process is killed a second time."""
    there = any(TIA in group.people for group in plan.groups)
    kills = sorted(fault.at for fault in plan.faults if fault.name in ("first", "second"))
    if there and len(kills) == 2:
        return Broken("chips conserved", kills[1] + 10)
    return Broken("tables move", 1.0) if len(plan.groups) == 3 else None


def test_what_is_left_is_what_it_takes() -> None:
    trial, seen = counted(returner_and_two_kills)
    shrunk = shrink(PLAN, trial)
    assert shrunk.broken.name == "chips conserved", "a plan that breaks another promise is another find"
    (group,) = shrunk.plan.groups
    assert group.id == DRAWN.groups[4].id
    assert group.people == (TIA,)
    assert (group.rules, group.computers, group.practice, group.chat) == ((), 0, False, ChatKind.ROOM)
    assert [(fault.name, fault.at) for fault in shrunk.plan.faults] == [("first", 4200.0), ("second", 6000.0)]
    assert shrunk.plan.hours * HOUR == 6000 + 10 + AFTER
    assert shrunk.plan.seed == PLAN.seed, "everybody who is left does what they did before"
    assert shrunk.runs == len(seen) == len(set(seen)), "no plan is run twice"
