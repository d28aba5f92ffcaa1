"""An evening on Discord: Kiu with its real limits, connected by discord.py to the double, and tables full of people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from unittest.mock import patch

import discord as library

from bot.chats.discord_chat import DiscordChat
from bot.environment.entropy import Entropy
from tests.chats.discord.double.calls import Call
from tests.chats.discord.double.components import ComponentType
from tests.chats.discord.double.interactions import RESPONSE_SECONDS
from tests.chats.discord.double.models import Guild, Message, MessageChange
from tests.chats.discord.double.server import Discord
from tests.chats.discord.double.snowflakes import FIRST_TIMESTAMP
from tests.seeds import SEED
from tools.pace.discord_people import PersonOnDiscord, recent_messages
from tools.pace.evening import Evening, Prepare, latency_of_calls, served
from tools.pace.observing import now
from tools.pace.people import USUAL_HABITS, Habits

LATENCY = (0.08, 0.25)
"""Between how many seconds Discord takes to answer."""

DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)

FORGET_EVERY = 300.0
"""Seconds after which what nobody can use any more is dropped from the double."""


@dataclass(eq=False, kw_only=True)
class DiscordEvening(Evening):
    """Tables on one token, each in a guild of its own."""

    discord: Discord
    guilds: list[Guild]
    """Those in which no table is open yet."""

    def __post_init__(self) -> None:
        self._recent, self._note_recent = recent_messages()
        self.discord.world.watchers.append(self._message_changed)
        self.discord.calls.listeners.append(self._called)

    # --- what is counted ---------------------------------------------------------------------------------------

    def _message_changed(self, message: Message, change: MessageChange) -> None:
        self._note_recent(message)
        channel = message.channel
        if channel.guild is not None and message.only_for is None and change is not MessageChange.DELETED:
            self.observed.displayed(channel.id, message.text)
            labels = [part["label"] for part in message.parts() if part["type"] == ComponentType.BUTTON]
            self.observed.overheard(now(), f"{change.value} with {labels}")
            if change is MessageChange.POSTED and message.pings:
                self.observed.pinged(channel.id, f"discord:{message.pings[0]}")

    def _called(self, call: Call) -> None:
        calls = self.observed.calls
        if call.status == 429:
            calls.limited.append(f"{call.at:.1f} {call.name}")
        channel = self.discord.world.channels.get(call.channel)
        who = channel.recipient.name if channel is not None and channel.recipient is not None else "all"
        self.observed.overheard(call.at, f"{call.name} to {who}")
        if channel is not None and "/messages" in call.route and call.method != "GET":
            if channel.guild is not None:
                calls.in_public(channel.id, call.at)
            else:
                calls.in_private(channel.id, call.at)
        if not call.webhook and "interaction_id" not in call.path:
            # Discord limits answers to interactions, and what is sent through them, apart from all others.
            calls.overall(call.at)

    # --- people sit down ---------------------------------------------------------------------------------------

    async def open_table(
        self,
        _title: str,
        game: str,
        players: int,
        habits: Habits = USUAL_HABITS,
        *,
        slow: int = 1,
        prepare: Prepare | None = None,
    ) -> None:
        """Let people of a guild open a table and sit down; they begin to play with the evening."""
        guild = self.guilds.pop(0)
        if prepare is not None:
            await prepare(self, f"discord:{guild.id}")
        random = Random(f"{self.seed}/{guild.id}/{SEED}")
        channel = guild.channels[0]
        watch = self.observed.watch(channel.id, guild.name)
        members = [self.discord.member(guild, self.name_of(number)) for number in range(players)]
        first, *others = members
        await first.slash("table open", game=game)
        for member in others:
            await asyncio.sleep(random.uniform(1, 2))
            await member.slash("table join")
        await asyncio.sleep(4)
        seated = [
            PersonOnDiscord(
                member,
                lambda channel: tuple(self._recent.get(channel, ())),
                member.player,
                watch,
                self.observed,
                Random(f"{self.seed}/{guild.id}/{member.name}/{SEED}"),
                *self.manner(number, slow, habits),
            )
            for number, member in enumerate(members)
        ]
        self.begin(seated)
        await first.slash("table start")

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(FORGET_EVERY)
            self.discord.responses.forget_expired()


@asynccontextmanager
async def discord_evening(
    folder: Path, guilds: int = 1, *, seed: str = "evening", strict: bool = True, entropy: Entropy | None = None
) -> AsyncIterator[DiscordEvening]:
    """Serve so many guilds; the loop must be one in virtual time.

    Args:
        folder: where the files are.
        guilds: how many.
        seed: whatever people do and packs are dealt by, with that of all tests.
        strict: whether every request is validated by the official contract, which takes most of the time.
        entropy: where packs come from, if not from the seed alone.
    """

    def utcnow() -> datetime:
        return DISCORD_EPOCH + timedelta(milliseconds=FIRST_TIMESTAMP, seconds=now())

    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(library.utils, "utcnow", utcnow))
        double = await stack.enter_async_context(Discord())
        double.world.ids.now = now
        double.calls.keeping = False
        double.responses.response_seconds = RESPONSE_SECONDS
        double.api.latency = latency_of_calls(f"{seed}/{SEED}", *LATENCY)
        if not strict:
            double.api.stop_validating()
        made = [double.guild(f"Guild {number}") for number in range(guilds)]
        chat = DiscordChat(double.token, api_url=double.api_url, gateway_url=double.gateway_url)
        app = await stack.enter_async_context(served(folder, chat, seed, entropy))
        evening = DiscordEvening(discord=double, guilds=made, app=app, seed=seed)
        stack.enter_context(evening.observed.listening(app))
        yield evening
    assert double.faults == []
