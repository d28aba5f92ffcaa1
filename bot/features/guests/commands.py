from __future__ import annotations

import asyncio
from datetime import datetime
from urllib.parse import urlsplit

from bot.commands import Kind, Parameter, Refusal, Request, admin_command, handles
from bot.dispatch.autocomplete import Completing
from bot.dispatch.services import Handlers, Services
from bot.features.guests import pages
from bot.features.guests.door import PLATFORM, Door
from bot.features.guests.links import PLAY, WATCH, Links
from bot.groups.local_time import moment
from bot.messages import Reply

EVERYONE = "everyone"


def _actions(_: Completing) -> list[tuple[str, str]]:
    return [(each, each) for each in (WATCH, PLAY, "off")]


class GuestHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._links = Links(services.groups, services.clock, services.entropy)
        self._door = Door(services, self._links)
        services.identities[PLATFORM] = self._door.identify
        services.after.append(self._after)

    @handles(
        admin_command(
            name="guests",
            section="order",
            parameters=(
                Parameter("action", Kind.WORD, optional=True, suggest=_actions),
                Parameter("name", Kind.WORD, optional=True),
            ),
        )
    )
    async def guests(self, request: Request) -> Reply:
        action, name = request.word("action"), request.word("name")
        match action:
            case "" | "list":
                return await self._overview(request)
            case "watch" | "play":
                return await self._link(request, action, everyone=name == EVERYONE)
            case "off":
                people = self._links.people(request.where.group)
                await self._links.close(request.where.group, request.receipt)
                self._door.forget_waiting(request.where.group)
                await self._door.out(request.where.group, *people)
                return await self._overview(request, request.translate("guests-off"))
            case "let" | "no" if name.isdecimal():
                return await self._answer(request, int(name), let_in=action == "let")
            case "out" if name in self._links.people(request.where.group):
                await self._links.seat(request.where.group, name, None, request.receipt)
                await self._door.out(request.where.group, name)
                return await self._overview(request)
        raise Refusal("guests-unknown")

    async def _link(self, request: Request, kind: str, *, everyone: bool) -> Reply:
        address = self._address(request)
        if everyone and kind == PLAY:
            raise Refusal("guests-unknown")
        code, link = await self._links.make(request.where, kind, everyone, request.receipt)
        until = self._moment(request, link.until)
        draft = pages.link(f"{address}/table#guest={code}", kind, everyone, until, request.translate)
        return Reply(await asyncio.to_thread(draft.finished), secret=True, menu=True)

    def _address(self, request: Request) -> str:
        """Return the public address, or the room's; refuse without any."""
        if self._services.host.public_url:
            return self._services.host.public_url
        chat = self._services.chats.get(request.where.platform)
        room = None if chat is None else chat.address_of(request.where, "", None, request.who.id)
        if room is None or not room.scanned:
            raise Refusal("guests-no-address")
        scheme, host, *_ = urlsplit(room.url)
        return f"{scheme}://{host}"

    async def _answer(self, request: Request, number: int, *, let_in: bool) -> Reply:
        door, group = self._door, request.where.group
        name = await door.let_in(group, number, request.receipt) if let_in else door.turn_away(group, number)
        if name is None:
            raise Refusal("guests-gone")
        return await self._overview(
            request, request.translate("guest-let-in" if let_in else "guest-sent-away", name=name)
        )

    async def _overview(self, request: Request, *said: str) -> Reply:
        group, door = request.where.group, self._door
        here = [
            pages.Here(player, await door.name(player), seat.kind) for player, seat in self._links.people(group).items()
        ]
        waiting = [pages.Waits(each.number, each.name, each.seat.kind) for each in door.waiting(group)]
        ends = [link.until for link in self._links.in_force(group).values()]
        until = self._moment(request, max(ends)) if ends else ""
        return Reply(pages.overview(here, waiting, until, said, request.translate), menu=True)

    def _moment(self, request: Request, at: datetime) -> str:
        services = self._services
        return moment(at, services.clock.utc(), services.groups.of(request.where.group))

    async def _after(self, request: Request, reply: Reply) -> Reply:
        """Close the pages of guests whom an admin has just banned."""
        if request.command.spec.for_admins and not request.command.spec.reads_only:
            self._door.close_pages_of_expelled()
        return reply
