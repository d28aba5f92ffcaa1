"""The table page as an Activity.

A hello has a code that Discord gave to the page's person, and the instance in which they see the page. Discord is asked
whose the code is, and who is in the instance; what the page says itself counts for nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import discord
import structlog
from discord.http import Route

from bot.app import App
from bot.chats.discord_chat.gateway import Gateway, GatewayClient, Timeouts
from bot.chats.discord_chat.guilds import GuildMembers, missing_in, wording_key
from bot.chats.discord_chat.http_calls import NETWORK_ERRORS
from bot.chats.discord_chat.notation import PLATFORM, group_id, player_id
from bot.chats.discord_chat.page_codes import PageCodes
from bot.chats.frames import LANGUAGE, Frame, RefusedByRoom, text_of
from bot.chats.members_asked import MembershipUnknown
from bot.chats.visitors import NotYet, Visitor
from bot.commands import spec_of
from bot.environment.task_set import TaskSet
from bot.messages import Command, Person, Place, Reply
from bot.presenting import answers
from bot.wording import Translator

log = structlog.get_logger()

IDENTIFIED_WITHIN = 5.0
"""Seconds after which a page is told to ask again."""

TIMES_LOOKED = 2
"""Looks for somebody in an instance, which their page may enter sooner than Discord says so."""

_INSTANCE = re.compile(r"[A-Za-z0-9_-]{1,200}", re.ASCII)

NOT_LET_IN = "not-let-in"
"""The one reason for every hello that Discord does not confirm, so that nobody learns what is wrong with theirs."""


class Activity:
    def __init__(
        self, gateway: Gateway, members: GuildMembers, codes: PageCodes, resumed: asyncio.Event, timeouts: Timeouts
    ) -> None:
        self._gateway = gateway
        self._members = members
        self._codes = codes
        self._resumed = resumed
        self._retry_delay = timeouts.retry_delay
        self._running = TaskSet()
        self._app: App

    def open(self, app: App) -> None:
        self._app = app

    async def close(self) -> None:
        await self._codes.close()

    async def identify(self, hello: Frame) -> Visitor:
        """Return the member of a guild who looks at the page, as :data:`bot.chats.visitors.Identify`."""
        try:
            async with asyncio.timeout(IDENTIFIED_WITHIN):
                await self._resumed.wait()
                return await self._visitor(hello)
        except (MembershipUnknown, discord.HTTPException, *NETWORK_ERRORS) as error:
            log.warning(
                "Discord does not say who looks at the table page",
                action="the page asks again",
                platform=PLATFORM,
                error=type(error).__name__,
            )
            raise NotYet from None

    async def _visitor(self, hello: Frame) -> Visitor:
        client = self._gateway.client
        application = client.application_id
        assert application is not None
        user = await self._codes.user_of(text_of(hello, "discord"), application)
        guild, channel = text_of(hello, "guild"), text_of(hello, "channel")
        if user is None or not await self._is_in(text_of(hello, "instance"), application, user, guild, channel):
            raise RefusedByRoom(NOT_LET_IN)
        # Discord has named this guild and channel too, so they are numbers.
        member = await self._members.member(client, int(guild), user)
        if member is None:
            raise RefusedByRoom(NOT_LET_IN)
        place = Place(group_id(int(guild)), str(int(channel)))
        await self._app.dispatcher.recall(player_id(member), place.group)
        language = text_of(hello, "language")
        seen = _Seen(self, client, member, place, language if LANGUAGE.fullmatch(language) else "")
        table = self._app.tables.at(place)
        shown = "" if table is None else table.state.id
        return Visitor(seen.person, place, seen.carry_out, table=shown, sees=seen.sees)

    async def _is_in(self, instance: str, application: int, user: int, guild: str, channel: str) -> bool:
        """True if Discord says that a user is in an instance, and it in this channel."""
        if not _INSTANCE.fullmatch(instance):
            return False
        for look in range(TIMES_LOOKED):
            if look:
                await asyncio.sleep(self._retry_delay)
            found = await self._instance(instance, application)
            where = found.get("location", {})
            if found and (where.get("guild_id"), where.get("channel_id")) != (guild, channel):
                return False
            if str(user) in found.get("users", ()):
                return found.get("application_id") == str(application)
        return False

    async def _instance(self, instance: str, application: int) -> Mapping[str, Any]:
        path = "/applications/{application_id}/activity-instances/{instance_id}"
        route = Route("GET", path, application_id=application, instance_id=instance)
        try:
            found: Mapping[str, Any] = await self._gateway.client.http.request(route)
        except discord.HTTPException as error:
            if error.status in (400, 403, 404):
                return {}
            raise
        return found

    async def carried_out(self, client: GatewayClient, command: Command) -> Reply:
        spec = spec_of(command.text)
        if spec is not None and spec.opens_table and (missing := missing_in(client, int(command.where.channel))):
            translate = self._translator(command)
            names = ", ".join(map(translate, map(wording_key, missing)))
            refusal = translate("discord-permissions-missing", permissions=names)
            return Reply(answers.sentence(refusal), refused=True)
        # Carried out even if the page is closed.
        return await self._running.finish(self._app.dispatcher.handle(command))

    async def latest(self, client: GatewayClient, member: discord.Member) -> discord.Member | None:
        return await self._members.member(client, member.guild.id, member.id)

    def _translator(self, command: Command) -> Translator:
        return self._app.members.translator(command.where.group, command.who.id)


@dataclass(frozen=True, slots=True)
class _Seen:
    """A member who looks at the page, as they were when they came."""

    activity: Activity
    client: GatewayClient
    member: discord.Member
    place: Place
    language: str

    @property
    def person(self) -> Person:
        return _person(self.member, self.language)

    def sees(self, place: Place) -> bool:
        channel = self.client.get_channel(int(place.channel))
        if place == self.place:
            return True
        if isinstance(channel, discord.Thread):
            # Nobody says who is in a private thread.
            return not channel.is_private() and self._may_view(channel.parent)
        return self._may_view(channel)

    def _may_view(self, channel: object) -> bool:
        return isinstance(channel, discord.abc.GuildChannel) and channel.permissions_for(self.member).view_channel

    async def carry_out(
        self, place: Place, text: str, *, turn: str = "", key: str = "", language: str = "", in_menu: bool = False
    ) -> Reply:
        """Carry out a command with the rights that the sender has by now."""
        who = self.person
        try:
            member = await self.activity.latest(self.client, self.member)
            who = replace(who, admin=False, member=False) if member is None else _person(member, self.language)
        except MembershipUnknown:
            # Whose turn it is has no time to wait for Discord.
            who = replace(who, admin=False)
        own_key = f"{PLATFORM}-page:{self.member.id}:{key}" if key else ""
        command = Command(who, place, text, turn, own_key, in_menu=in_menu, on_page=True)
        return await self.activity.carried_out(self.client, command)


def _person(member: discord.Member, language: str) -> Person:
    rights = member.guild_permissions
    return Person(player_id(member), member.display_name, rights.manage_guild or rights.administrator, language)
