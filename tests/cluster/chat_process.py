"""One of several processes on one PostgreSQL that serve a platform's double."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import Self

from bot.app import App, open_app
from bot.chats.platforms import PlatformChat
from bot.chats.telegram_chat import TelegramChat
from bot.cluster.inbox import Inbox
from bot.cluster.routing import Router
from bot.cluster.slots import SLOTS, slot_of
from tests.chats.telegram.bot_setup import menus_made_once, set_already
from tests.chats.telegram.double import Telegram
from tests.chats.telegram.fast_limits import rate_limits, timeouts
from tests.chats.telegram.scenario import SECOND
from tests.manual_clock import ManualClock
from tests.seeded_entropy import StackedEntropy

EVERY_SLOT = frozenset(range(SLOTS))


def telegram_chat(telegram: Telegram) -> TelegramChat:
    set_already(telegram)
    address = telegram.server.address
    return TelegramChat(telegram.token, api_url=address, rate_limits=rate_limits(SECOND), timeouts=timeouts(SECOND))


class ChatProcess:
    """A process that receives parts of a platform's updates, and serves some slots."""

    def __init__(self, chat: PlatformChat, url: str, *slots: int, receives: tuple[int, ...] = ()) -> None:
        self.chat, self.url, self.slots, self.receives = chat, url, set(slots), receives
        self.app: App
        self.clock = ManualClock()
        self.inbox = Inbox(url)
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self._stack.push_async_callback(self.chat.stop)
        running = open_app(
            self.url,
            chats={},
            clock=self.clock,
            entropy=StackedEntropy("evening"),
            serves=lambda book: slot_of(book) in self.slots,
        )
        self.app = await self._stack.enter_async_context(running)
        await self.inbox.begin()
        self._stack.push_async_callback(self.inbox.stop)
        self.chat.forwarding = Router(self.app, self.inbox)
        with menus_made_once():
            await self.chat.start(self.app)
        self.app.chats[self.chat.platform] = self.chat
        await self.app.resume(self.chat.platform)
        for each in self.slots:
            self.inbox.serve(each)
        for work in (self.chat.serve(), self.inbox.run()):
            self._stack.push_async_callback(_ended, asyncio.create_task(work))
        await asyncio.sleep(0)
        self._stack.push_async_callback(self.chat.receive, frozenset())
        await self.chat.receive(frozenset(self.receives))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def take(self, *slots: int) -> None:
        self.slots |= set(slots)
        await self.app.take(lambda book: slot_of(book) in slots)
        for each in slots:
            self.inbox.serve(each)


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
