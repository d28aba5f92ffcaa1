"""Asking Telegram for news; what was told is confirmed by asking for what comes after it, once it is durable."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog
from telegram import Bot, Update
from telegram.error import Conflict, TelegramError

from bot.chats.errors import AnotherSession
from bot.chats.telegram_chat.network import patiently
from bot.chats.telegram_chat.pace import Pace

log = structlog.get_logger()

ANOTHER = "Another program is connected to Telegram with the same token. Stop it first: a token serves one at a time."


class Polling:
    """Long polling.

    Args:
        bot: who asks.
        take: deals with updates, and returns when they may be confirmed.
        kinds: what to be told of.
        pace: how patient to be.
    """

    def __init__(
        self, bot: Bot, take: Callable[[Sequence[Update]], Awaitable[None]], kinds: Sequence[str], pace: Pace
    ) -> None:
        self._bot = bot
        self._take = take
        self._kinds = kinds
        self._pace = pace
        self._offset: int | None = None

    async def run(self) -> None:
        """Ask for ever.

        Raises:
            TokenRefused: Telegram does not take the token any more.
            AnotherSession: somebody else asks with the same token, and does not stop.
        """
        rival = _Rival(self._pace)
        while True:
            try:
                updates = await patiently("ask for news", self._ask, self._pace)
            except Conflict:
                if rival.met():
                    raise AnotherSession(ANOTHER) from None
                await asyncio.sleep(self._pace.rival_pause * self._pace.second)
                continue
            except TelegramError as error:
                log.error("Telegram has no news for us", error=error.message)
                await asyncio.sleep(self._pace.reconnect_most * self._pace.second)
                continue
            await self._take(updates)
            for update in updates:
                self._offset = max(self._offset or 0, update.update_id + 1)

    async def _ask(self) -> Sequence[Update]:
        return await self._bot.get_updates(self._offset, timeout=self._pace.poll, allowed_updates=self._kinds)


class _Rival:
    """Somebody else who asks with the same token: each ends the other's question, until one of them gives way.

    It should be the one who came later, and that is whoever was interrupted soon after beginning: the other was
    there, and asked again.
    """

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._began = asyncio.get_running_loop().time()
        self._first = self._last = -1.0
        self._patience = 0.0

    def met(self) -> bool:
        """It has asked once more; return whether to give way."""
        now, second = asyncio.get_running_loop().time(), self._pace.second
        if self._first < 0 or now - self._last > self._pace.newcomer_patience * second:
            self._first = now
            is_newcomer = now - self._began < self._pace.newcomer * second
            self._patience = (self._pace.newcomer_patience if is_newcomer else self._pace.patience) * second
            log.warning("another program asks Telegram for the same news", patience=self._patience)
        self._last = now
        return now - self._first >= self._patience
