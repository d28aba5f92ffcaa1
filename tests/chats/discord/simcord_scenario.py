"""A whole process in simcord, a simulator of Discord by others, as a check on our own double.

simcord has neither sockets nor rate limits; the other tests cover those.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

import simcord
from discord import Message as Shown
from discord import Permissions

from bot.app import App, open_app
from bot.chats.discord_chat import DiscordChat, RateLimits, Timeouts
from bot.games.qiuqiu.hand_words import domino_text
from bot.messages import Place
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.tiles import hand_names
from engine.table.hand import AnyHand
from tests.bot.scenario import empty_database, url_of
from tests.chats.discord.double.components import ComponentType, Json, walk
from tests.manual_clock import ManualClock
from tests.patience import LONGEST_WAIT
from tests.seeded_entropy import SeededEntropy

# simcord has a clock of its own, which a limiter must not use: its buckets are large and hardly ever refilled.
RATE_LIMITS = RateLimits(dm_openings=1e6, dm_opening_seconds=1e12)
TIMEOUTS = Timeouts(guild_ready_timeout=0.01, token_seconds=1e12)


class SimcordScenario:
    """One guild with one channel, and its members."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._clock = ManualClock()
        self._entropy = SeededEntropy("simcord")
        self._process = AsyncExitStack()
        self._world = AsyncExitStack()
        self._env: simcord.Env | None = None
        self.app: App
        self.channel: Any
        self._members: dict[str, Any] = {}

    async def __aenter__(self) -> SimcordScenario:
        await empty_database(self._folder)
        await self._begin()
        self.channel = self.env.create_guild().create_text_channel("general")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._process.aclose()
        await self._world.aclose()

    def now(self) -> datetime:
        """The time by which Kiu asks."""
        return self._clock.utc()

    @property
    def env(self) -> simcord.Env:
        assert self._env is not None
        return self._env

    async def _begin(self) -> None:
        chat = DiscordChat(
            "a token that nobody asks for",
            sync_file=self._folder / "commands.txt",
            rate_limits=RATE_LIMITS,
            timeouts=TIMEOUTS,
        )

        async def run_in_simcord() -> None:
            client = chat.gateway._client = chat.gateway.new_client()
            chat.gateway._running = asyncio.create_task(asyncio.sleep(0))
            if self._env is None:
                world = simcord.run(client, shard_count=1, settle_timeout=LONGEST_WAIT)
                settle = world._env._settle_internal
                # It waits five seconds for a start, however patient it was made.
                world._env._settle_internal = lambda **how: settle(**how | {"timeout": None})  # type: ignore[method-assign]
                self._env = await self._world.enter_async_context(world)
            else:
                await self._env.restart_bot(client)

        # simcord connects the client itself.
        chat.gateway._connect = run_in_simcord  # type: ignore[method-assign]
        running = open_app(url_of(self._folder), chats={"discord": chat}, clock=self._clock, entropy=self._entropy)
        self.app = await self._process.enter_async_context(running)
        await chat.start(self.app)
        await self.app.resume("discord")
        await chat.serve()
        await self.app.wait_until_idle()

    async def restart(self) -> None:
        """End the process cleanly and begin another on the same file."""
        await self._process.aclose()
        await self._begin()

    # --- what members do ---------------------------------------------------------------------------------------

    def member(self, name: str, *, admin: bool = False) -> Any:
        """Add a member to the guild."""
        guild = self.channel.guild
        roles = [guild.create_role("Admins", permissions=Permissions(manage_guild=True))] if admin else []
        member = guild.add_member(self.env.create_user(name), roles=roles)
        self._members[f"discord:{member.id}"] = member
        return member

    async def slash(self, member: Any, path: str, **given: Any) -> str:
        """Let a member use a slash command; return the text of the ephemeral reply."""
        return await self._reply(await member.slash(self.channel, path, **given))

    async def press(self, member: Any, label: str) -> str:
        """Let a member press a button of the table; return the text of the ephemeral reply."""
        message = self.live_message(label)
        return await self._reply(await member.click(message, label=label), message)

    async def fill(self, member: Any, label: str, text: str) -> str:
        """Let a member press a button that asks for an amount, and submit it in the modal."""
        message = self.live_message(label)
        opened = await member.click(message, label=label)
        assert opened.modal is not None
        return await self._reply(await member.submit_modal(opened, {"amount": text}), message)

    async def _reply(self, result: simcord.InteractionResult, pressed: Shown | None = None) -> str:
        """The text that only the member sees; a press may update the message that was pressed as well."""
        assert result.acknowledged
        await self.app.wait_until_idle()
        if result.deferred or result.response is None or (pressed and result.response.message.id == pressed.id):
            assert all(each.ephemeral for each in result.followups)
            return "\n".join(text_of(each.message) for each in result.followups if button_labels(each.message) == [])
        assert result.response.ephemeral
        return text_of(result.response.message)

    # --- how the table stands ----------------------------------------------------------------------------------

    def live_message(self, label: str = "") -> Shown:
        """The newest public message, or the newest with a button of this label."""
        public: list[Shown] = [message for message in self.channel.history() if not message.flags.ephemeral]
        return next(message for message in reversed(public) if not label or label in button_labels(message))

    def inbox(self, member: Any) -> list[Shown]:
        """The direct messages that a member got from the bot."""
        return list(member.user.dm_channel.history())

    def hands(self, member: Any) -> list[Shown]:
        """The private hands that only a member sees."""
        seen: list[Shown] = self.channel.history(viewer=member.user)
        return [message for message in seen if message.flags.ephemeral and "My move" in button_labels(message)]

    def hand(self) -> AnyHand:
        """The hand being played, or the one just finished."""
        table = self.app.tables.at(Place(f"discord:{self.channel.guild.id}", str(self.channel.id)))
        assert table is not None
        assert table.state.hand is not None
        return table.state.hand

    def asked(self) -> Any:
        """The member on turn."""
        hand = self.hand()
        return self._members[hand.players[hand.round.awaited[0]]]

    def tiles(self, member: Any) -> list[str]:
        """The dominoes that a member holds, as they are shown."""
        hand = self.hand()
        view = hand.round.view(hand.seat(f"discord:{member.id}"))
        assert isinstance(view, QiuQiuView)
        return list(map(domino_text, hand_names(view.hand)))


def text_of(message: Shown) -> str:
    """The text of a message."""
    return "\n".join(part["content"] for part in _parts(message) if part["type"] == ComponentType.TEXT)


def button_labels(message: Shown) -> list[str]:
    """The labels of a message's buttons."""
    return [part["label"] for part in _parts(message) if part["type"] == ComponentType.BUTTON]


def _parts(message: Shown) -> list[Json]:
    return list(walk([dict(part.to_dict()) for part in message.components]))
