"""Private chats, which users open by writing, since a bot cannot write first."""

from __future__ import annotations

from cachetools import LRUCache
from telegram import Bot
from telegram.constants import ChatAction
from telegram.error import TelegramError

from bot.chats.telegram_chat.api_calls import ApiCalls
from bot.chats.telegram_chat.bot_api_errors import chat_errors
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
        """True for an open chat, by user."""

        self._hinted: LRUCache[int, bool] = LRUCache(CHATS_REMEMBERED)
        """Users who were told to open the chat."""

        self._pressed: LRUCache[int, bool] = LRUCache(CHATS_REMEMBERED)
        """True if the user's last press was in the chat, not in a group."""

    def opened(self, user: int) -> None:
        self._hinted.pop(user, None)
        self._open[user] = True

    def closed(self, user: int) -> None:
        self._open[user] = False

    def forget(self, user: int) -> None:
        for kept in (self._open, self._hinted, self._pressed):
            kept.pop(user, None)

    def pressed(self, user: int, *, in_private: bool) -> None:
        self._pressed[user] = in_private

    def is_looked_at(self, user: int) -> bool:
        """True if the user's last press was in an open chat, so that they see edits."""
        return self._open.get(user, False) and self._pressed.get(user, False)

    async def is_open(self, user: int) -> bool:
        """True for an open chat; if unknown, Telegram is asked without a message."""
        if user not in self._open:
            try:
                with chat_errors():
                    await self._bot.send_chat_action(user, ChatAction.TYPING)
            except Unwelcome:
                self.closed(user)
            except TelegramError:
                return True
            else:
                self.opened(user)
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
        self._check_open(user)
        await self._calls.acquire(user, Urgency.ANSWER, user)
        return await self._post(user, message, Urgency.ANSWER, extras)

    async def send_hand(self, user: int, message: Message, instead_of: int | None = None) -> int:
        """Send or edit the private hand before other answers and return its id; raise ``Unreachable`` for a closed
        chat.
        """
        self._check_open(user)
        await self._calls.acquire(user, Urgency.RESULT)
        if instead_of is not None:
            try:
                await self._sender.edit(user, instead_of, message, Urgency.RESULT)
            except MessageGone:
                await self._calls.acquire(user, Urgency.RESULT)
            except Unwelcome as why:
                self.closed(user)
                raise Unreachable(str(why)) from None
            else:
                return instead_of
        return await self._post(user, message, Urgency.RESULT, Extras(protected=True))

    def _check_open(self, user: int) -> None:
        if not self._open.get(user, True):
            raise Unreachable(f"{user} has not opened the private chat")

    async def _post(self, user: int, message: Message, urgency: Urgency, extras: Extras) -> int:
        try:
            message_id = await self._sender.post(user, message, urgency, extras)
        except Unwelcome as why:
            self.closed(user)
            raise Unreachable(str(why)) from None
        self.opened(user)
        return message_id

    async def remove(self, user: int, message_id: int) -> None:
        """Remove a message; raise ``MessageGone`` if that is impossible."""
        await self._calls.acquire(user, Urgency.SPARE)
        try:
            await self._bot.delete_message(user, message_id)
        except TelegramError as why:
            raise MessageGone(why.message) from None
