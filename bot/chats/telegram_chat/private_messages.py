"""The private chats, which users open by writing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cachetools import LRUCache
from telegram import Bot
from telegram.constants import ChatAction
from telegram.error import TelegramError

from bot.chats.telegram_chat.api_calls import ApiCalls, chat_errors
from bot.chats.telegram_chat.formatting import UrlButton
from bot.chats.telegram_chat.sender import Extras, Sender
from bot.messages import Message, MessageGone, Unreachable, Unwelcome, Urgency

CHATS_REMEMBERED = 5_000

CLICKABLE = Extras(clickable_commands=True)


class PrivateChats:
    def __init__(self, bot: Bot, calls: ApiCalls, sender: Sender) -> None:
        self._bot = bot
        self._calls = calls
        self._sender = sender
        self._open: LRUCache[int, bool] = LRUCache(CHATS_REMEMBERED)
        """By user."""

        self._hinted: LRUCache[int, bool] = LRUCache(CHATS_REMEMBERED)

        self._pressed: LRUCache[int, bool] = LRUCache(CHATS_REMEMBERED)
        """True if the user's last press was in the chat, not in a group."""

    def set_open(self, user: int, *, is_open: bool = True) -> None:
        self._open[user] = is_open

    def forget(self, user: int) -> None:
        for kept in (self._open, self._hinted, self._pressed):
            kept.pop(user, None)

    def pressed(self, user: int, *, in_private: bool) -> None:
        self._pressed[user] = in_private

    def is_looked_at(self, user: int) -> bool:
        return self._open.get(user, False) and self._pressed.get(user, False)

    def is_closed(self, user: int) -> bool:
        return not self._open.get(user, True)

    async def is_open(self, user: int) -> bool:
        """True for an open chat; if unknown, Telegram is asked without a message."""
        if user not in self._open:
            try:
                with chat_errors():
                    await self._bot.send_chat_action(user, ChatAction.TYPING)
            except Unwelcome:
                self.set_open(user, is_open=False)
            except TelegramError:
                return True
            else:
                self.set_open(user)
        return self._open[user]

    async def needs_hint(self, user: int) -> bool:
        """True once for a user who has not opened the chat."""
        if await self.is_open(user) or user in self._hinted:
            return False
        self._hinted[user] = True
        return True

    async def send(self, user: int, message: Message, extras: Extras = CLICKABLE) -> int:
        """Send an answer and return its id; raise ``Unreachable`` for a closed chat, ``Superseded`` if newer answers
        wait.
        """
        with self._reaching(user):
            await self._calls.acquire(user, Urgency.ANSWER, user)
            return await self._sender.post(user, message, Urgency.ANSWER, extras)

    async def send_hand(
        self, user: int, message: Message, instead_of: int | None = None, links: Sequence[UrlButton] = ()
    ) -> int:
        """Send or edit the private hand before other answers and return its id; raise ``Unreachable`` for a closed
        chat.
        """
        with self._reaching(user):
            await self._calls.acquire(user, Urgency.RESULT)
            if instead_of is not None:
                try:
                    await self._sender.edit(user, instead_of, message, Urgency.RESULT, Extras(links=links))
                except MessageGone:
                    await self._calls.acquire(user, Urgency.RESULT)
                else:
                    return instead_of
            return await self._sender.post(user, message, Urgency.RESULT, Extras(links=links, protected=True))

    @contextmanager
    def _reaching(self, user: int) -> Iterator[None]:
        """Learn whether a chat is open from a message there; raise ``Unreachable`` if it is not."""
        if not self._open.get(user, True):
            raise Unreachable(f"{user} has not opened the private chat")
        try:
            yield
        except Unwelcome as why:
            self.set_open(user, is_open=False)
            raise Unreachable(str(why)) from None
        self.set_open(user)
