"""A plain client of discord.py with which the double itself is tested."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord as library
import yarl
from discord import app_commands

from tests.chats.discord.double.server import Discord


class PlainClient(library.AutoShardedClient):
    """A bot with one command."""

    def __init__(self, discord: Discord, **options: Any) -> None:
        library.http.Route.BASE = discord.api_url
        library.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(discord.gateway_url)
        super().__init__(intents=library.Intents(guilds=True), guild_ready_timeout=0.1, **options)
        self.tree = app_commands.CommandTree(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify without the pause that Discord demands between two shards."""

    async def setup_hook(self) -> None:
        self.tree.add_command(greeting)
        await self.tree.sync()


@app_commands.command()
@app_commands.describe(name="who", often="how often")
async def greeting(interaction: library.Interaction[Any], name: str, often: app_commands.Range[int, 1, 5] = 1) -> None:
    """Say hello."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.followup.send(f"hello {name}" * often)


@asynccontextmanager
async def connected_client(discord: Discord, **options: Any) -> AsyncIterator[PlainClient]:
    async with PlainClient(discord, **options) as client:
        await client.login(discord.token)
        connection = asyncio.create_task(client.connect())
        await client.wait_until_ready()
        yield client
        await client.close()
        await connection
