"""A plan that breaks a promise is shrunk to what it takes to break the same one, in a bounded number of runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

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


def test_it_always_comes_to_the_same() -> None:
    assert shrink(PLAN, returner_and_two_kills) == shrink(PLAN, returner_and_two_kills)


def test_it_ends_after_so_many_runs_with_the_smallest_so_far() -> None:
    trial, seen = counted(returner_and_two_kills)
    shrunk = shrink(PLAN, trial, runs=6)
    assert len(seen) == shrunk.runs == 7
    assert returner_and_two_kills(shrunk.plan) == shrunk.broken
    assert len(shrunk.plan.groups) + len(shrunk.plan.faults) < len(PLAN.groups) + len(PLAN.faults)


def test_what_needs_every_fault_keeps_every_fault() -> None:
    def trial(plan: Plan) -> Broken | None:
        names = {fault.name for fault in plan.faults}
        return Broken("updates once", 7.5 * HOUR) if names >= {"first", "second"} else None

    assert [fault.name for fault in shrink(PLAN, trial).plan.faults] == ["first", "second"]


def test_what_happens_to_a_group_goes_with_it() -> None:
    def trial(plan: Plan) -> Broken | None:
        assert {fault.where for fault in plan.faults} <= {"", *(group.id for group in plan.groups)} | {
            str(group.chat) for group in plan.groups
        }
        return Broken("log", 60.0) if plan.groups else None

    assert shrink(PLAN, trial).plan.faults == ()


def test_a_plan_that_breaks_nothing_is_not_shrunk() -> None:
    with pytest.raises(ValueError, match="breaks no promise"):
        shrink(PLAN, lambda plan: None)
