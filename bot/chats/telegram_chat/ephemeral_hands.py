"""The private hand in the group, for the eyes of one: for those who have not opened the private chat.

Newer servers of Telegram can show a message to one member of a group alone, for a while after he pressed a button. An
older one does not know the wish and would show the message to all. So what is sent first says nothing, and the hand
is put in its place only once the server has confirmed who sees it.
"""

from __future__ import annotations

import asyncio

from cachetools import LRUCache
from telegram import Bot, InputMediaPhoto
from telegram.error import BadRequest, EndPointNotFound, TelegramError

from bot.chats.telegram_chat.calls import Calls
from bot.chats.telegram_chat.numbers import Spot
from bot.chats.telegram_chat.pace import Pace
from bot.chats.telegram_chat.rendering import LONGEST_CAPTION, tamed, written
from bot.chats.telegram_chat.sending import Sender
from bot.chats.telegram_chat.troubles import in_our_words, is_no_change
from bot.messages import Message, Urgency

HANDS_REMEMBERED = 1_000


class EphemeralHands:
    """All hands that are shown so."""

    def __init__(self, bot: Bot, calls: Calls, sender: Sender, pace: Pace) -> None:
        self._bot = bot
        self._calls = calls
        self._sender = sender
        self._pace = pace
        self._offered: bool | None = None
        """Whether the server can do this; ``None`` as long as nobody has asked it."""

        self._shown: LRUCache[tuple[int, int], int] = LRUCache(HANDS_REMEMBERED)
        """The number of the message that a person has in a group."""

    async def show(self, spot: Spot, user: int, query: str, message: Message) -> None:
        """Show somebody the private hand in the place of the last one, unless the table needs the room itself.

        Args:
            spot: where the button was pressed.
            user: by whom.
            query: the press, which makes it possible for a while.
            message: the hand.

        Raises:
            Unwelcome: nothing can be shown there.
        """
        if message.picture is None or not await self._is_offered(spot.chat, user):
            return
        try:
            async with asyncio.timeout(self._pace.spare_room * self._pace.second):
                await self._calls.acquire(spot.chat, Urgency.CLEANUP)
        except TimeoutError:
            return
        with in_our_words():
            number = self._shown.get((spot.chat, user))
            if number is not None and await self._put(spot.chat, user, number, message):
                return
            number = await self._sent(spot, user, query, message)
            if number is not None:
                await self._calls.acquire(spot.chat, Urgency.CLEANUP)
                await self._put(spot.chat, user, number, message)

    async def _is_offered(self, chat: int, user: int) -> bool:
        if self._offered is None:
            try:
                await self._bot.do_api_request("deleteEphemeralMessage", _addressed(chat, user, 0))
            except EndPointNotFound:
                self._offered = False
            except BadRequest:
                # It knows the method; that there is no such message was to be expected.
                self._offered = True
            except TelegramError:
                return False
            else:
                self._offered = True
        return self._offered

    async def _sent(self, spot: Spot, user: int, query: str, message: Message) -> int | None:
        """Send a message that says nothing; return its number if nobody else sees it."""
        only = {"receiver_user_id": user, "callback_query_id": query}
        sent = await self._calls.send(
            spot.chat,
            lambda there: self._bot.send_message(
                there,
                tamed(message.title),
                message_thread_id=spot.topic or None,
                disable_notification=True,
                api_kwargs={"ephemeral_message_parameters": only},
            ),
            Urgency.CLEANUP,
        )
        number = sent.api_kwargs.get("ephemeral_message_id")
        if not isinstance(number, int):
            self._offered = False
            await self._sender.remove(spot.chat, sent.message_id)
            return None
        self._shown[(spot.chat, user)] = number
        return number

    async def _put(self, chat: int, user: int, number: int, message: Message) -> bool:
        """Put the hand into a message that only its owner sees; ``False`` if that message is gone."""
        assert message.picture is not None
        words = written(message, LONGEST_CAPTION)
        picture = InputMediaPhoto(message.picture.png, words.text, caption_entities=words.entities)
        to = _addressed(chat, user, number)
        if await self._changed(chat, "editEphemeralMessageMedia", {**to, "media": picture}):
            return True
        # Some servers take no new picture in such an edit.
        if await self._changed(
            chat, "editEphemeralMessageText", {**to, "text": words.text, "entities": words.entities}
        ):
            return True
        self._shown.pop((chat, user), None)
        return False

    async def _changed(self, chat: int, method: str, fields: dict[str, object]) -> bool:
        try:
            await self._calls.change(chat, lambda: self._bot.do_api_request(method, fields), Urgency.CLEANUP)
        except BadRequest as error:
            return is_no_change(error)
        return True


def _addressed(chat: int, user: int, number: int) -> dict[str, object]:
    return {"chat_id": chat, "receiver_user_id": user, "ephemeral_message_id": number}
