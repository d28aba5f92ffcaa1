"""What keeps somebody from playing on by a decision of their own, and how it is kept: from plain values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from bot.commands import Refusal
from bot.groups import Groups, GroupSettings
from bot.groups.members import Members
from bot.groups.personal_limits import Hindrance, PersonalLimits
from bot.groups.play_limits import NONE, DailyLimit, Played, PlayLimits
from bot.ledger import Ledger, LimitsSaved, NotStored, Receipt, WriteSet

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
TOMORROW = datetime(2026, 5, 2, tzinfo=UTC)
GROUPS = ["test:home", "test:other"]
SARI = "test:sari"
THREE_HANDS = [(NOW - timedelta(minutes=each), NOW - timedelta(minutes=each - 10)) for each in (60, 50, 40)]
"""Half an hour at the tables."""


class Stored:
    """A ledger of limits and of one evening, the groups of one player, and a clock that stands."""

    def __init__(self, limits: PlayLimits | None = None, net: int = -40) -> None:
        self.rows = {} if limits is None else {SARI: limits.to_json()}
        self.net = net
        self.reads = 0
        self.written: list[WriteSet] = []
        self.full = False

    async def read(self, query: Callable[..., Any], *args: Any) -> Any:
        return await getattr(self, query.__name__)(*args)

    async def limits(self, player: str) -> str | None:
        self.reads += 1
        return self.rows.get(player)

    async def played_since(self, player: str, groups: Sequence[str], since: datetime) -> tuple[int, Any]:
        assert (player, groups, since) == (SARI, GROUPS, datetime(2026, 5, 1, tzinfo=UTC))
        return self.net, THREE_HANDS

    async def commit(self, writes: WriteSet) -> None:
        if self.full:
            raise NotStored
        self.written.append(writes)

    async def groups_of(self, player: str) -> list[str]:
        assert player == SARI
        return GROUPS

    def of(self, group: str) -> GroupSettings:
        assert group == "test:home"
        return GroupSettings()

    def utc(self) -> datetime:
        return NOW


def limits_of(stored: Stored) -> PersonalLimits:
    return PersonalLimits(cast(Ledger, stored), cast(Groups, stored), cast(Members, stored), cast(Any, stored))


def with_limits(**amounts: int) -> PlayLimits:
    return PlayLimits({measure: DailyLimit(amount) for measure, amount in amounts.items()})  # type: ignore[misc]


A_BREAK = PlayLimits(break_until=NOW + timedelta(hours=26))
ONE_MORE: Callable[[Played], Played] = lambda played: played._replace(hands=played.hands + 1)  # noqa: E731


@pytest.mark.parametrize(
    ("limits", "how", "expected"),
    [
        (None, {}, None),
        (with_limits(hands=4), {}, None),
        (with_limits(hands=3), {}, Hindrance("hands", "2026-05-02 00:00", 3)),
        (with_limits(hands=4), {"also": ONE_MORE}, Hindrance("hands", "2026-05-02 00:00", 4)),
        (with_limits(hands=5), {"also": ONE_MORE}, None),
        (with_limits(hands=3), {"practice": True}, None),
        (with_limits(chips=41), {}, None),
        (with_limits(chips=40, hands=9, hours=5), {}, Hindrance("chips", "2026-05-02 00:00", 40)),
        (with_limits(hours=1), {}, None),
        (with_limits(hours=0), {}, Hindrance("hours", "2026-05-02 00:00", 0)),
        (A_BREAK, {}, Hindrance(None, "2026-05-02 22:00")),
        (A_BREAK, {"practice": True}, Hindrance(None, "2026-05-02 22:00")),
        (replace(A_BREAK, break_until=NOW), {}, None),
    ],
)
async def test_what_keeps_somebody_from_playing_on(
    limits: PlayLimits | None, how: dict[str, Any], expected: Hindrance | None
) -> None:
    """Half an hour, three hands and 40 chips lost today: practice counts for nothing but a break."""
    assert await limits_of(Stored(limits)).hindrance(SARI, "test:home", **how) == expected


def test_what_is_said_of_it() -> None:
    reached, on_break = Hindrance("chips", "00:00", 40).refusal(), Hindrance(None, "22:00").refusal()

    assert (reached.reason, reached.fields) == ("own-limit", {"what": "chips", "amount": 40, "until": "00:00"})
    assert on_break.fields == {"what": "break", "amount": 0, "until": "22:00"}


async def test_what_was_played_today_counts_in_all_groups_of_the_platform() -> None:
    assert await limits_of(Stored()).played_today(SARI, "test:home") == Played(-40, 3, 1800)


async def test_a_decision_is_stored_with_its_receipt_and_holds_for_all_that_follow() -> None:
    stored, receipt = Stored(with_limits(hands=5)), Receipt("key", "", "")
    limits = limits_of(stored)

    lowered = await limits.set_limit(SARI, "test:home", "hands", 3, (receipt,))
    assert lowered == with_limits(hands=3), "at once"
    assert stored.written == [(LimitsSaved(SARI, lowered.to_json()), receipt)]
    raised = await limits.set_limit(SARI, "test:home", "hands", 9, ())
    assert raised.limit("hands") == DailyLimit(3, 9, TOMORROW), "from tomorrow on"
    assert await limits.of(SARI) == raised
    assert stored.reads == 1, "what is known is not read again"


async def test_a_break_lasts_as_long_as_it_says_and_no_shorter_one_ends_it() -> None:
    limits = limits_of(Stored())

    week = await limits.take_break(SARI, "week", ())
    assert week.break_until == NOW + timedelta(days=7)
    assert await limits.take_break(SARI, "week", ()) == week
    with pytest.raises(Refusal, match="longer-break-already"):
        await limits.take_break(SARI, "day", ())
    assert (await limits.take_break(SARI, "month", ())).break_until == NOW + timedelta(days=30)


async def test_what_could_not_be_stored_does_not_hold() -> None:
    stored = Stored()
    stored.full = True
    limits = limits_of(stored)

    with pytest.raises(NotStored):
        await limits.take_break(SARI, "week", ())
    assert await limits.of(SARI) == NONE


async def test_whoever_was_erased_is_read_anew() -> None:
    stored = Stored(with_limits(hands=5))
    limits = limits_of(stored)
    await limits.of(SARI)
    stored.rows.clear()

    assert await limits.of(SARI) == with_limits(hands=5)
    limits.forget(SARI)
    limits.forget(SARI)
    assert await limits.of(SARI) == NONE
