"""A guild that Kiu is a member of: the Chat protocol and replies to interactions are tested there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.app import App, open_app
from bot.chats.discord_chat import DiscordChat, RateLimits, Timeouts
from bot.environment.clock import SystemClock
from bot.messages import Chat, Place
from tests.bot.scenario import empty_database, url_of
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.server import Discord
from tests.patience import LONGEST_WAIT
from tests.seeded_entropy import SeededEntropy

RATE_LIMITS = RateLimits(dm_openings=2, dm_opening_seconds=0.2)
TIMEOUTS = Timeouts(defer_after=0.1, update_within=0.1, retry_delay=0.01, guild_ready_timeout=0.02)


@dataclass(frozen=True)
class GuildSetup:
    """A guild with Kiu and two other members."""

    discord: Discord
    chat: DiscordChat
    app: App
    sari: Member
    budi: Member

    @property
    def place(self) -> Place:
        return Place(f"discord:{self.sari.guild.id}", str(self.sari.channel.id))


@asynccontextmanager
async def open_guild_setup(discord: Discord, folder: Path) -> AsyncIterator[GuildSetup]:
    """Serve a guild with two members."""
    discord.responses.response_seconds = LONGEST_WAIT
    guild = discord.guild()
    sari, budi = discord.member(guild, "Sari"), discord.member(guild, "Budi")
    chats: dict[str, Chat] = {}
    chat = DiscordChat(
        discord.token,
        api_url=discord.api_url,
        gateway_url=discord.gateway_url,
        rate_limits=RATE_LIMITS,
        timeouts=TIMEOUTS,
    )
    await empty_database(folder)
    async with open_app(url_of(folder), chats=chats, clock=SystemClock(), entropy=SeededEntropy("seed")) as app:
        chats[chat.platform] = chat
        await chat.start(app)
        serving = asyncio.create_task(chat.serve())
        yield GuildSetup(discord, chat, app, sari, budi)
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
    await chat.stop()
