"""The bot's chats with one person each: who has opened one, and the private hand in it.

A bot cannot write first. Whoever has not opened the chat is known by a refusal, and opens it by writing to the bot.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple
from weakref import WeakValueDictionary

from cachetools import LRUCache
from telegram import Bot
from telegram.constants import ChatAction
from telegram.error import TelegramError

from bot.chats.telegram_chat.calls import Calls
from bot.chats.telegram_chat.sending import Sender
from bot.chats.telegram_chat.troubles import in_our_words
from bot.messages import Message, MessageGone, Unreachable, Unwelcome, Urgency

CHATS_REMEMBERED = 5_000


class _Hand(NamedTuple):
    """The private hand that a person was sent last."""

    number: int
    message: Message


class PrivateChats:
    """All of them."""

    def __init__(self, bot: Bot, calls: Calls, sender: Sender) -> None:
        self._bot = bot
        self._calls = calls
        self._sender = sender
        self._open: LRUCache[int, bool] = LRUCache(CHATS_REMEMBERED)
        self._told: LRUCache[int, bool] = LRUCache(CHATS_REMEMBERED)
        self._hands: LRUCache[int, _Hand] = LRUCache(CHATS_REMEMBERED)
        self._replaced: LRUCache[tuple[int, int], int] = LRUCache(CHATS_REMEMBERED)
        """Which message stands in the place of one that was sent once more."""

        self._writing: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def opened(self, user: int) -> None:
        """Somebody has written to the bot, or has just got a message."""
        self._told.pop(user, None)
        self._open[user] = True

    def closed(self, user: int) -> None:
        """Somebody was found not to take messages."""
        self._open[user] = False

    async def is_open(self, user: int) -> bool:
        """Whether somebody takes messages; who is not known is asked for, without a message."""
        if user not in self._open:
            try:
                with in_our_words():
                    await self._bot.send_chat_action(user, ChatAction.TYPING)
            except Unwelcome:
                self.closed(user)
            except TelegramError:
                return True
            else:
                self.opened(user)
        return self._open[user]

    async def has_to_be_told(self, user: int) -> bool:
        """Whether somebody has not opened the chat and was never told how; after this question, that counts as done."""
        if await self.is_open(user) or user in self._told:
            return False
        self._told[user] = True
        return True

    async def write(self, user: int, message: Message, *, protected: bool = False, tapped: bool = True) -> int:
        """Send somebody a new message and return its number.

        Raises:
            Unreachable: the chat is not open.
        """
        if not self._open.get(user, True):
            raise Unreachable(f"{user} has not opened the private chat")
        await self._calls.acquire(user, Urgency.ANSWER)
        try:
            number = await self._sender.post(user, message, Urgency.ANSWER, protected=protected, tapped=tapped)
        except Unwelcome as why:
            self.closed(user)
            raise Unreachable(str(why)) from None
        self.opened(user)
        return number

    async def send_private(self, user: int, message: Message, instead_of: int | None = None) -> int:
        """Send somebody the private hand, in the place of an earlier one if that can be edited; return its number.

        Raises:
            Unreachable: the chat is not open.
        """
        async with self._writing.setdefault(user, asyncio.Lock()):
            return await self._send_private(user, message, instead_of)

    async def show(self, user: int, message: Message) -> None:
        """Bring the private hand that somebody has up to date; who has none is sent it.

        Raises:
            Unreachable: the chat is not open.
        """
        async with self._writing.setdefault(user, asyncio.Lock()):
            hand = self._hands.get(user)
            if hand is None:
                await self._send_private(user, message, None)
            elif hand.message != message:
                await self._send_private(user, message, hand.number)

    async def show_anew(self, user: int, message: Message) -> None:
        """Send somebody the private hand once more, because he asked for it; the one above is taken away.

        Raises:
            Unreachable: the chat is not open.
        """
        async with self._writing.setdefault(user, asyncio.Lock()):
            before = self._hands.get(user)
            number = await self._send_private(user, message, None)
            if before is not None:
                self._replaced[(user, before.number)] = number
                await self._calls.acquire(user, Urgency.CLEANUP)
                await self._sender.remove(user, before.number)

    async def _send_private(self, user: int, message: Message, instead_of: int | None) -> int:
        while instead_of is not None and (user, instead_of) in self._replaced:
            instead_of = self._replaced[(user, instead_of)]
        if instead_of is not None and self._open.get(user, True):
            await self._calls.acquire(user, Urgency.ANSWER)
            try:
                await self._sender.edit(user, instead_of, message, Urgency.ANSWER)
            except MessageGone:
                pass
            except Unwelcome as why:
                self.closed(user)
                raise Unreachable(str(why)) from None
            else:
                self._hands[user] = _Hand(instead_of, message)
                return instead_of
        number = await self.write(user, message, protected=True, tapped=False)
        self._hands[user] = _Hand(number, message)
        return number
