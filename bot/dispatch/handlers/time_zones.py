"""The time zone of a group, in which days and times are told."""

from __future__ import annotations

from dataclasses import replace

from bot.commands import Refusal, Request
from bot.dispatch.handlers.handler import Handlers
from bot.groups import time_zones
from bot.messages import Reply
from bot.presenting import time_zone_pages


class TimeZoneHandlers(Handlers):
    """Lets an admin choose it, by its name, by a part of it or from lists."""

    async def choose_time_zone(self, request: Request) -> Reply:
        """The zone in force and the lists of others, or the choice of one."""
        groups, now, translate = self._services.groups, self._services.clock.utc(), request.translate
        word = request.word("zone")
        if not word:
            return Reply(time_zone_pages.overview(groups.of(request.group).zone, now, translate), menu=True)
        region, _, page = word.partition(" ")
        for known in time_zones.by_region():
            if known.casefold() == region.casefold() and (not page or page.isdecimal()):
                return Reply(time_zone_pages.region(known, int(page or 1), now, translate), menu=True)
        meant = time_zones.meant(word)
        if not meant:
            raise Refusal("no-such-zone", word=word[:40])
        if len(meant) > 1:
            return Reply(time_zone_pages.several(meant, now, translate), menu=True)
        (zone,) = meant
        await groups.change(request.group, lambda settings: replace(settings, zone=zone), request.receipt)
        return Reply(time_zone_pages.overview(zone, now, translate, chosen=True), menu=True)
