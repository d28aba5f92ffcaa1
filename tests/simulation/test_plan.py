"""A plan follows from its seed."""

from __future__ import annotations

from tools.simulation.plan import ChatKind, Plan


def test_a_plan_follows_from_its_seed() -> None:
    plan = Plan.of(5, 24.0, tables=8)
    assert plan == Plan.of(5, 24.0, tables=8)
    assert plan != Plan.of(6, 24.0, tables=8)
    assert len({group.id for group in plan.groups}) == 8
    assert len({fault.name for fault in plan.faults}) == len(plan.faults) > 50
    assert all(0 <= fault.at < 24 * 3600 for fault in plan.faults)


def test_more_groups_leave_those_before_them_as_they_are() -> None:
    assert Plan.of(5, 1.0, tables=8).groups[:3] == Plan.of(5, 1.0, tables=3).groups


def test_every_chat_is_drawn_and_the_room_once_at_most() -> None:
    kinds = [[group.chat for group in Plan.of(seed, 1.0, tables=3).groups] for seed in range(60)]
    assert {kind for each in kinds for kind in each} == set(ChatKind)
    assert all(each.count(ChatKind.ROOM) <= 1 for each in kinds)
