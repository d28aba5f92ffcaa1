"""Calls to chats: each in the lane of its chat, and once more where that is safe."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
from telegram.error import ChatMigrated, RetryAfter

from bot.chats.rate_limiting import Lane, Lanes, SlidingWindow
from bot.chats.retrying import retried
from bot.chats.telegram_chat.numbers import is_group
from bot.chats.telegram_chat.pace import Pace
from bot.chats.telegram_chat.troubles import is_lost, never_arrived, seconds_to_wait
from bot.messages import MessageGone, Urgency

log = structlog.get_logger()

_Result = TypeVar("_Result")

ATTEMPTS = 6
"""How often a call is made before it is given up: for half a minute of a network that is away."""


class Calls:
    """The ways to all chats.

    Args:
        pace: how fast they may be used.
        moved: is told that a group has become another chat, and returns once that is settled.
    """

    def __init__(self, pace: Pace, moved: Callable[[int, int], Awaitable[None]]) -> None:
        self._pace = pace
        self._moved = moved
        self._overall = pace.limiter(pace.overall)
        self._lanes: Lanes[int] = Lanes(self._new_lane)

    async def acquire(self, chat: int, urgency: Urgency) -> None:
        """Wait until a chat takes one more message or edit."""
        await self._lanes[chat].acquire(urgency)

    async def acquire_first(self, chat: int) -> None:
        """Wait until a chat takes one of the few calls that a deal waits for."""
        await self._lanes[chat].acquire_first()

    def _new_lane(self, chat: int) -> Lane:
        limiter, of_the_chat = self._pace.limiter, self._pace.limiter(self._pace.chat)
        if not is_group(chat):
            return Lane(of_the_chat, self._overall)
        minute = SlidingWindow(self._pace.minute * self._pace.second)
        reserve = (minute.up_to(self._pace.group_most), of_the_chat, self._overall)
        ordinary = minute.up_to(self._pace.group_most - self._pace.kept)
        return Lane(of_the_chat, limiter(self._pace.group), ordinary, self._overall, reserve=reserve)

    async def send(self, chat: int, call: Callable[[int], Awaitable[_Result]], urgency: Urgency) -> _Result:
        """Send something new to a chat that has admitted it; what may have arrived is not sent a second time.

        Args:
            chat: where to.
            call: makes the call, to the chat that it is given: a group may have become another.
            urgency: how urgent it is, should it have to wait once more.
        """
        try:
            return await self._insistent(chat, lambda: call(chat), urgency, never_arrived)
        except ChatMigrated as error:
            await self._moved(chat, error.new_chat_id)
            chat = error.new_chat_id
            await self.acquire(chat, urgency)
            return await self._insistent(chat, lambda: call(chat), urgency, never_arrived)

    async def change(self, chat: int, call: Callable[[], Awaitable[_Result]], urgency: Urgency) -> _Result:
        """Change something in a chat that has admitted it; that may be done twice without harm.

        Raises:
            MessageGone: the group has become another chat, in which the message is not.
        """
        try:
            return await self._insistent(chat, call, urgency, is_lost)
        except ChatMigrated as error:
            await self._moved(chat, error.new_chat_id)
            raise MessageGone(error.message) from None

    async def _insistent(
        self,
        chat: int,
        call: Callable[[], Awaitable[_Result]],
        urgency: Urgency,
        may_retry: Callable[[Exception], bool],
    ) -> _Result:
        admitted = True

        async def attempt() -> _Result:
            nonlocal admitted
            if not admitted:
                await self.acquire(chat, urgency)
            admitted = False
            try:
                return await call()
            except RetryAfter as error:
                seconds = seconds_to_wait(error)
                log.info("Telegram asks for a pause", chat=chat, seconds=seconds)
                self._lanes[chat].pause(seconds)
                raise

        return await retried(
            attempt,
            attempts=ATTEMPTS,
            first_pause=self._pace.repeat_after * self._pace.second,
            may_retry=lambda error: isinstance(error, RetryAfter) or may_retry(error),
            # The lane itself waits for as long as Telegram asks.
            retry_after=lambda error: 0.0 if isinstance(error, RetryAfter) else None,
        )
