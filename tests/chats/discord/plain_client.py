"""A plain client of discord.py with which the double itself is tested."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord as library
import yarl
from discord import app_commands, ui

from tests.chats.discord.double.server import Discord


class PlainClient(library.AutoShardedClient):
    """A bot with one command and a log of its events."""

    def __init__(self, discord: Discord, **options: Any) -> None:
        library.http.Route.BASE = discord.api_url
        library.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(discord.gateway_url)
        super().__init__(intents=library.Intents(guilds=True), guild_ready_timeout=0.1, **options)
        self.tree = app_commands.CommandTree(self)
        self.happened: list[str] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify without the pause that Discord demands between two shards."""

    async def setup_hook(self) -> None:
        self.tree.add_command(greeting)
        await self.tree.sync()

    async def on_shard_resumed(self, shard: int) -> None:
        self.happened.append("resumed")

    async def on_ready(self) -> None:
        self.happened.append("ready")

    async def on_guild_join(self, guild: library.Guild) -> None:
        self.happened.append(f"joined {guild.name}")

    async def on_guild_remove(self, guild: library.Guild) -> None:
        self.happened.append(f"left {guild.name}")


class Form(ui.Modal, title="How much?"):
    amount: ui.Label[Any] = ui.Label(text="Amount", component=ui.TextInput(max_length=5))

    async def on_submit(self, interaction: library.Interaction[Any]) -> None:
        assert isinstance(self.amount.component, ui.TextInput)
        await interaction.response.send_message(f"taken: {self.amount.component.value}", ephemeral=True)


class Buttons(ui.LayoutView):
    row: ui.ActionRow[Any] = ui.ActionRow()

    @row.button(label="Edit", custom_id="edit")
    async def edit_(self, interaction: library.Interaction[Any], button: ui.Button[Any]) -> None:
        self.add_item(ui.TextDisplay("edited"))
        await interaction.response.edit_message(view=self)

    @row.button(label="Form", custom_id="form")
    async def form(self, interaction: library.Interaction[Any], button: ui.Button[Any]) -> None:
        await interaction.response.send_modal(Form())

    @row.button(label="Later", custom_id="later")
    async def later(self, interaction: library.Interaction[Any], button: ui.Button[Any]) -> None:
        await interaction.response.defer()
        await interaction.followup.send("later", ephemeral=True)

    @row.button(label="Too late", custom_id="too-late")
    async def too_late(self, interaction: library.Interaction[Any], button: ui.Button[Any]) -> None:
        await asyncio.sleep(0.4)
        try:
            await interaction.response.send_message("never seen")
        except library.NotFound as error:
            await interaction.user.send(f"refused with {error.code}")


@app_commands.command()
@app_commands.describe(name="who", often="how often")
async def greeting(interaction: library.Interaction[Any], name: str, often: app_commands.Range[int, 1, 5] = 1) -> None:
    """Say hello."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.followup.send(f"hello {name}" * often)


@greeting.autocomplete("name")
async def names(interaction: library.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=f"{typed}{each}", value=each) for each in "abc"]


@asynccontextmanager
async def connected_client(discord: Discord, **options: Any) -> AsyncIterator[PlainClient]:
    async with PlainClient(discord, **options) as client:
        await client.login(discord.token)
        connection = asyncio.create_task(client.connect())
        await client.wait_until_ready()
        yield client
        await client.close()
        await connection


def picture() -> library.File:
    return library.File(io.BytesIO(b"png"), "hand.png")


def with_picture(*texts: str) -> ui.LayoutView:
    view = ui.LayoutView()
    for text in texts:
        view.add_item(ui.TextDisplay(text))
    view.add_item(ui.MediaGallery(library.MediaGalleryItem("attachment://hand.png", description="6-3 · 5-5")))
    return view


def document() -> library.File:
    return library.File(io.BytesIO(b"{}"), "hand.json")
