"""The connection to Discord, and what is told over it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import discord
import structlog
import yarl
from discord import app_commands

from bot.chats.discord_chat import slash_commands
from bot.chats.discord_chat.buttons import PressedButton, filled_in
from bot.chats.discord_chat.clerk import Clerk
from bot.chats.discord_chat.pace import Pace
from bot.chats.discord_chat.synchronising import synchronise
from bot.chats.discord_chat.translator import CommandTranslator

log = structlog.get_logger()

# Kiu has nothing to say aloud, so it is no news to the host that the library could not.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class Ears(Protocol):
    """Who wants to know on which servers Kiu is."""

    async def connected(self, guilds: Sequence[discord.Guild]) -> None:
        """The connection stands, and Kiu is on these servers."""

    async def joined(self, guild: discord.Guild) -> None:
        """Somebody has added Kiu to a server."""

    async def left(self, guild: discord.Guild) -> None:
        """Kiu was removed from a server, or the server is gone."""


class Tree(app_commands.CommandTree["KiuClient"]):
    """The slash-commands; whatever goes wrong with one is said to whoever used it."""

    async def on_error(
        self, interaction: discord.Interaction[KiuClient], error: app_commands.AppCommandError, /
    ) -> None:
        """Say that something went wrong."""
        log.error("slash-command failed", exc_info=error)
        await self.client.clerk.broken(interaction)


class KiuClient(discord.AutoShardedClient):
    """A client that hears of servers and interactions, and of nothing else.

    Args:
        clerk: answers people.
        ears: hears of servers.
        pace: how long to wait for what.
        memory: the file that keeps which commands were registered last.
        gateway_url: where the gateway is, if not where Discord says.
    """

    def __init__(self, clerk: Clerk, ears: Ears, pace: Pace, memory: Path | None, gateway_url: str) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=pace.guilds_follow_within,
        )
        self.clerk = clerk
        self.settled = asyncio.Event()
        """Set once all servers are known."""

        self._ears = ears
        self._memory = memory
        self._gateway_url = gateway_url
        self.tree = Tree(self)
        slash_commands.grow(self.tree)

    async def setup_hook(self) -> None:
        """Be ready for buttons of any age, and register the commands if they are not."""
        self.add_dynamic_items(PressedButton)
        await self.tree.set_translator(CommandTranslator())
        try:
            if await synchronise(self.tree, self._memory):
                log.info("commands registered", platform="discord")
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            # Buttons work without, and so do the commands that were registered before.
            log.error("commands not registered", platform="discord", status=error.status, code=error.code)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect one shard, where the host says if the host says."""
        await super().launch_shard(yarl.URL(self._gateway_url or gateway), shard_id, initial=initial)

    async def on_ready(self) -> None:
        """The connection stands; after a session that could not be resumed, once more."""
        # Its own servers: by the time the library says so, Kiu may have closed this client and made another.
        await self._ears.connected(self.guilds)
        self.settled.set()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Kiu was added to a server."""
        await self._ears.joined(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Kiu was removed from a server, or the server is gone; one that is only out of order is not told of here."""
        await self._ears.left(guild)

    async def on_interaction(self, interaction: discord.Interaction[KiuClient]) -> None:
        """Forms come here; the library itself brings buttons and commands where they belong."""
        if form := filled_in(interaction):
            await self.clerk.filled_in(interaction, *form)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Say what went wrong, but not with whose words."""
        log.exception("event failed", platform="discord", event_name=event_method)
