"""Kiu's process on a real database file, connected to the double of Discord by discord.py."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Self

from bot.app import App, open_app
from bot.chats.discord_chat import DiscordChat, RateLimits, Timeouts
from bot.chats.discord_chat.slash_commands import digest_of, entry_point, payload, write_digest
from bot.dispatch.admission import FloodLimit
from tests.bot.fast_database import compiled_once
from tests.bot.scenario import empty_database, url_of
from tests.chats.discord.double.models import Guild
from tests.chats.discord.double.rate_limits import Limits
from tests.chats.discord.double.server import Discord
from tests.manual_clock import ManualClock
from tests.passing_time import let_pass
from tests.patience import LONGEST_WAIT
from tests.seeded_entropy import SeededEntropy

SECOND = 0.02
"""How long a second of the rate limits usually takes in the tests."""

RESPONSE_SECONDS = 30.0
"""How long the double waits for a response, so that a busy machine does not look like a slow Kiu."""

DEFER_AFTER = 15.0
"""How long a reply may take before it is deferred; usually for the same reason never."""


class ServedProcess:
    """One process after another that serves the same guilds from the same file, while Discord goes on.

    Args:
        discord: what it is connected to.
        folder: where its files are.
        second: how long a second takes, for the rate limits of Discord and those that Kiu keeps to.
        defer_after: how many seconds a reply may take before the interaction is deferred.
        update_within: how many seconds an edit of a pressed message may take to be the answer to the press.
        token_seconds: how long Kiu uses the token of an interaction; 0 for people who do nothing for long.
        first_start: whether Discord knows no commands yet, and they are to be registered.
        page_secret: the application's client secret, with which the table page is an Activity.
    """

    def __init__(
        self,
        discord: Discord,
        folder: Path,
        *,
        second: float = SECOND,
        defer_after: float = DEFER_AFTER,
        update_within: float = 0.1,
        token_seconds: float = Timeouts().token_seconds,
        first_start: bool = False,
        page_secret: str = "",
    ) -> None:
        self._page_secret = page_secret
        self.discord = discord
        self._first_start = first_start
        self.second = second
        discord.rate_limiter.limits = Limits().scaled(second)
        discord.responses.response_seconds = RESPONSE_SECONDS
        self.guild = discord.guild()
        self.clock = ManualClock()
        self.app: App
        self.chat: DiscordChat
        self._entropy = SeededEntropy("scenario")
        self._rate_limits = _scaled_rate_limits(second)
        self._timeouts = Timeouts(
            defer_after=defer_after,
            update_within=update_within,
            token_seconds=token_seconds,
            reconnect_delay=0.05,
            retry_delay=0.05,
            guild_ready_timeout=0.01,
        )
        self.sync_file = folder / "commands.txt"
        self._folders = (folder / f"run-{number}" for number in itertools.count())
        self._folder = next(self._folders)
        self._folder.mkdir(parents=True)
        self._stack = AsyncExitStack()
        self._serving: asyncio.Task[None]
        self.flood_limit: FloodLimit | None = None
        """How much people may send from the next start on; the clock stands still, so usually as much as they like."""

    async def __aenter__(self) -> Self:
        await empty_database(self._folder)
        if not self._first_start:
            self.register()
        await self.begin()
        return self

    def register(self) -> None:
        """Let Discord know the commands already."""
        commands = [*payload(), *([entry_point()] if self._page_secret else [])]
        self.discord.operations.register(self.discord.world.bot.id, commands)
        write_digest(self.sync_file, digest_of(self.discord.world.bot.id, commands))

    async def __aexit__(self, *_: object) -> None:
        await self.end()

    # --- the life of the process -------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Start the process."""
        self.chat = self.new_chat()
        running = open_app(
            url_of(self._folder),
            chats={"discord": self.chat},
            clock=self.clock,
            entropy=self._entropy,
            flood_limit=self.flood_limit,
        )
        self._stack.push_async_callback(self.chat.stop)
        with compiled_once():
            self.app = await self._stack.enter_async_context(running)
            await self.chat.start(self.app)
        await self.app.resume("discord")
        self._serving = asyncio.create_task(self.chat.serve())

    def new_chat(self, *, several: bool = False) -> DiscordChat:
        discord = self.discord
        return DiscordChat(
            discord.token,
            api_url=discord.api_url,
            gateway_url=discord.gateway_url,
            sync_file=self.sync_file,
            rate_limits=self._rate_limits,
            timeouts=self._timeouts,
            page_secret=self._page_secret,
            several=several,
        )

    @property
    def file(self) -> Path:
        """The database."""
        return self._folder / "kiu.sqlite3"

    async def end(self) -> None:
        """End cleanly; serving must not have failed before."""
        if self._serving.done():
            self._serving.result()
        self._serving.cancel()
        await asyncio.gather(self._serving, return_exceptions=True)
        await self._stack.aclose()

    async def restart(self, how: str = "cleanly") -> None:
        """End, cleanly or killed, and start again on the same file."""
        await (self.end() if how == "cleanly" else self.kill())
        await self.begin()
        await self.app.wait_until_idle()

    async def kill(self) -> None:
        """End as if killed: the next process has only what is on the disk at this moment."""
        left = next(self._folders)
        shutil.copytree(self._folder, left)
        await self.chat.stop()
        await self.end()
        self._folder = left
        # The clock of a new process has none of the timers of the old one.
        now, self.clock = self.clock.now(), ManualClock()
        self.clock.move_to(now)

    # --- time --------------------------------------------------------------------------------------------------

    async def wait(self, seconds: float) -> None:
        """Let time pass at the tables, and carry out everything that falls due meanwhile."""
        await let_pass(self.app, self.clock, seconds)

    async def wait_in_real_time(self, seconds: float) -> None:
        """Let time pass at the tables and, scaled, for the rate limits of Discord."""
        for _ in range(int(seconds)):
            self.clock.move_to(self.clock.now() + 1)
            await asyncio.sleep(self.second)

    async def until_away(self, *, away: bool = True) -> None:
        """Wait until the application knows that Kiu is no member of the guild any more, or is one again."""
        async with asyncio.timeout(LONGEST_WAIT):
            while self.app.groups.of(group_of(self.guild)).away is not away:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
        await self.app.wait_until_idle()


def group_of(guild: Guild) -> str:
    """The group that a guild is."""
    return f"discord:{guild.id}"


def _scaled_rate_limits(second: float) -> RateLimits:
    """The real rate limits with seconds of another length."""
    real = RateLimits()
    return replace(real, dm_opening_seconds=real.dm_opening_seconds * second)
