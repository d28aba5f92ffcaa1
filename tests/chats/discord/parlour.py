"""A server with Kiu in it: what the announcer asks of Discord and what people get for an answer can be tried there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.app import App, open_app
from bot.chats.discord_chat import DiscordChat, Pace
from bot.environment.clock import SystemClock
from bot.environment.entropy import SeededEntropy
from bot.messages import Chat, Place
from tests.bot.scenario import empty_database, url_of
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.server import Discord

PACE = Pace(
    channel_calls=2,
    channel_seconds=0.2,
    doors=2,
    doors_seconds=0.2,
    doors_closed=0.1,
    answer_within=0.1,
    repeat_after=0.01,
    guilds_follow_within=0.02,
)


@dataclass(frozen=True)
class Parlour:
    """A server with Kiu in it, and two people."""

    discord: Discord
    chat: DiscordChat
    app: App
    sari: Member
    budi: Member

    @property
    def place(self) -> Place:
        return Place(f"discord:{self.sari.guild.id}", str(self.sari.channel.id))


@asynccontextmanager
async def open_parlour(discord: Discord, folder: Path) -> AsyncIterator[Parlour]:
    """Serve a server with two people in it."""
    guild = discord.guild()
    sari, budi = discord.member(guild, "Sari"), discord.member(guild, "Budi")
    chats: dict[str, Chat] = {}
    chat = DiscordChat(discord.token, api_url=discord.api_url, gateway_url=discord.gateway_url, pace=PACE)
    await empty_database(folder)
    async with open_app(url_of(folder), chats=chats, clock=SystemClock(), entropy=SeededEntropy("seed")) as app:
        chats[chat.platform] = chat
        await chat.start(app)
        serving = asyncio.create_task(chat.serve())
        yield Parlour(discord, chat, app, sari, budi)
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
    await chat.stop()
