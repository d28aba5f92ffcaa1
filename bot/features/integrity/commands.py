from __future__ import annotations

from functools import partial

from bot.commands import Kind, Parameter, Refusal, Request, admin_command, handles
from bot.dispatch.services import Handlers, Services
from bot.features.integrity import pages
from bot.features.integrity.reports import IntegrityReports
from bot.messages import Reply

_DAYS = Parameter("days", Kind.NUMBER, optional=True)


class IntegrityHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._reports = IntegrityReports(services.ledger, services.clock)
        services.unranked.append(self._reports.fed)

    @handles(admin_command(name="integrity", section="money", parts=("details",), parameters=(_DAYS,), reads_only=True))
    async def integrity(self, request: Request) -> Reply:
        days = _days(request)
        report = await self._reports.of(request.group, days)
        name_of = partial(self._services.members.name, request.group)
        return Reply(pages.page(report, days, name_of, request.translate), menu=True, secret=True)

    @handles(admin_command(name="integrity details", part=True, parameters=(_DAYS,), reads_only=True))
    async def integrity_details(self, request: Request) -> Reply:
        days = _days(request)
        report = await self._reports.of(request.group, days)
        name_of = partial(self._services.members.name, request.group)
        return Reply(pages.details(report, days, name_of, request.translate), menu=True, secret=True)


def _days(request: Request) -> int:
    """Return the length of the report; raise ``Refusal`` if too long."""
    days = request.amount("days") or pages.USUAL_DAYS
    if not 1 <= days <= pages.MOST_DAYS:
        raise Refusal("number-out-of-range", most=pages.MOST_DAYS)
    return days
