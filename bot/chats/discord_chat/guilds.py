"""Guilds: Kiu joins or leaves, members are banned or asked about, channels are deleted, permissions are missing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

import discord
import structlog
from cachetools import TTLCache

from bot.app import App
from bot.chats.discord_chat.channel_messages import ChannelMessages
from bot.chats.discord_chat.gateway import Gateway, GatewayClient, Timeouts
from bot.chats.discord_chat.http_calls import NETWORK_ERRORS, errors_translated
from bot.chats.discord_chat.notation import PLATFORM, group_id, guild_id_of, player_id
from bot.chats.members_asked import BotNotThere, MembershipUnknown
from bot.environment.task_set import TaskSet
from bot.ledger import LedgerClosed, NotStored
from bot.messages import Place, Unwelcome
from bot.presenting import newcomers
from bot.wording import in_language, language_of

log = structlog.get_logger()

MEMBERS_CACHED = 5_000

CHANNEL_PERMISSIONS = ("view_channel", "send_messages", "attach_files", "embed_links")

THREAD_PERMISSIONS = ("view_channel", "send_messages_in_threads", "attach_files", "embed_links")

ALL_PERMISSIONS = tuple(dict.fromkeys((*CHANNEL_PERMISSIONS, *THREAD_PERMISSIONS)))

INVITED_WITH = discord.Permissions(**dict.fromkeys(ALL_PERMISSIONS, True))
"""The same as bits of an invite link."""

_UNKNOWN_MEMBER = 10007
_UNKNOWN_USER = 10013


class GuildEvents:
    """Handler of guild events; the next start makes up for events that can't be stored."""

    def __init__(
        self, app: App, gateway: Gateway, messages: ChannelMessages, members: GuildMembers, resumed: asyncio.Event
    ) -> None:
        self._app = app
        self._gateway = gateway
        self._messages = messages
        self._members = members
        self._resumed = resumed
        self._lock = asyncio.Lock()
        """Kept while guilds are compared, joined or left."""

        self._closing = TaskSet()
        self.report: Callable[..., Awaitable[None]] = self.carry_out
        """Lets a group's process carry out a method of the membership."""

    async def carry_out(self, kind: str, group: str, *more: str) -> None:
        membership = self._app.membership
        done = {
            "arrived": membership.arrived,
            "removed": membership.removed,
            "place_gone": membership.place_gone,
            "member_gone": membership.member_gone,
        }[kind]
        await done(group, *more)  # type: ignore[operator]

    async def on_ready(self) -> None:
        """Make up for events that were missed; comes with each session, and after the end too."""
        if not self._resumed.is_set():
            return
        with suppress(LedgerClosed, NotStored, ConnectionError):
            async with self._lock:
                guilds = {group_id(guild.id) for guild in self._gateway.client.guilds}
                places = self._app.tables.places(PLATFORM)
                direct = {place.group for place in places if guild_id_of(place.group) is None}
                await self._app.membership.present(PLATFORM, guilds | direct)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the guild's tables and post a welcome where allowed; nobody gets a direct message."""
        group = group_id(guild.id)
        # Only community guilds choose a language.
        chosen = language_of(guild.preferred_locale.value) if "COMMUNITY" in guild.features else None
        with suppress(LedgerClosed, NotStored):
            async with self._lock:
                await self.report("arrived", group, chosen or "")
        if channel := _welcome_channel(guild):
            welcome = newcomers.welcome(in_language(self._app.groups.of(group).language))
            with suppress(Unwelcome, *NETWORK_ERRORS), errors_translated():
                await self._messages.post(channel.id, welcome)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Handle a removal or deletion; discord.py does not call it for a guild unavailable for a while."""
        with suppress(LedgerClosed, NotStored):
            async with self._lock:
                await self.report("removed", group_id(guild.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._on_channel_gone(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        await self._on_channel_gone(event.guild_id, event.thread_id)

    async def _on_channel_gone(self, guild: int, channel: int) -> None:
        if self._resumed.is_set():
            await self._close_table(Place(group_id(guild), str(channel)))

    async def on_member_ban(self, guild: discord.Guild, user: discord.User | discord.Member) -> None:
        self._members.forget(user.id, guild.id)
        if self._resumed.is_set():
            await self.report("member_gone", group_id(guild.id), player_id(user))

    def report_gone(self, place: Place) -> None:
        self._closing.start(self._close_table(place))

    async def _close_table(self, place: Place) -> None:
        with suppress(LedgerClosed, NotStored):
            await self.report("place_gone", *place)


def _welcome_channel(guild: discord.Guild) -> discord.TextChannel | None:
    for channel in (guild.system_channel, *guild.text_channels):
        if channel is not None:
            permissions = channel.permissions_for(guild.me)
            if permissions.view_channel and permissions.send_messages:
                return channel
    return None


class GuildMembers:
    """Members of guilds, cached briefly: without the privileged intent, Discord announces bans but no departures."""

    def __init__(self, timeouts: Timeouts) -> None:
        self._seconds = timeouts.member
        self._cache: TTLCache[tuple[int, int], discord.Member | None] = TTLCache(
            MEMBERS_CACHED, timeouts.member_cache, timer=lambda: asyncio.get_running_loop().time()
        )

    async def member(self, client: GatewayClient, guild_id: int, user_id: int) -> discord.Member | None:
        """Return a member with their roles, or ``None``; raise ``MembershipUnknown`` if Discord does not say."""
        try:
            return self._cache[guild_id, user_id]
        except KeyError:
            known = self._cache[guild_id, user_id] = await self._fetch(client, guild_id, user_id)
            return known

    def forget(self, user_id: int, guild_id: int | None = None) -> None:
        """Ask anew, by default in every guild."""
        for key in [each for each in self._cache if each[1] == user_id and guild_id in (None, each[0])]:
            self._cache.pop(key, None)

    async def _fetch(self, client: GatewayClient, guild_id: int, user_id: int) -> discord.Member | None:
        try:
            async with asyncio.timeout(self._seconds):
                guild = await client.find_guild(guild_id)
                if guild is None:
                    raise BotNotThere
                return await guild.fetch_member(user_id)
        except (TimeoutError, discord.HTTPException, *NETWORK_ERRORS) as error:
            if getattr(error, "code", 0) in (_UNKNOWN_MEMBER, _UNKNOWN_USER):
                return None
            log.warning(
                "Discord does not say who is a member",
                action="nothing is done, and the asker is told",
                platform=PLATFORM,
                error=type(error).__name__,
            )
            raise MembershipUnknown from None


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    return [] if interaction.guild_id is None else lacking(interaction.app_permissions, _needed_in(interaction.channel))


def missing_in(client: discord.Client, channel_id: int) -> list[str]:
    """Return missing permissions as far as the gateway knows the channel."""
    channel = client.get_channel(channel_id)
    if not isinstance(channel, (discord.Thread, discord.abc.GuildChannel)):
        return []
    return lacking(channel.permissions_for(channel.guild.me), _needed_in(channel))


def _needed_in(channel: object) -> Iterable[str]:
    return THREAD_PERMISSIONS if isinstance(channel, discord.Thread) else CHANNEL_PERMISSIONS


def lacking(granted: discord.Permissions, needed: Iterable[str] = ALL_PERMISSIONS) -> list[str]:
    """Return the permissions not granted; an administrator lacks none."""
    return [] if granted.administrator else [name for name in needed if not getattr(granted, name)]


def wording_key(permission: str) -> str:
    """Return the wording's key for the name in Discord's settings."""
    return f"discord-permission-{permission.replace('_', '-')}"
