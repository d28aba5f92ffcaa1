"""Every right decided by itself: who × command × what is so of the group or table; ``who_may.py`` says what is allowed.

The same rights are tried in a running Kiu, by some of everybody's commands, in ``test_rights.py``.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.commands import BY_LINE, SPECS, CommandSpec, ParsedCommand, Refusal, Request
from bot.dispatch.admission import check_sender
from bot.groups import GroupSettings
from bot.messages import Person
from bot.tables.table import check_at_table
from bot.wording import in_language
from engine.table.state import TableState
from tests.bot.who_may import (
    ABOUT_NO_GROUP,
    ACTIONS,
    ADMINS,
    AS_GROUP,
    CHANGE_SEATS,
    FORMER_MEMBERS,
    HOST,
    PLAY_ON,
    PLAYERS,
    READS,
    WHILE_AWAY,
)
from tests.engine.table.tables import PLACE, chair, table_of

SARI, BUDI, WATI = (Person(f"test:{name.lower()}", name) for name in ("Sari", "Budi", "Wati"))
"""The host of the table, another player at it, and somebody who does not sit there."""

BOSS = Person("test:boss", "Boss", admin=True)
GROUP_ITSELF = Person("test:group", "Group", admin=True, anonymous=True)
CHANNEL = Person("test:channel", "Channel", anonymous=True)
"""A channel that is linked to the group: anonymous, and no admin."""

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


def reason(check: Callable[..., None], *what: object, **how: object) -> str:
    """Why a check refuses something; empty if it is allowed."""
    try:
        check(*what, **how)
    except Refusal as refusal:
        return refusal.reason
    return ""


def test_what_is_said_of_commands_is_what_is_written_out_by_hand() -> None:
    def those(which: Callable[[CommandSpec], bool]) -> set[str]:
        return {spec.name for spec in SPECS if which(spec)}

    assert those(lambda spec: spec.reads_only) == READS
    assert those(lambda spec: spec.plays_on) == PLAY_ON
    assert those(lambda spec: spec.changes_seats) == CHANGE_SEATS


@pytest.mark.parametrize("away", [False, True], ids=["there", "away"])
def test_what_the_group_lets_whom_do(away: bool) -> None:
    """Admins alone what is for admins, the group itself what needs no person, and nobody much while Kiu is away."""
    for spec, who in itertools.product(SPECS, (SARI, WATI, BOSS, GROUP_ITSELF, CHANNEL)):
        expected = ""
        if away and spec.name not in WHILE_AWAY:
            expected = "group-away"
        if spec.name in ADMINS and not who.admin:
            expected = "admin-only"
        if who.anonymous and spec.name not in AS_GROUP:
            expected = "anonymous"
        found = reason(check_sender, who, spec, GroupSettings(away=away))
        assert (spec.name, who.name, found) == (spec.name, who.name, expected)


@pytest.mark.parametrize("member", [True, False])
def test_what_whoever_is_not_in_the_group_may_do(member: bool) -> None:
    for spec in SPECS:
        allowed = member or spec.name in FORMER_MEMBERS | ABOUT_NO_GROUP
        found = reason(check_sender, replace(WATI, member=member, admin=True), spec, GroupSettings())
        assert (spec.name, found) == (spec.name, "" if allowed else "not-in-group")


def request_of(spec: CommandSpec, who: Person) -> Request:
    return Request(ParsedCommand(spec, {}, {}), who, PLACE, in_language("en"))


def table(*people: Person, host: Person = SARI) -> TableState:
    """A table at which these sit."""
    return table_of(*(chair(each.name) for each in people), host=host.id)


@pytest.mark.parametrize("hosted", [True, False], ids=["with its host", "whose host is gone"])
def test_what_a_table_lets_whom_do(hosted: bool) -> None:
    """Who sits there what is for players, its host and admins what is for the host, and nobody more than that."""
    state = table(SARI, BUDI, host=SARI if hosted else Person("", ""))
    for spec, who in itertools.product(SPECS, (SARI, BUDI, WATI, BOSS, replace(BUDI, admin=True), GROUP_ITSELF)):
        expected = ""
        if spec.name in PLAYERS | ACTIONS and who.id not in (SARI.id, BUDI.id):
            expected = "not-seated"
        if spec.name in HOST and not who.admin and not (hosted and who == SARI):
            # Most of those who sit there can resume it.
            expected = "" if spec.name == "resume" and who in (SARI, BUDI) else "host-only"
        found = reason(check_at_table, state, request_of(spec, who))
        assert (spec.name, who.name, found) == (spec.name, who.name, expected)


def test_a_closed_table_lets_nobody_do_anything() -> None:
    closed = replace(table(SARI, BUDI), closed=True)
    for spec, who in itertools.product(SPECS, (SARI, BUDI, WATI, BOSS)):
        found = reason(check_at_table, closed, request_of(spec, who))
        assert (spec.name, who.name, found) == (spec.name, who.name, "no-table")


@pytest.mark.parametrize(("host", "named"), [(SARI, "Sari"), (Person("test:gone", "Gone"), "?")])
def test_whoever_is_not_the_host_is_told_who_is(host: Person, named: str) -> None:
    kick = BY_LINE["kick"]
    with pytest.raises(Refusal) as refused:
        check_at_table(table(SARI, BUDI, host=host), request_of(kick, BUDI))
    assert refused.value.fields == {"host": named}
