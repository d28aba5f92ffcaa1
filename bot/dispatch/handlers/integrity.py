"""The integrity report: for the admins of a group, in private."""

from __future__ import annotations

from functools import partial

from bot.commands import Refusal, Request
from bot.dispatch.handlers.handler import Handlers
from bot.messages import Reply
from bot.presenting import integrity


class IntegrityHandlers(Handlers):
    """Shows admins how chips went between the people of their group."""

    async def integrity(self, request: Request) -> Reply:
        """What stands out, and what it can and cannot mean."""
        days = _days(request)
        report = await self._services.integrity.of(request.group, days)
        name_of = partial(self._services.members.name, request.group)
        return Reply(integrity.page(report, days, name_of, request.translate), menu=True, secret=True)

    async def integrity_details(self, request: Request) -> Reply:
        """Every number, and how it was counted."""
        days = _days(request)
        report = await self._services.integrity.of(request.group, days)
        name_of = partial(self._services.members.name, request.group)
        return Reply(integrity.details(report, days, name_of, request.translate), menu=True, secret=True)


def _days(request: Request) -> int:
    """How far back the report goes.

    Raises:
        Refusal: too far.
    """
    days = request.amount("days") or integrity.USUAL_DAYS
    if not 1 <= days <= integrity.MOST_DAYS:
        raise Refusal("days-out-of-range", most=integrity.MOST_DAYS)
    return days
