"""What keeps somebody from playing on by a decision of their own, and how it is kept: from plain values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.commands import Refusal
from bot.features.personal_limits.limits import PersonalLimits, own_limit
from bot.features.personal_limits.play_limits import NONE, DailyLimit, Day, Played, PlayLimits
from bot.groups import Groups, GroupSettings
from bot.groups.members import Members
from bot.ledger import Ledger, NotStored, WriteSet
from engine.table.hand import AnyHand
from tests.bot.scenario import GROUP
from tests.engine.table.tables import facts, running
from tests.engine.table.test_who_plays import table_with
from tests.rows import rows

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
        self.full = self.shared = False

    async def read(self, query: Callable[..., Any], *args: Any) -> Any:
        return await getattr(self, query.__name__)(*args)

    async def limits(self, player: str) -> str | None:
        self.reads += 1
        return self.rows.get(player)

    async def played_since(self, player: str, groups: Sequence[str], since: datetime) -> tuple[int, Any]:
        assert (player, groups, since) == (SARI, GROUPS, datetime(2026, 5, 1, tzinfo=UTC))
        return self.net, THREE_HANDS

    def accounts(self, group: str, player: str) -> list[str]:
        return [player]

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
    ledger, groups, members = cast(Ledger, stored), cast(Groups, stored), cast(Members, stored)
    return PersonalLimits(ledger, groups, members, cast(Any, stored), lambda *_: False)


A_BREAK = PlayLimits(break_until=NOW + timedelta(hours=26))
ONE_MORE: Callable[[Played], Played] = lambda played: played._replace(hands=played.hands + 1)  # noqa: E731


BREAKS: dict[str, PlayLimits | None] = {
    "none": None,
    "on a break": A_BREAK,
    "a break is over": replace(A_BREAK, break_until=NOW),
}


def limits_told(cell: str) -> PlayLimits | None:
    """Read ``hands 3, hours 1``, or a break."""
    if cell in BREAKS:
        return BREAKS[cell]
    return PlayLimits({measure: DailyLimit(amount) for measure, amount in facts(cell).items()})  # type: ignore[misc]


@rows(__file__, limits=limits_told, how=partial(facts, named={"one more": {"also": ONE_MORE}}))
async def test_what_keeps_somebody_from_playing_on(
    limits: PlayLimits | None, how: dict[str, Any], expected: str | None
) -> None:
    """Half an hour, three hands and 40 chips lost today: practice counts for nothing but a break."""
    found = await limits_of(Stored(limits)).hindrance(SARI, "test:home", **how)
    assert (found and "{what}, {until}, {amount}".format(**found.fields)) == expected


async def test_what_could_not_be_stored_does_not_hold() -> None:
    stored = Stored()
    stored.full = True
    limits = limits_of(stored)

    with pytest.raises(NotStored):
        await limits.take_break(SARI, "week", ())
    assert await limits.of(SARI) == NONE


# --- a hand that has just ended ------------------------------------------------------------------------------------

MORNING = NOW.replace(hour=0)
SO_FAR = Played(net=-5, hands=2, seconds=10)


HINDERED = own_limit("chips", "midnight", 500)


class Limits(PersonalLimits):
    """Limits of which everybody has reached theirs, that remember what they were asked."""

    def __init__(self) -> None:
        self.counted: dict[str, Played] = {}
        self._groups = cast(Any, Stored())

    async def of(self, player: str) -> PlayLimits:
        return PlayLimits() if player == "test:just" else PlayLimits(break_until=NOW + timedelta(days=1))

    def now(self) -> datetime:
        return NOW

    def day(self, group: str) -> Day:
        return Day(MORNING, MORNING + timedelta(days=1))

    async def hindrance(
        self, player: str, group: str, *, practice: bool = False, also: Callable[[Played], Played] | None = None
    ) -> Refusal | None:
        assert (group, practice) == (GROUP, False)
        assert also is not None
        self.counted[player] = also(SO_FAR)
        return None if player == "test:out" else HINDERED


@pytest.mark.parametrize(
    ("began", "over", "counted"),
    [
        (NOW - timedelta(seconds=60), True, Played(net=25, hands=3, seconds=70)),
        (NOW, True, Played(net=25, hands=3, seconds=10)),
        (NOW + timedelta(seconds=9), True, Played(net=25, hands=3, seconds=10)),
        (MORNING - timedelta(hours=1), True, Played(net=25, hands=3, seconds=10 + 20 * 3600)),
        (NOW - timedelta(seconds=60), False, SO_FAR),
    ],
    ids=["a minute", "no time", "a clock set back", "since yesterday", "called off"],
)
async def test_what_counts_for_limits_with_the_hand_that_has_just_ended(
    began: datetime, over: bool, counted: Played
) -> None:
    """Its net, itself, and its time of this day, for those who were dealt in; nothing of it if it was called off."""
    hand = running("test:plays", "test:just", over=True)
    hand = cast(
        AnyHand, SimpleNamespace(**{**vars(hand), "began": began, "round": SimpleNamespace(settlement=(30, -30))})
    )
    state = table_with("plays", "has just enough", "sits out", "is a computer", hand=hand if over else None)
    limits = Limits()

    found = await limits.after_hand(state, hand)

    assert found == {"test:plays": HINDERED}
    assert limits.counted == {"test:plays": counted, "test:out": SO_FAR}, "who has set nothing is not asked about"
