"""Places of a circle in which nothing can be shown any more: the others are told, and an admin there names another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.commands import Refusal, Request
from bot.dispatch.services import Services
from bot.groups import GroupSettings
from bot.messages import Place
from engine.table.changes import Notice


def named(services: Services, places: Iterable[Place]) -> str:
    names = [services.announcer.channel_name(each) if each.channel else "" for each in places]
    return " + ".join(f"{each.platform.title()} {name}".strip() for each, name in zip(places, names, strict=True))


async def fallen_silent(services: Services, place: Place) -> None:
    """Tell the other places once."""
    groups = services.groups
    circle = groups.book(place.group)
    here = next(each.channel for each in groups.of(circle).places if groups.present(each.group) == place.group)
    if not here or place.channel not in ("", here):
        return
    if place.channel:
        await _change(services, circle, place.group, "")
        await services.announcer.reset_group(place.group)
    services.announcer.post(Place(circle, ""), Notice("circle-silent", {"name": named(services, [place])}))


async def stand_here(services: Services, request: Request) -> None:
    """Move the tables of a circle to the sender's place."""
    where, groups, announcer = request.where, services.groups, services.announcer
    if not request.book:
        raise Refusal("circle-none")
    if not announcer.others_come(where):
        raise Refusal("circle-alone")
    if not groups.of(where.group).takes_tables(where.channel):
        raise Refusal("no-tables-here")
    await _change(services, request.book, where.group, where.channel, request)
    announcer.rename(where.group, channel=where.channel)
    await announcer.reset_group(where.group)
    for table in services.tables.of_group(request.book):
        announcer.show(table.state, ())


async def _change(services: Services, circle: str, group: str, channel: str, request: Request | None = None) -> None:
    def changed(now: GroupSettings) -> GroupSettings:
        places = (
            each._replace(channel=channel) if services.groups.present(each.group) == group else each
            for each in now.places
        )
        return replace(now, places=tuple(places))

    await services.groups.change(circle, changed, () if request is None else request.receipt)
