"""Who owes whom over a day, a week, or since the group last settled."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, tzinfo

from bot.commands import Refusal, Request
from bot.dispatch.handlers.handler import Handlers, answer, author, told
from bot.groups import GroupSettings
from bot.groups.time_zones import day_of
from bot.ledger import EPOCH
from bot.messages import Reply
from bot.messages.lookalikes import all_told_apart
from bot.presenting.settling import Over, Settling
from bot.tables.state import Notice

MILLISECOND = timedelta(milliseconds=1)
"""Moments of settling are told in these: numbers that can be typed have no room for shorter times."""


class SettlingHandlers(Handlers):
    """Reckons who owes whom, and remembers up to when a group has settled."""

    async def settle(self, request: Request) -> Reply:
        """Since the last settling."""
        return await self._page(request, "mark")

    async def settle_day(self, request: Request) -> Reply:
        """Since midnight."""
        return await self._page(request, "day")

    async def settle_week(self, request: Request) -> Reply:
        """Since Monday."""
        return await self._page(request, "week")

    async def settle_mark(self, request: Request) -> Reply:
        """Ask whether all is settled, or remember that it is, up to the moment at which the sender was asked."""
        if not self._may_mark(request):
            raise Refusal("settle-host")
        until, since = request.amount("until"), request.amount("since") or 0
        now = (self._services.clock.utc() - EPOCH) // MILLISECOND
        if until is None:
            settling = await self._settling(request, "mark", EPOCH + now * MILLISECOND)
            settled_at = self._services.groups.of(request.group).settled_at
            return Reply(settling.question(f"settle mark {now} {settled_at}", request.translate), menu=True)

        def marked(settings: GroupSettings) -> GroupSettings:
            if settings.settled_at != since or not since < until <= now:
                raise Refusal("settle-changed")
            return replace(settings, settled_at=until)

        await self._services.groups.change(request.group, marked, request.receipt)
        self._services.announcer.post(request.where, Notice("settled", author(request)))
        return told(answer(request, "settled"))

    # --- parts -------------------------------------------------------------------------------------------------

    async def _page(self, request: Request, over: Over) -> Reply:
        # What happens at this very moment counts as well.
        settling = await self._settling(request, over, self._services.clock.utc() + MILLISECOND)
        return Reply(settling.page(request.translate), menu=True, for_anybody=not request.in_private)

    async def _settling(self, request: Request, over: Over, until: datetime) -> Settling:
        services, group = self._services, request.group
        settings = services.groups.of(group)
        settled_at, zone = settings.settled_at, settings.time_zone
        settled = (EPOCH + settled_at * MILLISECOND).astimezone(zone)
        since = settled if over == "mark" else _beginning(services.clock.utc(), over, zone)
        found = await services.ledger.nets(group, since, until)
        nets = {player: net.among_people for player, net in found.items() if net.among_people}
        names = all_told_apart({player: services.members.name(group, player) for player in nets})
        marks = over == "mark" and bool(nets) and self._may_mark(request)
        return Settling(
            over,
            nets,
            names,
            any(net.with_computers for net in found.values()),
            settled if settled_at else None,
            "settle mark" if marks else "",
        )

    def _may_mark(self, request: Request) -> bool:
        """Whether the sender is an admin, or the host of an open table of the group."""
        who = request.who
        hosts = {table.state.host for table in self._services.tables.of_group(request.group)}
        return who.admin or (not who.anonymous and who.id in hosts)


def _beginning(now: datetime, over: Over, zone: tzinfo) -> datetime:
    """When the day of a moment begins in a zone, or the Monday before it."""
    days = timedelta(days=now.astimezone(zone).weekday() if over == "week" else 0)
    # Noon is on the same day in any zone that puts its clocks forward or back at night.
    return day_of(now.astimezone(zone).replace(hour=12) - days, zone)[0]
