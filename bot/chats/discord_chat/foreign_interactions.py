"""Interactions and events of groups that other processes serve: they come to the process of a guild's shard."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import discord
import structlog

from bot.app import App
from bot.chats.discord_chat.guilds import GuildEvents
from bot.chats.discord_chat.interactions import InteractionHandler, is_command, may_be_deferred, subject_of
from bot.chats.discord_chat.notation import PLATFORM, group_id, guild_id_of
from bot.chats.discord_chat.shards import SharedGateway
from bot.chats.discord_chat.tokens import RESPONSE_SECONDS
from bot.chats.forwarding import Forwarding, Subject
from bot.environment.task_set import TaskSet
from bot.ledger import queries
from bot.messages import Place

log = structlog.get_logger()

ANSWER_SECONDS: Final = 2.2
"""Seconds until the sender of an interaction that nobody takes is told so; Discord allows three."""


class ForeignInteractions:
    def __init__(
        self,
        app: App,
        gateway: SharedGateway,
        interactions: InteractionHandler,
        events: GuildEvents,
        forwarding: Forwarding,
    ) -> None:
        self._app = app
        self._gateway = gateway
        self._interactions = interactions
        self._events = events
        self._forwarding = forwarding
        self._tasks = TaskSet()

    def receive(self, data: dict[str, Any]) -> asyncio.Task[None]:
        return self._tasks.start(self._received(data))

    async def _received(self, data: dict[str, Any]) -> None:
        try:
            await self._receive(data)
        except Exception as error:
            log.exception("interaction lost", action="its sender can try again", error=type(error).__name__)

    async def _receive(self, data: dict[str, Any]) -> None:
        if (guild := data.get("guild_id")) and self._gateway.client.own_guild(int(guild)) is not None:
            # Kiu is there, however the sender got the command.
            data.setdefault("authorizing_integration_owners", {})["0"] = guild
        content = json.dumps({"interaction": data})
        interaction = self._read(data)
        key = f"{PLATFORM}-interaction:{interaction.id}"
        handle = partial(self._carry_out, interaction)
        if await self._forwarding.route(PLATFORM, key, subject_of(interaction), lambda: content, handle):
            return
        # It may have waited for a process; but the clock may be wrong here.
        await asyncio.sleep(ANSWER_SECONDS - min(max(_age(interaction), 0.0), 0.8 * ANSWER_SECONDS))
        if _age(interaction) > RESPONSE_SECONDS:
            # Its sender saw it fail, so that nobody is to carry it out.
            return
        if interaction.type is not discord.InteractionType.autocomplete and await self._forwarding.waits(key):
            await self._interactions.tell_that_it_follows(interaction)

    def _read(self, data: dict[str, Any]) -> discord.Interaction[Any]:
        return discord.Interaction(data=data, state=self._gateway.client._connection)  # type: ignore[arg-type]

    async def handle(self, content: str, told: bool) -> None:
        """Carry out what another process received."""
        received = json.loads(content)
        if "report" in received:
            await self._events.carry_out(*received["report"])
            return
        interaction = self._read(received["interaction"])
        if told:
            # It has had its first response.
            interaction.response._response_type = discord.InteractionResponseType.channel_message
        await self._carry_out(interaction)

    async def _carry_out(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out an interaction, unless Discord has told its sender that nobody answers."""
        late = abs(_age(interaction)) > ANSWER_SECONDS / 2
        if late and not interaction.response.is_done() and may_be_deferred(interaction):
            # The clock may be wrong here, so Discord tells if it is too late.
            try:
                await interaction.response.defer(ephemeral=True, thinking=is_command(interaction))
            except discord.NotFound:
                log.warning("interaction too late", action="not carried out; its sender was told")
                return
            except discord.HTTPException:
                # Another process has responded, and ended.
                interaction.response._response_type = discord.InteractionResponseType.deferred_message_update
        await self._interactions.on_interaction(interaction)

    async def report(self, kind: str, group: str, *more: str) -> None:
        content = json.dumps({"report": [kind, group, *more]})
        carry_out = partial(self._events.carry_out, kind, group, *more)
        key = f"{PLATFORM}-report:{secrets.token_hex(8)}"
        await self._forwarding.route(PLATFORM, key, Subject(group), lambda: content, carry_out)

    async def on_ready(self, shard: int, guilds: Sequence[discord.Guild]) -> None:
        """Make up for what was missed on a shard."""
        present = {group_id(guild.id) for guild in guilds}
        await self._app.groups.reload()
        for group in present:
            if self._app.groups.of(group).away:
                await self.report("arrived", group)
        stored = await self._app.ledger.read(queries.tables_to_resume)
        for group in {
            place.group for each in stored for place in self._app.groups.places(Place(each.group, each.channel))
        }:
            guild = guild_id_of(group) if group.startswith(f"{PLATFORM}:") else None
            if guild is not None and (guild >> 22) % self._gateway.count == shard and group not in present:
                await self.report("removed", group)

    async def stop(self) -> None:
        await self._tasks.stop()


def _age(interaction: discord.Interaction[Any]) -> float:
    return (discord.utils.utcnow() - interaction.created_at).total_seconds()
