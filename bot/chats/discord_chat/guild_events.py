"""Handling the events of guilds: Kiu is added to a server, removed from one, or finds both on connecting again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.app import App
from bot.chats.discord_chat.api_errors import post_errors
from bot.chats.discord_chat.ids import PLATFORM, group_id
from bot.chats.discord_chat.network_errors import NETWORK_ERRORS
from bot.chats.discord_chat.posting import post_message
from bot.chats.discord_chat.timeouts import Timeouts
from bot.ledger import LedgerClosed
from bot.messages import Message, Place, Unwelcome
from bot.presenting import answers
from bot.wording import in_language


class GuildEvents:
    """Tells the application of which guilds Kiu is a member.

    An event may come while the process ends and nothing can be stored any more; the next start makes up for it.

    Args:
        app: the running application.
        timeouts: the delay before a call is repeated.
        resumed: set when the tables have been resumed.
    """

    def __init__(self, app: App, timeouts: Timeouts, resumed: asyncio.Event) -> None:
        self._app = app
        self._retry_delay = timeouts.retry_delay
        self._resumed = resumed
        self._lock = asyncio.Lock()
        """A list of all guilds is not to be compared while Kiu is added to one or removed from one."""

    async def on_connected(self, guilds: Sequence[discord.Guild]) -> None:
        """Make up for events that were missed.

        Args:
            guilds: every guild that Kiu is a member of.
        """
        if self._resumed.is_set():
            with suppress(LedgerClosed):
                async with self._lock:
                    await self._app.membership.present(PLATFORM, {group_id(guild.id) for guild in guilds})

    async def on_guild_join(self, client: discord.Client, guild: discord.Guild) -> None:
        """Resume the guild's tables, and post a welcome where that is allowed; nobody gets a direct message.

        Args:
            client: posts the welcome, unless it is closed by then.
            guild: the guild.
        """
        group = group_id(guild.id)
        with suppress(LedgerClosed):
            async with self._lock:
                await self._app.membership.arrived(group)
        channel = _welcome_channel(guild)
        if channel is not None:
            place = Place(group, str(channel.id))
            await self._post(client, place, answers.welcome(in_language(self._app.groups.of(group).language)))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Stop the guild's tables until Kiu is added again."""
        with suppress(LedgerClosed):
            async with self._lock:
                await self._app.membership.removed(group_id(guild.id))

    async def _post(self, client: discord.Client, place: Place, message: Message) -> None:
        def channel() -> discord.PartialMessageable:
            if client.is_closed():
                raise ConnectionError("not connected to Discord any more")
            return client.get_partial_messageable(int(place.channel))

        with suppress(Unwelcome, *NETWORK_ERRORS), post_errors(place):
            await post_message(channel, message, self._retry_delay)


def _welcome_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The guild's system channel, or else the first channel in which Kiu may post."""
    for channel in (guild.system_channel, *guild.text_channels):
        if channel is not None:
            permissions = channel.permissions_for(guild.me)
            if permissions.view_channel and permissions.send_messages:
                return channel
    return None
