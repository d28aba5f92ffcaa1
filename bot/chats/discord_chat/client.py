"""The discord.py client: which events it receives, and which part of the adapter handles each."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import discord
import structlog
import yarl

from bot.chats.call_watch import CallWatch
from bot.chats.discord_chat.command_sync import sync_commands
from bot.chats.discord_chat.dynamic_buttons import dynamic_button, dynamic_select
from bot.chats.discord_chat.guild_events import GuildEvents
from bot.chats.discord_chat.http_trace import http_trace
from bot.chats.discord_chat.interactions import InteractionHandler
from bot.chats.discord_chat.localization import CommandTranslator
from bot.chats.discord_chat.modals import submitted_value
from bot.chats.discord_chat.slash_commands import KiuCommandTree
from bot.chats.discord_chat.timeouts import Timeouts

log = structlog.get_logger()

# Kiu uses no voice, so the host need not read that the libraries for it are missing.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class KiuClient(discord.AutoShardedClient):
    """A client that receives the events of guilds, bans and interactions, and no others.

    Args:
        interactions: handles interactions.
        guild_events: handles the events of guilds.
        timeouts: how long to wait for the guilds.
        sync_file: keeps which commands were registered last; ``None`` to register them each time.
        gateway_url: the gateway's URL, if not the one that Discord gives.
        calls: is told of every call to the API.
    """

    def __init__(
        self,
        interactions: InteractionHandler,
        guild_events: GuildEvents,
        timeouts: Timeouts,
        sync_file: Path | None,
        gateway_url: str,
        calls: CallWatch,
    ) -> None:
        super().__init__(
            http_trace=http_trace(calls),
            # Who is banned is told without a privileged intent; who leaves is not.
            intents=discord.Intents(guilds=True, moderation=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=timeouts.guild_ready_timeout,
        )
        self.guilds_known = asyncio.Event()
        """Set once all guilds are known, and the application was told of them."""

        self._interactions = interactions
        self._guild_events = guild_events
        self._sync_file = sync_file
        self._gateway_url = gateway_url
        self.tree = KiuCommandTree(self, interactions)

    async def setup_hook(self) -> None:
        """Prepare for buttons of earlier messages, and register the commands if they have changed."""
        self.add_dynamic_items(
            dynamic_button(self._interactions.on_button), dynamic_select(self._interactions.on_button)
        )
        await self.tree.set_translator(CommandTranslator())
        try:
            if await sync_commands(self.tree, self._sync_file):
                log.info("commands registered", platform="discord")
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            # Buttons work all the same, and so do the commands that were registered before.
            log.error(
                "commands not registered",
                action="those registered before stay; tried again at the next start",
                platform="discord",
                status=error.status,
                code=error.code,
            )

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect one shard, to the host's own gateway URL if there is one."""
        await super().launch_shard(yarl.URL(self._gateway_url or gateway), shard_id, initial=initial)

    async def on_ready(self) -> None:
        """The session is established; comes again after a session that could not be resumed."""
        # The guilds of this client: by the time of this event, it may have been closed and replaced by another.
        await self._guild_events.on_connected(self)
        self.guilds_known.set()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Kiu was added to a guild."""
        await self._guild_events.on_guild_join(self, guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Kiu was removed from a guild, or it was deleted; not called for a guild that is unavailable for a while."""
        await self._guild_events.on_guild_remove(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted; that of each of its threads is an event of its own."""
        await self._guild_events.on_channel_gone(channel.guild.id, channel.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel) -> None:
        """A channel was changed, perhaps its permissions."""
        self._guild_events.on_permissions_changed(channel.guild.id)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """A role was changed, perhaps one that Kiu has."""
        self._guild_events.on_permissions_changed(role.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Kiu itself was changed, perhaps its roles; nobody else is known as a member."""
        self._guild_events.on_permissions_changed(member.guild.id)

    async def on_member_ban(self, guild: discord.Guild, user: discord.User | discord.Member) -> None:
        """Somebody was banned from a guild."""
        self._interactions.forget_member(guild.id, user.id)
        await self._guild_events.on_member_banned(guild.id, user)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted, alone or with its channel."""
        await self._guild_events.on_channel_gone(event.guild_id, event.thread_id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle modals, which discord.py would not know after a restart; it dispatches commands and buttons itself."""
        if submitted := submitted_value(interaction):
            await self._interactions.on_modal_submit(interaction, *submitted)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log the error, but none of the event's data."""
        log.exception("event failed", action="the event is dropped", platform="discord", event_name=event_method)
