"""Permissions to send a command in a group, and at a table."""

from __future__ import annotations

from datetime import datetime

from bot.commands import CommandSpec, Refusal, Request, Who
from bot.groups import GroupSettings
from bot.groups.local_time import moment
from bot.messages import Person
from bot.tables.state import TableState

END_IT = ("leave", "kick", "close", "stop")
"""The handlers that a table at a closed place still allows."""


def check_sender(who: Person, spec: CommandSpec, settings: GroupSettings, now: datetime) -> None:
    """Refuse a command that its sender may not send in the group at all.

    Former members may still ask for their own chips, and for matters of no group. The banned may read, and finish a
    running hand; a ban binds no admin, who could lift it.
    """
    if spec.for_members and not who.member:
        raise Refusal("not-in-group")
    if who.anonymous and not spec.for_group:
        raise Refusal("anonymous")
    if spec.for_admins and not who.admin:
        raise Refusal("admin-only")
    if settings.away and not (spec.reads_only or spec.while_away):
        raise Refusal("group-away")
    ban = settings.ban_of(who.id, now)
    if ban is None or spec.for_banned or who.admin or who.anonymous:
        return
    if ban.until is None:
        raise Refusal("banned-for-good", given=ban.given, why=ban.reason)
    raise Refusal("banned", until=moment(ban.until, now, settings), given=ban.given, why=ban.reason)


def check_at_table(state: TableState, request: Request, *, waits: bool = False) -> None:
    """Refuse a command that its sender may not give at this table, or not now.

    If the place is closed, the table ``waits``: players may leave and the host may close it, even during a cut.
    """
    spec, who = request.command.spec, request.who
    if state.closed:
        raise Refusal("no-table")
    chair = state.chair_of(who.id)
    if spec.who is Who.SEATED and chair is None:
        raise Refusal("not-seated")
    # Most of those who sit at a table can resume it.
    if spec.who is Who.HOST and not state.hosted_by(who) and not (spec.handler == "resume" and chair is not None):
        host = state.chair_of(state.host)
        raise Refusal("host-only", host="?" if host is None else host.name)
    if waits:
        if spec.handler not in END_IT:
            raise Refusal("place-closed")
    elif spec.changes_seats:
        check_not_cut(state, request)


def check_not_cut(state: TableState, request: Request) -> None:
    """Refuse to change the players of a hand that is being cut."""
    sealed = state.sealed
    if sealed is None or not sealed.stands:
        return
    if request.command.spec.handler != "start" or sealed.cut_by_another(request.who.id):
        raise Refusal("being-cut")
