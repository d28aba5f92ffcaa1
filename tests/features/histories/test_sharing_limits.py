"""How often people may show something to a whole group: each of them, and all together."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.commands import Refusal
from bot.features.histories import sharing_limits
from bot.features.histories.sharing_limits import SharingLimits

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def may(limits: SharingLimits, player: str, at: datetime = NOW, group: str = "test:home") -> bool:
    """Whether somebody may share something; if so, they do."""
    try:
        limits.check(group, player, at)
    except Refusal:
        return False
    limits.count(group, player, at)
    return True


def test_one_person_shares_three_times_in_a_minute_and_the_group_six_times() -> None:
    limits = SharingLimits()
    assert [may(limits, "sari") for _ in range(4)] == [True, True, True, False]
    assert [may(limits, f"guest {number}") for number in range(4)] == [True, True, True, False]

    assert may(limits, "sari", group="test:other"), "other groups have nothing to do with it"
    with pytest.raises(Refusal, match=r"^shared-often$"):
        limits.check("test:home", "sari", NOW)


def test_a_minute_later_it_is_forgotten() -> None:
    limits = SharingLimits()
    assert all(may(limits, "sari", NOW + number * SECOND) for number in range(3))

    assert not may(limits, "sari", NOW + 59 * SECOND)
    assert may(limits, "sari", NOW + 60 * SECOND)
    assert not may(limits, "sari", NOW + 60 * SECOND), "what was shared a second later still counts"
    assert may(limits, "sari", NOW + 61 * SECOND)


def test_asking_without_sharing_does_not_count() -> None:
    limits = SharingLimits()
    for _ in range(12):
        limits.check("test:home", "sari", NOW)

    assert may(limits, "sari")


def test_a_clock_that_is_set_back_keeps_nobody_waiting() -> None:
    limits = SharingLimits()
    assert all(may(limits, "sari") for _ in range(3))

    assert may(limits, "sari", NOW - timedelta(days=1))


def test_groups_that_have_shared_nothing_for_longest_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing_limits, "GROUPS_KEPT", 2)
    limits = SharingLimits()
    for group in ("first", "second", "third"):
        assert all(may(limits, "sari", group=group) for _ in range(3))

    assert not may(limits, "sari", group="third")
    assert may(limits, "sari", group="first")
