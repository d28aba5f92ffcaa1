"""Plans have every kind of chat."""

from __future__ import annotations

from tools.simulation.plan import ChatKind, Plan


def test_every_chat_is_drawn_and_the_room_once_at_most() -> None:
    kinds = [[group.chat for group in Plan.of(seed, 1.0, tables=3).groups] for seed in range(60)]
    assert {kind for each in kinds for kind in each} == set(ChatKind)
    assert all(each.count(ChatKind.ROOM) <= 1 for each in kinds)
