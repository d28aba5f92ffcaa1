"""Shrinking a plan that breaks a promise to a small one that breaks the same: fewer, shorter and plainer.

It is delta debugging over the parts of a plan, as reducers of files do it over lines: ever smaller pieces are left out
for as long as the same check still fails. It is written here because no kept library fits: Shrink Ray and Picire reduce
files by commands that they run, want another Python or were last released in 2021, and Hypothesis only shrinks what it
has generated itself, while here every run takes seconds and their number is bounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from tools.simulation.habits import Habit
from tools.simulation.plan import HOUR, ChatKind, Fault, Group, Plan

RUNS = 80
"""How many plans are tried at most unless it is said."""

AFTER = 60.0
"""Seconds for which a world goes on after the moment at which its promise was broken."""

PLAINEST_FIRST: Final = (ChatKind.ROOM, ChatKind.DISCORD, ChatKind.TELEGRAM)
"""Chats, those first that do and wait for the least."""

T = TypeVar("T")


class Broken(NamedTuple):
    """A promise that a world has broken."""

    name: str
    """The check that has found it."""

    at: float
    """When, in virtual seconds since the world began."""


Trial: TypeAlias = Callable[[Plan], Broken | None]
"""Runs the world of a plan, which always ends in the same way, and tells which promise it breaks, if any."""


@dataclass(frozen=True, slots=True)
class Shrunk:
    """What is left of a plan."""

    plan: Plan
    broken: Broken
    runs: int
    """How many worlds were run on the way."""


def shrink(plan: Plan, violation_of: Trial, *, runs: int = RUNS) -> Shrunk:
    """Find a small plan that breaks the same promise: with nothing left to leave out, or all that so many runs allow.

    Nothing is left to chance, so the same plan always shrinks to the same.

    Args:
        plan: one that breaks a promise.
        violation_of: runs a plan.
        runs: how many plans are tried at most, besides the first.

    Raises:
        ValueError: the plan breaks no promise.
    """
    broken = violation_of(plan)
    if broken is None:
        raise ValueError("this plan breaks no promise")
    shrinking = _Shrinking(plan, broken, violation_of, runs)
    shrinking.go()
    return Shrunk(shrinking.plan, shrinking.broken, shrinking.runs)


class _Shrinking:
    """The smallest plan so far."""

    def __init__(self, plan: Plan, broken: Broken, violation_of: Trial, most: int) -> None:
        self.plan = plan
        self.broken = broken
        self.runs = 1
        self._violation_of = violation_of
        self._most = most + 1
        self._tried = {plan}

    def go(self) -> None:
        """Leave out and make plainer, until nothing of that is possible any more or there were enough runs."""
        passes = (self._shorter, self._fewer_groups, self._fewer_faults, self._smaller_groups, self._plainer)
        before = None
        while before != self.plan and self.runs < self._most:
            before = self.plan
            for each in passes:
                each()

    def _take(self, plan: Plan) -> bool:
        """Go on with a smaller plan if it breaks the same promise."""
        if plan in self._tried or self.runs >= self._most:
            return False
        self._tried.add(plan)
        self.runs += 1
        broken = self._violation_of(plan)
        if broken is None or broken.name != self.broken.name:
            return False
        self.plan, self.broken = plan, broken
        return True

    # --- leaving out -------------------------------------------------------------------------------------------

    def _shorter(self) -> None:
        """End right after the promise is broken, since nothing that comes later has to do with it."""
        hours = (self.broken.at + AFTER) / HOUR
        if hours < self.plan.hours:
            self._take(_until(self.plan, hours))

    def _fewer_groups(self) -> None:
        self._leave_out(self.plan.groups, _with_groups)

    def _fewer_faults(self) -> None:
        self._leave_out(self.plan.faults, lambda plan, faults: replace(plan, faults=tuple(faults)))

    def _smaller_groups(self) -> None:
        """Fewer people and house rules in every group that is left."""
        for group in self.plan.groups:
            self._leave_out(group.people, partial(_with_some, group.id, "people"))
            self._leave_out(group.rules, partial(_with_some, group.id, "rules"))

    def _leave_out(self, parts: Sequence[T], with_parts: Callable[[Plan, Sequence[T]], Plan]) -> None:
        """Leave out half of the parts, then ever smaller pieces of what is left, down to every single one."""
        left, size = list(parts), len(parts)
        while size:
            start = 0
            while start < len(left):
                fewer = left[:start] + left[start + size :]
                if self._take(with_parts(self.plan, fewer)):
                    left = fewer
                else:
                    start += size
            size //= 2

    # --- making plainer ----------------------------------------------------------------------------------------

    def _plainer(self) -> None:
        for group in self.plan.groups:
            self._take(_with(self.plan, group.id, computers=0))
            self._take(_with(self.plan, group.id, practice=False))
            self._take(_with(self.plan, group.id, channels=group.channels[:1]))
            for chat in PLAINEST_FIRST[: PLAINEST_FIRST.index(group.chat)]:
                # There is one room.
                room = chat is ChatKind.ROOM and any(each.chat is chat for each in self.plan.groups)
                if not room and self._take(_with(self.plan, group.id, chat=chat)):
                    break
            for person in group.people:
                people = next(each.people for each in self.plan.groups if each.id == group.id)
                plain = tuple(replace(each, habit=Habit.QUICK) if each == person else each for each in people)
                self._take(_with(self.plan, group.id, people=plain))
        for fault in self.plan.faults:
            for plainer in _plainer_faults(fault):
                faults = tuple(plainer if each.name == fault.name else each for each in self.plan.faults)
                if self._take(replace(self.plan, faults=faults)):
                    break


def _plainer_faults(fault: Fault) -> Iterator[Fault]:
    """The fault at a round moment, or for a shorter time."""
    for unit in (60.0, 1.0):
        yield replace(fault, at=float(math.floor(fault.at / unit) * unit))
    if fault.seconds:
        for share in (8, 2):
            yield replace(fault, seconds=float(round(fault.seconds / share)))


def _with_some(group: str, what: str, plan: Plan, parts: Sequence[Any]) -> Plan:
    """The plan with these people or these house rules in one of its groups."""
    return _with(plan, group, **{what: tuple(parts)})


def _with(plan: Plan, group: str, **changed: Any) -> Plan:
    """The plan with something changed in one of its groups."""
    return _with_groups(plan, [replace(each, **changed) if each.id == group else each for each in plan.groups])


def _with_groups(plan: Plan, groups: Sequence[Group]) -> Plan:
    """The plan with these groups; what would happen to others or to their platforms is left out with them."""
    gone = {each.id for each in plan.groups} - {each.id for each in groups}
    gone |= {each.chat for each in plan.groups} - {each.chat for each in groups}
    faults = tuple(each for each in plan.faults if each.where not in gone)
    return replace(plan, groups=tuple(groups), faults=faults)


def _until(plan: Plan, hours: float) -> Plan:
    faults = tuple(each for each in plan.faults if each.at < hours * HOUR)
    return replace(plan, hours=hours, faults=faults)
