"""One of several processes on one PostgreSQL that serve Telegram's double."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import Self

from bot.app import App, open_app
from bot.chats.telegram_chat import TelegramChat
from bot.cluster.inbox import Inbox
from bot.cluster.routing import Router
from bot.cluster.slots import SLOTS, slot_of
from tests.chats.telegram.bot_setup import menus_made_once, set_already
from tests.chats.telegram.double import Chat, Telegram
from tests.chats.telegram.fast_limits import rate_limits, timeouts
from tests.chats.telegram.scenario import SECOND, group_of
from tests.manual_clock import ManualClock
from tests.seeded_entropy import StackedEntropy

EVERY_SLOT = frozenset(range(SLOTS))


class TelegramProcess:
    """A process that reads updates if it is to, and serves some slots."""

    def __init__(self, telegram: Telegram, url: str, *slots: int, reads: bool = False) -> None:
        set_already(telegram)
        self.telegram, self.url, self.slots, self.reads = telegram, url, set(slots), reads
        self.app: App
        self.chat: TelegramChat
        self.inbox = Inbox(url)
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self.chat = TelegramChat(
            self.telegram.token,
            api_url=self.telegram.server.address,
            rate_limits=rate_limits(SECOND),
            timeouts=timeouts(SECOND),
        )
        self._stack.push_async_callback(self.chat.stop)
        self.app = await self._stack.enter_async_context(
            open_app(
                self.url,
                chats={},
                clock=ManualClock(),
                entropy=StackedEntropy("evening"),
                serves=lambda book: slot_of(book) in self.slots,
            )
        )
        await self.inbox.begin()
        self._stack.push_async_callback(self.inbox.stop)
        router = Router(self.app, self.inbox)
        self.chat.forwarding = router
        with menus_made_once():
            await self.chat.start(self.app)
        self.app.chats["telegram"] = self.chat
        await self.app.resume("telegram")
        for each in self.slots:
            self.inbox.serve(each)
        await self.chat.receive(frozenset({0} if self.reads else ()))
        for work in (self.chat.serve(), self.inbox.run()):
            task = asyncio.create_task(work)
            self._stack.push_async_callback(_ended, task)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def take(self, *slots: int) -> None:
        self.slots |= set(slots)
        await self.app.take(lambda book: slot_of(book) in slots)
        for each in slots:
            self.inbox.serve(each)

    def has_table(self, group: Chat) -> bool:
        return bool(self.app.tables.of_group(group_of(group)))


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
