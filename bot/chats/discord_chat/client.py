"""The discord.py client with the handler of each event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import structlog

from bot.chats.call_watch import CallWatch
from bot.chats.discord_chat.gateway import GatewayClient, Timeouts
from bot.chats.discord_chat.guilds import GuildEvents
from bot.chats.discord_chat.interactions import InteractionHandler
from bot.chats.discord_chat.slash_commands import register

log = structlog.get_logger()

# Kiu uses no voice, so its missing libraries need no warning.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class KiuClient(GatewayClient):
    def __init__(
        self,
        interactions: InteractionHandler,
        guild_events: GuildEvents,
        timeouts: Timeouts,
        sync_file: Path | None,
        gateway_url: str,
        calls: CallWatch,
    ) -> None:
        super().__init__(timeouts, gateway_url, calls)
        self._interactions = interactions
        self._guild_events = guild_events
        self._sync_file = sync_file

    async def setup_hook(self) -> None:
        """Register changed commands."""
        try:
            if await register(self, self._sync_file):
                log.info("commands registered", platform="discord")
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            # Buttons and previously registered commands still work.
            log.error(
                "commands not registered",
                action="those registered before stay; tried again at the next start",
                platform="discord",
                status=error.status,
                code=error.code,
            )

    async def on_ready(self) -> None:
        """Begin a session; comes again after a session that could not be resumed."""
        # This client may have been closed and replaced by now.
        await self._guild_events.on_connected(self)
        self.guilds_known.set()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._guild_events.on_guild_join(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Handle a removal or deletion; discord.py does not call it for a guild unavailable for a while."""
        await self._guild_events.on_guild_remove(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._guild_events.on_channel_gone(channel.guild.id, channel.id)

    async def on_member_ban(self, guild: discord.Guild, user: discord.User | discord.Member) -> None:
        self._interactions.forget_member(guild.id, user.id)
        await self._guild_events.on_member_banned(guild.id, user)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        await self._guild_events.on_channel_gone(event.guild_id, event.thread_id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self._interactions.handle(interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log the error without the event's data."""
        log.exception("event failed", action="the event is dropped", platform="discord", event_name=event_method)
