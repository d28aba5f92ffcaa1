"""Results of evenings, and debts over a day, a week, or since the last settling."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta, tzinfo

from bot.commands import CommandSpec, Kind, Parameter, Refusal, Request, handles, public_page
from bot.dispatch.services import Handlers, Services, answer, author, told
from bot.features.evenings.pages import EveningPage, Over, Settling
from bot.features.evenings.queries import Nets, evening, nets_between
from bot.groups import GroupSettings
from bot.groups.time_zones import day_of
from bot.ledger import EPOCH, queries
from bot.messages import Place, PlayerId, Reply
from bot.messages.lookalikes import all_told_apart
from bot.tables.stored import restored
from engine.table.changes import Notice

MILLISECOND = timedelta(milliseconds=1)
"""Unit of settling moments, since typed numbers have no shorter time."""

MARKS = "settled"
"""The last settling of a group and the one before."""

_EVENING = Parameter("evening", Kind.NUMBER, optional=True)


class EveningHandlers(Handlers):
    @handles(public_page(name="evening", section="money", parts=("text",), parameters=(_EVENING,)))
    async def evening(self, request: Request) -> Reply:
        """Return the card of the open table, the latest closed one, or a numbered one."""
        page = await self._evening(request)
        draft = page.picture(request.translate)
        here = page.state.place.channel == request.place.channel
        return Reply(await asyncio.to_thread(draft.finished), menu=True, for_anybody=here)

    @handles(public_page(name="evening text", part=True, parameters=(_EVENING,)))
    async def evening_text(self, request: Request) -> Reply:
        page = await self._evening(request)
        here = page.state.place.channel == request.place.channel
        return Reply(page.text(request.translate), menu=True, for_anybody=here)

    async def _evening(self, request: Request) -> EveningPage:
        services, where = self._services, request.place
        player = "" if request.who.anonymous else request.who.id
        found = await services.ledger.read(evening, where.group, where.channel, player, request.amount("evening"))
        if found is None:
            raise Refusal("nothing-played")
        table = services.tables.by_id(found.table.table)
        last = await services.ledger.read(queries.last_hand, found.table.table)
        names = {each.player: each.name for each in services.members.of_group(where.group)}
        state = restored(found.table, names) if table is None else table.state
        began = None if last is None else last.opened.astimezone(services.groups.of(request.group).time_zone)
        return EveningPage(state, began, found.number, found.older, found.newer)


class SettlingHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._agreed: dict[tuple[str, int], dict[PlayerId, int]] = {}
        """Moments of approval, by group and last settling."""

        services.on_forget.append(lambda _: self._agreed.clear())

    @handles(public_page(name="settle", section="money", parts=("day", "week", "mark")))
    async def settle(self, request: Request) -> Reply:
        return await self._page(request, "mark")

    @handles(public_page(name="settle day", part=True))
    async def settle_day(self, request: Request) -> Reply:
        return await self._page(request, "day")

    @handles(public_page(name="settle week", part=True))
    async def settle_week(self, request: Request) -> Reply:
        return await self._page(request, "week")

    @handles(
        CommandSpec(
            name="settle mark",
            part=True,
            parameters=(Parameter("until", Kind.NUMBER, optional=True), Parameter("since", Kind.NUMBER, optional=True)),
            as_group=True,
        )
    )
    async def settle_mark(self, request: Request) -> Reply:
        """Ask for or set the mark of a settling, or undo the last.

        An admin sets it alone, others once all debtors and creditors agree.
        """
        services, until, since = self._services, request.amount("until"), request.amount("since") or 0
        # What happens at this very moment counts as well.
        settings, now = services.groups.of(request.group), (services.clock.utc() - EPOCH) // MILLISECOND + 1
        if until is None:
            settling = await self._settling(request, "mark", EPOCH + now * MILLISECOND)
            if not _may_mark(request, settling.nets):
                raise Refusal("settle-others")
            return Reply(settling.question(f"settle mark {now} {_marks(settings)[0]}", request.translate), menu=True)
        back = until < since
        mark, before = _marks(settings)
        if mark != since or not (until == before if back else since < until <= now):
            raise Refusal("settle-changed")
        nets = await self._nets(request, since, until)
        if not _may_mark(request, nets):
            raise Refusal("settle-others")
        if not back and not request.who.admin:
            agreed = self._agreed.setdefault((request.group, since), {})
            agreed.setdefault(request.who.id, until)
            until = min(agreed.values())
            nets = await self._nets(request, since, until)
            if missing := nets.keys() - agreed.keys():
                names = " · ".join(sorted(services.members.name(request.group, player) for player in missing))
                await self._tell(request, nets, Notice("settle-agreed", {"name": request.who.name, "missing": names}))
                return told(answer(request, "settle-agreed", missing=names))

        def marked(settings: GroupSettings) -> GroupSettings:
            if _marks(settings)[0] != since:
                raise Refusal("settle-changed")
            return settings.with_feature(MARKS, [until, min(since, until)])

        await services.groups.change(request.group, marked, request.receipt)
        await self._tell(request, nets, Notice("unsettled" if back else "settled", author(request)))
        return told(answer(request, "unsettled" if back else "settled"))

    # --- parts -------------------------------------------------------------------------------------------------

    async def _tell(self, request: Request, nets: Mapping[PlayerId, int], notice: Notice) -> None:
        places = {request.place}
        for player in nets:
            latest = await self._services.ledger.read(evening, request.group, "", player, None)
            if latest is not None:
                places.add(Place(request.group, latest.table.channel))
        for place in places:
            self._services.announcer.post(place, notice)

    async def _page(self, request: Request, over: Over) -> Reply:
        settling = await self._settling(request, over, self._services.clock.utc() + MILLISECOND)
        return Reply(settling.page(request.translate), menu=True, for_anybody=not request.in_private)

    async def _settling(self, request: Request, over: Over, until: datetime) -> Settling:
        services, group = self._services, request.group
        settings = services.groups.of(group)
        (settled_at, before), zone = _marks(settings), settings.time_zone
        settled = (EPOCH + settled_at * MILLISECOND).astimezone(zone)
        since = settled if over == "mark" else _beginning(services.clock.utc(), over, zone)
        found = await services.ledger.read(nets_between, group, since, until)
        nets = _among_people(found)
        names = all_told_apart({player: services.members.name(group, player) for player in nets})
        marks = over == "mark" and bool(nets) and _may_mark(request, nets)
        takes_back = over == "mark" and _may_mark(request, await self._nets(request, before, settled_at))
        return Settling(
            over,
            nets,
            names,
            any(net.with_computers for net in found.values()),
            settled if settled_at else None,
            "settle mark" if marks else "",
            f"settle mark {before} {settled_at}" if takes_back and before < settled_at else "",
        )

    async def _nets(self, request: Request, one: int, other: int) -> dict[PlayerId, int]:
        since, until = (EPOCH + moment * MILLISECOND for moment in sorted((one, other)))
        return _among_people(await self._services.ledger.read(nets_between, request.group, since, until))


def _among_people(nets: Mapping[PlayerId, Nets]) -> dict[PlayerId, int]:
    return {player: net.among_people for player, net in nets.items() if net.among_people}


def _marks(settings: GroupSettings) -> tuple[int, int]:
    """Return the last settling and the one before in milliseconds since 1970, or 0."""
    last, before = settings.of_features.get(MARKS, (0, 0))
    return last, before


def _may_mark(request: Request, nets: Mapping[PlayerId, int]) -> bool:
    return request.who.admin or (not request.who.anonymous and request.who.id in nets)


def _beginning(now: datetime, over: Over, zone: tzinfo) -> datetime:
    days = timedelta(days=now.astimezone(zone).weekday() if over == "week" else 0)
    # Noon is on the same day in any zone that puts its clocks forward or back at night.
    return day_of(now.astimezone(zone).replace(hour=12) - days, zone)[0]
