"""A plan follows from its seed."""

from __future__ import annotations

from tools.simulation.plan import ONE_IN, REAL, ChatKind, FaultKind, Plan


def test_a_plan_follows_from_its_seed() -> None:
    plan = Plan.of(5, 24.0, tables=8)
    assert plan == Plan.of(5, 24.0, tables=8)
    assert plan != Plan.of(6, 24.0, tables=8)
    assert len({group.id for group in plan.groups}) == 8
    assert len({fault.name for fault in plan.faults}) == len(plan.faults) > 50
    assert all(0 <= fault.at < 24 * 3600 for fault in plan.faults)


def test_more_groups_leave_those_before_them_as_they_are() -> None:
    assert Plan.of(5, 1.0, tables=8).groups[:3] == Plan.of(5, 1.0, tables=3).groups


def test_every_fourth_group_may_be_on_a_real_platform_and_one_at_most_in_the_room() -> None:
    plans = [Plan.of(seed, 1.0, tables=9) for seed in range(60)]
    real = [[number for number, group in enumerate(plan.groups) if group.chat in REAL] for plan in plans]
    assert {number for numbers in real for number in numbers} == {ONE_IN - 1, 2 * ONE_IN - 1}
    assert 45 < sum(map(len, real)) < 75, "half of those that may be"
    kinds = [group.chat for plan in plans for group in plan.groups]
    assert set(REAL) <= set(kinds)
    assert all([group.chat for group in plan.groups].count(ChatKind.ROOM) <= 1 for plan in plans)


def test_private_messages_are_refused_in_groups_on_real_platforms_alone() -> None:
    for seed in range(20):
        plan = Plan.of(seed, 2.0, tables=4)
        blocked = {fault.where for fault in plan.faults if fault.kind is FaultKind.BLOCKED}
        assert blocked <= {group.id for group in plan.groups if group.chat in REAL}
        assert [fault.at for fault in plan.faults] == sorted(fault.at for fault in plan.faults)
