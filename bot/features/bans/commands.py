"""Bans from the tables of a group, announced to everybody."""

from __future__ import annotations

from dataclasses import replace

from bot.commands import Kind, Parameter, Refusal, Request, admin_command, handles
from bot.commands.durations import duration_of
from bot.dispatch.services import Handlers, Services, answer, told
from bot.features.bans import pages
from bot.features.bans.standing import KEY, Ban, Bans, longer
from bot.messages import PlayerId, Reply, is_computer
from bot.messages.names import safe_text
from engine.table.changes import Notice


class BanHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._bans = Bans(services.groups, services.clock)
        services.hindrances.features.append(self._bans)
        services.hindrances.expelled = self._bans.banned
        services.outlasting_settings[KEY] = longer

    @handles(
        admin_command(
            name="ban",
            section="order",
            parameters=(
                Parameter("player", Kind.PERSON),
                Parameter("time", Kind.DURATION, optional=True),
                Parameter("reason", Kind.WORDS, optional=True),
            ),
        )
    )
    async def ban(self, request: Request) -> Reply:
        services, group = self._services, request.group
        member = self._services.members.named(request.group, request.word("player"))
        if member.player == request.who.id or is_computer(member.player):
            raise Refusal("cannot-be-banned", name=member.name)
        now, time = services.clock.utc(), request.word("time")
        until = now + duration_of(time) if time else None
        who = request.who
        by, reason = who.name if who.anonymous else who.id, request.word("reason")
        ban = Ban(until.isoformat() if until else "", by, safe_text(reason) if reason else "")
        await self._bans.change(group, member.player, ban, request.receipt)
        await services.tables.banned(group, member.player)
        fields = {"name": member.name, "admin": who.name, **ban.fields(now, services.groups.of(group))}
        services.announcer.post(request.where, Notice("banned", fields))
        services.announcer.tell_person(request.where, member.player, Notice("you-are-banned", fields))
        return self._done(request, answer(request, "banned", name=member.name))

    @handles(admin_command(name="unban", section="order", parameters=(Parameter("player", Kind.PERSON),)))
    async def unban(self, request: Request) -> Reply:
        services, group = self._services, request.group
        player = self._banned(request)
        name = services.members.name(group, player)
        await self._bans.change(group, player, None, request.receipt)
        services.announcer.post(request.where, Notice("unbanned", {"name": name, "admin": request.who.name}))
        return self._done(request, answer(request, "unbanned", name=name))

    @handles(
        admin_command(
            name="bans",
            section="order",
            user_menu=True,
            parameters=(Parameter("player", Kind.PERSON, optional=True),),
            reads_only=True,
        )
    )
    async def bans(self, request: Request) -> Reply:
        """List bans; with a name, ask for the length of a ban."""
        if request.word("player"):
            member = self._services.members.named(request.group, request.word("player"))
            return Reply(pages.lengths(member.player, member.name, request.translate), menu=True)
        return self._list(request)

    def _done(self, request: Request, reply: Reply) -> Reply:
        if not request.in_menu:
            return told(reply)
        return replace(self._list(request, reply.message.lines), told=True)

    def _list(self, request: Request, said: tuple[str, ...] = ()) -> Reply:
        services, group = self._services, request.group
        bans, now = self._bans.in_force(group), services.clock.utc()
        seated = {chair.player for table in services.tables.of_group(group) for chair in table.state.seated}
        others = [
            each
            for each in services.members.of_group(group)
            if not is_computer(each.player) and each.player != request.who.id and each.player not in bans
        ]
        others.sort(key=lambda each: each.player not in seated)
        named = (*bans, *(ban.by for ban in bans.values() if ":" in ban.by))
        names = {player: services.members.name(group, player) for player in named}
        page = pages.ban_list(bans, services.groups.of(group), names, others, now, said, request.translate)
        return Reply(page, menu=True)

    def _banned(self, request: Request) -> PlayerId:
        """Return a ban by name or id; raise ``Refusal`` for an unknown name."""
        wanted = request.word("player").removeprefix("@").removeprefix("<").removesuffix(">").casefold()
        members, bans = self._services.members, self._bans.in_force(request.group)
        found = [each for each in bans if wanted in (each.casefold(), members.name(request.group, each).casefold())]
        if len(found) != 1:
            raise Refusal("not-banned", name=request.picked_name(wanted) or wanted[:40])
        return found[0]
