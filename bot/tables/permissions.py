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
    if who is Who.HOST and request.who.id != state.host and not request.who.admin:
        host = state.chair_of(state.host)
        raise Refusal("host-only", host="?" if host is None else host.name)
