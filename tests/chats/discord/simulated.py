"""A whole Kiu in a Discord simulated by somebody else, so that not only our own idea of Discord is tried.

It has neither sockets nor limits: what those do is left to the other tests.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import simcord
from discord import Message as Shown

from bot.app import App, open_app
from bot.chats.discord_chat import DiscordChat
from bot.chats.discord_chat.client import KiuClient
from bot.chats.discord_chat.pace import Pace
from bot.environment.clock import ManualClock
from bot.environment.entropy import SeededEntropy
from bot.messages import Place
from bot.tables.state import Hand
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.tiles import hand_names
from tests.bot.scenario import empty_database, url_of
from tests.chats.discord.double.world import Json, Part, walk

# The simulator has a clock of its own, which a limiter must not ask: its buckets are large and hardly ever refilled.
PACE = Pace(channel_calls=1e6, channel_seconds=1e12, doors=1e6, doors_seconds=1e12, guilds_follow_within=0.01)


class Simulated:
    """One server with one channel, and its people."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._clock = ManualClock()
        self._entropy = SeededEntropy("simulated")
        self._process = AsyncExitStack()
        self._world = AsyncExitStack()
        self._env: simcord.Env | None = None
        self.app: App
        self.channel: Any
        self._people: dict[str, Any] = {}

    async def __aenter__(self) -> Simulated:
        await empty_database(self._folder)
        await self._begin()
        self.channel = self.env.create_guild().create_text_channel("general")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._process.aclose()
        await self._world.aclose()

    @property
    def env(self) -> simcord.Env:
        assert self._env is not None
        return self._env

    async def _begin(self) -> None:
        chat = DiscordChat("a token that nobody asks for", memory=self._folder / "commands.txt", pace=PACE)

        async def enter(made: Callable[[], KiuClient]) -> None:
            client = chat.connection._client = made()
            if self._env is None:
                self._env = await self._world.enter_async_context(simcord.run(client, shard_count=1))
            else:
                await self._env.restart_bot(client)

        # The simulator wants to connect the client itself.
        chat.connection.open = enter  # type: ignore[method-assign]
        running = open_app(url_of(self._folder), chats={"discord": chat}, clock=self._clock, entropy=self._entropy)
        self.app = await self._process.enter_async_context(running)
        await chat.start(self.app)
        await self.app.resume("discord")
        await chat.serve()
        await self.app.settled()

    async def restart(self) -> None:
        """End the process cleanly and begin another on the same file."""
        await self._process.aclose()
        await self._begin()

    # --- what people do ----------------------------------------------------------------------------------------

    def member(self, name: str) -> Any:
        """Somebody in the server."""
        member = self.channel.guild.add_member(self.env.create_user(name))
        self._people[f"discord:{member.id}"] = member
        return member

    async def slash(self, member: Any, path: str, **given: Any) -> str:
        """Let somebody use a slash-command; return what only he is told."""
        return await self._told(await member.slash(self.channel, path, **given))

    async def press(self, member: Any, label: str) -> str:
        """Let somebody press a button of the table; return what only he is told."""
        return await self._told(await member.click(self.board(label), label=label))

    async def fill(self, member: Any, label: str, text: str) -> str:
        """Let somebody press a button that asks for an amount, and write it into the form."""
        opened = await member.click(self.board(label), label=label)
        assert opened.modal is not None
        return await self._told(await member.submit_modal(opened, {"amount": text}))

    async def _told(self, result: simcord.InteractionResult) -> str:
        assert result.acknowledged
        await self.app.settled()
        if result.deferred or result.response is None:
            return ""
        assert result.response.ephemeral
        return words(result.response.message)

    # --- what is so --------------------------------------------------------------------------------------------

    def board(self, label: str = "") -> Shown:
        """The newest public message, or the newest with a button of that label."""
        public: list[Shown] = [message for message in self.channel.history() if not message.flags.ephemeral]
        return next(message for message in reversed(public) if not label or label in buttons(message))

    def inbox(self, member: Any) -> list[Shown]:
        """Somebody's private chat with the bot."""
        return list(member.user.dm_channel.history())

    def hand(self) -> Hand:
        """The hand being played, or the one just finished."""
        table = self.app.tables.at(Place(f"discord:{self.channel.guild.id}", str(self.channel.id)))
        assert table is not None
        assert table.state.hand is not None
        return table.state.hand

    def asked(self) -> Any:
        """Who is asked now."""
        hand = self.hand()
        return self._people[hand.players[hand.round.awaited[0]]]

    def tiles(self, member: Any) -> list[str]:
        """The dominoes that somebody holds."""
        hand = self.hand()
        view = hand.round.view(hand.seat(f"discord:{member.id}"))
        assert isinstance(view, QiuQiuView)
        return list(hand_names(view.hand))


def words(message: Shown) -> str:
    """Everything that can be read in a message."""
    return "\n".join(part["content"] for part in _parts(message) if part["type"] == Part.TEXT)


def buttons(message: Shown) -> list[str]:
    """The labels of a message's buttons."""
    return [part["label"] for part in _parts(message) if part["type"] == Part.BUTTON]


def _parts(message: Shown) -> list[Json]:
    return list(walk([dict(part.to_dict()) for part in message.components]))
