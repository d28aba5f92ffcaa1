"""Calls to chats, each in its chat's queue and repeated where that is safe."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
from cachetools import LRUCache
from telegram.error import ChatMigrated, RetryAfter

from bot.chats.call_queue import CallQueue, GroupPace, Superseded
from bot.chats.retrying import retried
from bot.chats.telegram_chat.addresses import is_group
from bot.chats.telegram_chat.bot_api_errors import is_network_error, retry_after, was_never_sent
from bot.chats.telegram_chat.rate_limits import RateLimits, Timeouts
from bot.messages import MessageGone, Urgency

log = structlog.get_logger()

_Result = TypeVar("_Result")

ATTEMPTS = 6
"""Attempts of a call, for half a minute without network."""


QUEUES_KEPT = 5_000
"""More chats than can be called before a queue has nothing to remember."""


class ApiCalls:
    def __init__(self, limits: RateLimits, timeouts: Timeouts, migrated: Callable[[int, int], Awaitable[None]]) -> None:
        self._limits = limits
        self._timeouts = timeouts
        self._migrated = migrated
        self._overall = limits.overall.limiter()
        self._queues: LRUCache[int, CallQueue] = LRUCache(QUEUES_KEPT)

    @property
    def waiting(self) -> int:
        return sum(queue.waiting for queue in self._queues.values())

    async def acquire(self, chat: int, urgency: Urgency, asker: int | None = None) -> None:
        """Wait until a chat takes one more message or edit; an edit that is not urgent waits for company.

        A named asker waits for it as an answer. Raise ``Superseded`` if newer answers to them wait.
        """
        if urgency is Urgency.SOON:
            await asyncio.sleep(self._limits.company)
        await self.queue(chat).acquire(urgency, asker)

    async def acquired_soon(
        self, chat: int, user: int, urgency: Urgency = Urgency.ANSWER, seconds: float | None = None
    ) -> bool:
        """Acquire an answer before a page is missed; return ``False`` if the chat has no room."""
        if not self.has_answer(chat, user):
            return False
        try:
            async with asyncio.timeout(self._timeouts.page if seconds is None else seconds):
                await self.acquire(chat, urgency, user)
        except (TimeoutError, Superseded):
            return False
        return True

    def has_answer(self, chat: int, user: int) -> bool:
        """True if a chat has room for another answer beside its table."""
        return self.queue(chat).has_answer(user)

    def seconds_until_hand(self, chat: int) -> float:
        """Return the seconds until a chat has room for a new hand; 0 if it has now."""
        return self.queue(chat).seconds_until_room(self._limits.hand_calls)

    def queue(self, chat: int) -> CallQueue:
        queue: CallQueue | None = self._queues.get(chat)
        if queue is None:
            pace = GroupPace(self._limits.group) if is_group(chat) else None
            queue = self._queues[chat] = CallQueue(self._limits.chat.limiter(), self._overall, pace=pace)
        return queue

    async def send(self, chat: int, call: Callable[[int], Awaitable[_Result]], urgency: Urgency) -> _Result:
        """Send something new to an acquired chat, never twice if it may have arrived."""
        try:
            return await self._retried(chat, lambda: call(chat), urgency, was_never_sent)
        except ChatMigrated as error:
            await self._migrated(chat, error.new_chat_id)
            chat = error.new_chat_id
            await self.acquire(chat, urgency)
            return await self._retried(chat, lambda: call(chat), urgency, was_never_sent)

    async def change(self, chat: int, call: Callable[[], Awaitable[_Result]], urgency: Urgency) -> _Result:
        """Make an idempotent call to an acquired chat; raise ``MessageGone`` if the group became another chat."""
        try:
            return await self._retried(chat, call, urgency, is_network_error)
        except ChatMigrated as error:
            await self._migrated(chat, error.new_chat_id)
            raise MessageGone(error.message) from None

    async def _retried(
        self,
        chat: int,
        call: Callable[[], Awaitable[_Result]],
        urgency: Urgency,
        may_retry: Callable[[Exception], bool],
    ) -> _Result:
        acquired = True

        async def attempt() -> _Result:
            nonlocal acquired
            if not acquired:
                await self.acquire(chat, urgency)
            acquired = False
            try:
                return await call()
            except RetryAfter as error:
                seconds = retry_after(error) or 0.0
                log.warning(
                    "Telegram asks for a pause",
                    action="nothing is sent there until it is over",
                    chat=chat,
                    seconds=seconds,
                )
                self.queue(chat).pause(seconds)
                raise

        return await retried(
            attempt,
            attempts=ATTEMPTS,
            first_pause=self._timeouts.retry_delay,
            may_retry=lambda error: isinstance(error, RetryAfter) or may_retry(error),
            # The queue itself waits as long as Telegram asks.
            retry_after=lambda error: 0.0 if isinstance(error, RetryAfter) else None,
        )
