"""Handling the events of guilds: Kiu is added to a server or removed, members are banned, and channels are deleted.

Whatever happened while Kiu was not connected is found out on connecting again.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import discord
import structlog

from bot.app import App
from bot.chats.discord_chat.api_errors import UNKNOWN_CHANNEL, post_errors
from bot.chats.discord_chat.ids import PLATFORM, group_id, guild_id_of, player_id
from bot.chats.discord_chat.network_errors import NETWORK_ERRORS
from bot.chats.discord_chat.posting import post_message
from bot.chats.discord_chat.timeouts import Timeouts
from bot.ledger import LedgerClosed
from bot.messages import Message, Place, Unwelcome
from bot.presenting import newcomers
from bot.wording import in_language, language_of

log = structlog.get_logger()


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

        self._closing: set[asyncio.Task[None]] = set()

    async def on_connected(self, client: discord.Client) -> None:
        """Make up for events that were missed.

        Args:
            client: knows every guild that Kiu is a member of, and is asked for channels that it does not know.
        """
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
        """Resume the guild's tables, and post a welcome where that is allowed; nobody gets a direct message.

        Args:
            client: posts the welcome, unless it is closed by then.
            guild: the guild.
        """
        group = group_id(guild.id)
        with suppress(LedgerClosed):
            async with self._lock:
                await self._app.membership.arrived(group, _language(guild))
        channel = _welcome_channel(guild)
        if channel is not None:
            place = Place(group, str(channel.id))
            await self._post(client, place, newcomers.welcome(in_language(self._app.groups.of(group).language)))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Stop the guild's tables until Kiu is added again."""
        with suppress(LedgerClosed):
            async with self._lock:
                await self._app.membership.removed(group_id(guild.id))

    async def on_channel_gone(self, guild: int, channel: int) -> None:
        """Close the table of a channel or thread that was deleted."""
        if self._resumed.is_set():
            await self._close_table(Place(group_id(guild), str(channel)))

    async def on_member_banned(self, guild: int, user: discord.abc.Snowflake) -> None:
        """Let somebody get up who was banned from a guild, as soon as no hand needs them."""
        if self._resumed.is_set():
            await self._app.membership.member_gone(group_id(guild), player_id(user))

    def on_permissions_changed(self, guild: int) -> None:
        """What Kiu may do in a guild may have changed: show what could not be shown."""
        self._app.announcer.try_again(group_id(guild))

    def report_gone(self, place: Place) -> None:
        """A call was refused because its channel was deleted; nobody waits until its table is closed."""
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
    """Whether a channel or thread of a guild was deleted.

    Archived threads and hidden channels may be unknown to the client as well, so Discord is asked before it is said.
    """
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
    """The language of a guild; only those that are communities choose one, and all others seem to be English."""
    return (language_of(guild.preferred_locale.value) or "") if "COMMUNITY" in guild.features else ""


def _welcome_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The guild's system channel, or else the first channel in which Kiu may post."""
    for channel in (guild.system_channel, *guild.text_channels):
        if channel is not None:
            permissions = channel.permissions_for(guild.me)
            if permissions.view_channel and permissions.send_messages:
                return channel
    return None
