"""How long a ban holds, and that it is read as it was stored."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from bot.groups.bans import Ban

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
FOR_A_TIME = Ban("Budi", NOON, "Boss", "Keeps shouting")
FOR_GOOD = Ban("Budi", None, "Boss")


def test_it_holds_until_the_moment_at_which_it_is_over() -> None:
    assert FOR_A_TIME.holds(NOON - timedelta(microseconds=1))
    assert not FOR_A_TIME.holds(NOON)
    assert not FOR_A_TIME.holds(NOON + timedelta(days=1))


def test_one_without_an_end_holds_for_ever() -> None:
    assert FOR_GOOD.holds(datetime.max.replace(tzinfo=UTC))


@pytest.mark.parametrize("ban", [FOR_A_TIME, FOR_GOOD], ids=["for a time", "for good"])
def test_it_is_read_as_it_was_stored(ban: Ban) -> None:
    assert Ban.from_json(json.loads(json.dumps(ban.to_json()))) == ban


def test_whether_a_reason_was_given() -> None:
    assert (FOR_A_TIME.given, FOR_GOOD.given) == ("yes", "no")
