"""Calls to chats: each in the lane of its chat, and repeated where that is safe."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
from telegram.error import ChatMigrated, RetryAfter

from bot.chats.rate_limiting import EditPacing, Lane, Lanes, SlidingWindow
from bot.chats.retrying import retried
from bot.chats.telegram_chat.api_errors import is_network_error, retry_after, was_never_sent
from bot.chats.telegram_chat.ids import is_group
from bot.chats.telegram_chat.rate_limits import RateLimits
from bot.chats.telegram_chat.timeouts import Timeouts
from bot.messages import MessageGone, Urgency

log = structlog.get_logger()

_Result = TypeVar("_Result")

ATTEMPTS = 6
"""How often a call is made before it is given up: for half a minute of a network that is away."""


class ApiCalls:
    """The lanes to all chats, and the calls in them.

    Args:
        limits: the rate limits of the lanes.
        timeouts: how long to wait before a call is repeated.
        migrated: is told that a group has become another chat, and returns once that is durable.
    """

    def __init__(self, limits: RateLimits, timeouts: Timeouts, migrated: Callable[[int, int], Awaitable[None]]) -> None:
        self._limits = limits
        self._timeouts = timeouts
        self._migrated = migrated
        self._overall = Lane(limits.overall.limiter())
        self._lanes: Lanes[int] = Lanes(self._new_lane)

    @property
    def waiting(self) -> int:
        """How many calls wait for their turn in the lanes of all chats."""
        return self._lanes.waiting

    async def acquire(self, chat: int, urgency: Urgency) -> None:
        """Wait until a chat takes one more message or edit; what is not urgent waits for company before."""
        waited = self._limits.company if urgency is Urgency.SOON else 0.0
        if waited:
            await asyncio.sleep(waited)
        await self._lanes[chat].acquire(urgency, waited)

    async def acquire_answer(self, chat: int, user: int, about: object) -> None:
        """Wait until a chat takes the answer to a user.

        Args:
            chat: the chat.
            user: who has asked.
            about: what they have asked; while its answer waits, another about the same takes its place.

        Raises:
            bot.chats.answer_queue.Superseded: it is left out, because newer answers to them wait.
        """
        await self._lanes[chat].answers.acquire(user, about)

    async def acquire_soon(
        self, chat: int, user: int, urgency: Urgency = Urgency.ANSWER, seconds: float | None = None
    ) -> bool:
        """Acquire one more answer to a user if the chat takes it as soon as a person waits; tell whether it does.

        Args:
            chat: the chat.
            user: who has asked.
            urgency: how urgent the answer is.
            seconds: how long to wait, if not as long as for a page.
        """
        if not self.take_answer(chat, user):
            return False
        try:
            async with asyncio.timeout(self._timeouts.page if seconds is None else seconds):
                await self.acquire(chat, urgency)
        except TimeoutError:
            return False
        return True

    def has_answer(self, chat: int, user: int) -> bool:
        """Whether a chat has room for one more answer to a user now."""
        return self._lanes[chat].answers.has_room(user)

    def take_answer(self, chat: int, user: int) -> bool:
        """Count one more answer to a user; ``False`` if they or their group have had as many as a table leaves."""
        return self._lanes[chat].answers.take(user)

    def seconds_until_hand(self, chat: int) -> float:
        """In how many seconds a chat has room for the beginning of another hand; 0 if it has now."""
        return self._lanes[chat].seconds_until(self._limits.hand_calls)

    async def acquire_first(self, chat: int) -> None:
        """Wait until a chat takes one of the few calls that a deal waits for."""
        await self._lanes[chat].acquire_first()

    def _new_lane(self, chat: int) -> Lane:
        limits, per_chat = self._limits, self._limits.chat.limiter()
        if not is_group(chat):
            return Lane(per_chat, shared=self._overall)
        minute = SlidingWindow(limits.group_minute)
        unreserved = limits.group_minute_calls - limits.reserved_calls
        room_for_edits = minute.up_to(unreserved - limits.urgent_calls)
        return Lane(
            per_chat,
            window=minute.up_to(unreserved + limits.result_calls),
            pacing=EditPacing(limits.edits_at_once, limits.edit_interval, room_for_edits),
            ordinary=minute.up_to(unreserved),
            patience=limits.patience,
            shared=self._overall,
            reserve=minute.up_to(limits.group_minute_calls),
            answers=limits.answers,
        )

    async def send(self, chat: int, call: Callable[[int], Awaitable[_Result]], urgency: Urgency) -> _Result:
        """Send something new to a chat whose lane was acquired; what may have arrived is not sent a second time.

        Args:
            chat: the chat.
            call: makes the call, to the chat that it is given: a group may have become another.
            urgency: how urgent it is, should it have to wait once more.
        """
        try:
            return await self._retried(chat, lambda: call(chat), urgency, was_never_sent)
        except ChatMigrated as error:
            await self._migrated(chat, error.new_chat_id)
            chat = error.new_chat_id
            await self.acquire(chat, urgency)
            return await self._retried(chat, lambda: call(chat), urgency, was_never_sent)

    async def change(self, chat: int, call: Callable[[], Awaitable[_Result]], urgency: Urgency) -> _Result:
        """Change something in a chat whose lane was acquired; the call is idempotent.

        Raises:
            MessageGone: the group has become another chat, in which the message is not.
        """
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
                self._lanes[chat].pause(seconds)
                raise

        return await retried(
            attempt,
            attempts=ATTEMPTS,
            first_pause=self._timeouts.retry_delay,
            may_retry=lambda error: isinstance(error, RetryAfter) or may_retry(error),
            # The lane itself waits for as long as Telegram asks.
            retry_after=lambda error: 0.0 if isinstance(error, RetryAfter) else None,
        )
