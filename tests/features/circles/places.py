"""One Kiu in three places: a Telegram group, a Discord server and the public page, in virtual time and often killed."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import aiohttp
import discord as library
from structlog.testing import capture_logs

import tests.chats.needs_table_page  # noqa: F401
from bot.app import App, open_app
from bot.chats.discord_chat import DiscordChat
from bot.chats.public_server import public_pages
from bot.chats.telegram_chat import TelegramChat
from bot.dispatch.admission import FloodLimit
from bot.environment.host import Host
from bot.environment.settings import Settings
from bot.messages import Chat as ChatProtocol
from bot.messages import Command, Reply
from engine.table.changes import Notice
from engine.table.state import TableState
from tests.bot.fast_database import fast_database
from tests.bot.scenario import empty_database, url_of
from tests.chats.discord.double.activities import CLIENT_SECRET
from tests.chats.discord.double.server import Discord
from tests.chats.discord.double.snowflakes import FIRST_TIMESTAMP
from tests.chats.telegram.bot_setup import menus_made_once, set_already
from tests.chats.telegram.double import Chat, Telegram
from tests.chats.telegram.table_page import LINKS, URL
from tests.chats.virtual_time import VirtualClock, now
from tests.seeded_entropy import StackedEntropy
from tools.pace.discord_evening import DISCORD_EPOCH

LATENCY: Final = 0.12
"""Seconds that each platform takes to answer."""


class ProcessClock(VirtualClock):
    """The clock of one process, whose timers end with it."""

    def __init__(self) -> None:
        self._timers: list[asyncio.TimerHandle] = []

    def call_later(self, seconds: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        self._timers = [each for each in self._timers if not each.cancelled() and each.when() > self.now()]
        self._timers.append(asyncio.get_running_loop().call_later(seconds, callback))
        return self._timers[-1]

    def stop(self) -> None:
        for each in self._timers:
            each.cancel()


class Places:
    """The doubles, which go on for ever, and one process after another on what the one before has left on the disk."""

    def __init__(self, folder: Path, telegram: Telegram, discord: Discord, session: aiohttp.ClientSession) -> None:
        self.telegram, self.discord, self.session = telegram, discord, session
        self.group: Chat
        """Set before a process is created."""

        self.guild = discord.guild("Home")
        self.entropy = StackedEntropy("an hour in three places")
        self.acknowledged: dict[str, str] = {}
        """In which hand each action was that its sender was told of, by key."""

        self.cut_off: dict[str, str] = {}
        """In which hand each press was that was never answered, by key."""

        self.questions: dict[str, float] = {}
        """When each question was first put."""

        self.on_change: list[Callable[[TableState], None]] = []
        self.app: App
        self.alive = asyncio.Event()
        self.address = ""
        """That of the page."""

        self._folders = (folder / f"run-{number}" for number in count())
        self._folder = next(self._folders)
        self._stack = AsyncExitStack()
        self._changed = asyncio.Event()
        self._clock = ProcessClock()
        telegram.watchers.append(lambda *_: self.change())
        discord.world.watchers.append(lambda *_: self.change())

    # --- the life of the process -------------------------------------------------------------------------------

    async def create(self) -> None:
        self._folder.mkdir()
        await empty_database(self._folder)
        set_already(self.telegram)
        await self.begin()

    async def begin(self) -> None:
        """Start a process on what the folder has."""
        telegram = TelegramChat(self.telegram.token, api_url=self.telegram.server.address, page_links=LINKS)
        discord = DiscordChat(
            self.discord.token,
            api_url=self.discord.api_url,
            gateway_url=self.discord.gateway_url,
            page_secret=CLIENT_SECRET,
        )
        self._chats = (telegram, discord)
        self._clock = ProcessClock()
        chats: dict[str, ChatProtocol] = {each.platform: each for each in self._chats}
        ledger = url_of(self._folder)
        outside: dict[str, Any] = {"flood_limit": FloodLimit(), "host": Host(public_url=URL)}
        running = open_app(ledger, chats=chats, clock=self._clock, entropy=self.entropy, **outside)
        for each in self._chats:
            self._stack.push_async_callback(each.stop)
        self.app = await self._stack.enter_async_context(running)
        self.app.announcer.on_change.append(self._table_changed)
        self.app.dispatcher.handle = partial(self._handled, self.app.dispatcher.handle)  # type: ignore[method-assign]
        settings = Settings(_env_file=None, public_url=URL, public_port=0)
        assert discord.identify is not None
        identities = {"telegram": telegram.identify, "discord": discord.identify, **self.app.identities}
        self._serving = []
        with menus_made_once():
            for chat in self._chats:
                await chat.start(self.app)
                await self.app.resume(chat.platform)
                self._serving.append(asyncio.create_task(chat.serve()))
        pages = await self._stack.enter_async_context(public_pages(settings, self.app.web_pages, identities, "mark"))
        self.address = f"http://127.0.0.1:{pages.port}"
        self.alive.set()

    async def end(self) -> None:
        self.alive.clear()
        for each in self._serving:
            each.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        await self._stack.aclose()

    async def kill(self) -> None:
        """Lose everything but what lies on the disk at this very moment, say nothing more, and begin anew."""
        self.alive.clear()
        left = next(self._folders)
        shutil.copytree(self._folder, left)
        self._clock.stop()
        self.app.dispatcher.handle = lambda _: asyncio.Event().wait()  # type: ignore[assignment, method-assign, return-value]
        with self.telegram.server.away(), capture_logs():
            # Whatever it still tries has never happened.
            await self._chats[1].stop()
            await self.end()
        self._folder = left
        await self.begin()

    # --- what happens ------------------------------------------------------------------------------------------

    def _table_changed(self, state: TableState, _: tuple[Notice, ...]) -> None:
        if state.playing is None:
            # What is sealed is another order, so no hand depends on what the platforms draw.
            order = list(range(len(state.game.pack)))
            Random(state.hands_played).shuffle(order)
            self.entropy.stack(order, dealer=0)
        else:
            self.questions.setdefault(f"{state.id}:{state.playing.turn}", now())
        for step in self.on_change:
            step(state)
        self.change()

    async def _handled(self, handle: Callable[[Command], Awaitable[Reply]], command: Command) -> Reply:
        hand, key = None if self.state is None else self.state.playing, command.key
        if hand is not None and command.turn.rpartition(":")[2] and key not in self.acknowledged:
            self.cut_off[key] = str(hand.id)
        reply = await handle(command)
        if key in self.cut_off and self.alive.is_set():
            number = self.cut_off.pop(key)
            if not reply.refused:
                self.acknowledged[key] = number
        return reply

    def change(self) -> None:
        """Wake everybody who looks at something."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def next_change(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()

    # --- the circle --------------------------------------------------------------------------------------------

    @property
    def circle(self) -> str:
        """The circle of both groups, or the one on Telegram while there is none."""
        return self.app.groups.book(f"telegram:{self.group.id}")

    @property
    def state(self) -> TableState | None:
        tables = self.app.tables.of_group(self.circle)
        return tables[-1].state if tables else None


@asynccontextmanager
async def three_places(folder: Path) -> AsyncIterator[Places]:
    """Serve them; the loop must be one in virtual time."""

    def utcnow() -> object:
        return DISCORD_EPOCH + timedelta(milliseconds=FIRST_TIMESTAMP, seconds=now())

    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(library.utils, "utcnow", utcnow))
        stack.enter_context(fast_database())
        telegram = await stack.enter_async_context(Telegram(seed=1))
        discord = await stack.enter_async_context(Discord())
        discord.world.ids.now = asyncio.get_running_loop().time
        telegram.server.latency = discord.api.latency = lambda _: LATENCY
        telegram.server.keeps_calls = discord.calls.keeping = False
        session = await stack.enter_async_context(aiohttp.ClientSession())
        places = Places(folder, telegram, discord, session)
        try:
            yield places
        finally:
            await places.end()
        assert discord.faults == []
