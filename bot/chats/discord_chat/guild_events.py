"""Handling of guild events: Kiu joins or leaves, members are banned, channels are deleted."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import discord
import structlog

from bot.app import App
from bot.chats.discord_chat.api_errors import UNKNOWN_CHANNEL, post_errors
from bot.chats.discord_chat.ids import PLATFORM, group_id, guild_id_of, player_id
from bot.chats.discord_chat.limits import Timeouts
from bot.chats.discord_chat.network_errors import NETWORK_ERRORS
from bot.chats.discord_chat.posting import post_message
from bot.ledger import LedgerClosed
from bot.messages import Message, Place, Unwelcome
from bot.presenting import newcomers
from bot.wording import in_language, language_of

log = structlog.get_logger()


class GuildEvents:
    """Handler of guild events; the next start makes up for events that can't be stored."""

    def __init__(self, app: App, timeouts: Timeouts, resumed: asyncio.Event) -> None:
        self._app = app
        self._retry_delay = timeouts.retry_delay
        self._resumed = resumed
        self._lock = asyncio.Lock()
        """Kept while guilds are compared, joined or left."""

        self._closing: set[asyncio.Task[None]] = set()

    async def on_connected(self, client: discord.Client) -> None:
        """Make up for events that were missed."""
        if not self._resumed.is_set():
            return
        guilds = {group_id(guild.id): guild for guild in client.guilds}
        with suppress(LedgerClosed):
            async with self._lock:
                places = self._app.tables.places(PLATFORM)
                direct = {place.group for place in places if guild_id_of(place.group) is None}
                await self._app.membership.present(PLATFORM, {*guilds, *direct})
            for place in places:
                guild = guilds.get(place.group)
                if guild is not None and await _is_deleted(client, guild, int(place.channel)):
                    await self._app.membership.place_gone(place)

    async def on_guild_join(self, client: discord.Client, guild: discord.Guild) -> None:
        """Resume the guild's tables and post a welcome where allowed; nobody gets a direct message."""
        group = group_id(guild.id)
        with suppress(LedgerClosed):
            async with self._lock:
                await self._app.membership.arrived(group, _language(guild))
        channel = _welcome_channel(guild)
        if channel is not None:
            place = Place(group, str(channel.id))
            await self._post(client, place, newcomers.welcome(in_language(self._app.groups.of(group).language)))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        with suppress(LedgerClosed):
            async with self._lock:
                await self._app.membership.removed(group_id(guild.id))

    async def on_channel_gone(self, guild: int, channel: int) -> None:
        if self._resumed.is_set():
            await self._close_table(Place(group_id(guild), str(channel)))

    async def on_member_banned(self, guild: int, user: discord.abc.Snowflake) -> None:
        """Let a banned member get up as soon as no hand needs them."""
        if self._resumed.is_set():
            await self._app.membership.member_gone(group_id(guild), player_id(user))

    def on_permissions_changed(self, guild: int) -> None:
        """Show messages that were refused before."""
        self._app.announcer.try_again(group_id(guild))

    def report_gone(self, place: Place) -> None:
        task = asyncio.create_task(self._close_table(place))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close_table(self, place: Place) -> None:
        with suppress(LedgerClosed):
            await self._app.membership.place_gone(place)

    async def _post(self, client: discord.Client, place: Place, message: Message) -> None:
        def channel() -> discord.PartialMessageable:
            if client.is_closed():
                raise ConnectionError("not connected to Discord any more")
            return client.get_partial_messageable(int(place.channel))

        with suppress(Unwelcome, *NETWORK_ERRORS), post_errors(place):
            await post_message(channel, message, self._retry_delay)


async def _is_deleted(client: discord.Client, guild: discord.Guild, channel: int) -> bool:
    """Ask Discord, since archived threads and hidden channels are unknown to the client too."""
    if guild.unavailable or guild.get_channel_or_thread(channel) is not None:
        return False
    try:
        await client.fetch_channel(channel)
    except discord.NotFound as error:
        return error.code == UNKNOWN_CHANNEL
    except (discord.HTTPException, discord.InvalidData, *NETWORK_ERRORS) as error:
        log.warning(
            "channel not known",
            action="its table stays open",
            platform=PLATFORM,
            channel=channel,
            error=type(error).__name__,
        )
    return False


def _language(guild: discord.Guild) -> str:
    """Return a guild's language; only community guilds choose one."""
    return (language_of(guild.preferred_locale.value) or "") if "COMMUNITY" in guild.features else ""


def _welcome_channel(guild: discord.Guild) -> discord.TextChannel | None:
    for channel in (guild.system_channel, *guild.text_channels):
        if channel is not None:
            permissions = channel.permissions_for(guild.me)
            if permissions.view_channel and permissions.send_messages:
                return channel
    return None
