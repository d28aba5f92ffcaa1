from __future__ import annotations

from dataclasses import replace

from bot.commands import Kind, Parameter, Refusal, Request, admin_command, handles
from bot.dispatch.autocomplete import Completing
from bot.dispatch.services import Handlers
from bot.features.time_zones import pages
from bot.groups import time_zones
from bot.messages import Reply


def _zones(_: Completing) -> list[tuple[str, str]]:
    return [(each, each) for each in time_zones.offered()]


class TimeZones(Handlers):
    @handles(
        admin_command(
            name="house zone",
            section="house",
            parameters=(Parameter("zone", Kind.PHRASE, optional=True, suggest=_zones),),
        )
    )
    async def choose_time_zone(self, request: Request) -> Reply:
        groups, now, translate = self._services.groups, self._services.clock.utc(), request.translate
        word = request.word("zone")
        if not word:
            return Reply(pages.overview(groups.of(request.where.group).zone, now, translate), menu=True)
        region, _, page = word.partition(" ")
        for known in time_zones.by_region():
            if known.casefold() == region.casefold() and (not page or page.isdecimal()):
                return Reply(pages.region(known, int(page or 1), now, translate), menu=True)
        meant = time_zones.meant(word)
        if not meant:
            raise Refusal("no-such-zone", word=word[:40])
        if len(meant) > 1:
            return Reply(pages.several(meant, now, translate), menu=True)
        (zone,) = meant
        await groups.change(request.where.group, lambda settings: replace(settings, zone=zone), request.receipt)
        return Reply(pages.overview(zone, now, translate, chosen=True), menu=True)
