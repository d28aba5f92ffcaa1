"""Who may use which command at a table: players, its host, and admins."""

from __future__ import annotations

from bot.commands import Refusal, Request, Who
from bot.tables.state import TableState


def check_permissions(state: TableState, request: Request) -> None:
    """Refuse what the sender may not do at this table.

    Raises:
        Refusal: the table is closed, or the command is for its players or its host.
    """
    if state.closed:
        raise Refusal("no-table")
    who = request.command.spec.who
    if who is Who.SEATED and state.chair_of(request.who.id) is None:
        raise Refusal("not-seated")
    if who is Who.HOST and not state.hosted_by(request.who) and not may_ask_to_resume(state, request):
        host = state.chair_of(state.host)
        raise Refusal("host-only", host="?" if host is None else host.name)


def may_ask_to_resume(state: TableState, request: Request) -> bool:
    """Whether it is to resume the table, which most of those who sit there can do."""
    return request.command.spec.handler == "resume" and state.chair_of(request.who.id) is not None
