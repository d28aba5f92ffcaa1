"""Messages for one user alone: in the private chat, which users open by writing, and ephemeral ones in a group.

Ephemeral messages are pages of menus, and private hands of users without a private chat. Older servers show them to
everybody, so cards follow after the server confirms their reader.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import structlog
from cachetools import LRUCache
from telegram import Bot
from telegram.constants import ChatAction
from telegram.error import BadRequest, EndPointNotFound, TelegramError

from bot.chats.telegram_chat.addresses import SourceMessage
from bot.chats.telegram_chat.api_calls import ApiCalls, Timeouts, chat_errors
from bot.chats.telegram_chat.formatting import UrlButton, fits_a_caption, inline_keyboard
from bot.chats.telegram_chat.sender import Extras, Sender
from bot.messages import Message, MessageGone, Unreachable, Unwelcome, Urgency

log = structlog.get_logger()

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

    def set_open(self, user: int, *, is_open: bool = True) -> None:
        self._open[user] = is_open

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


class EphemeralMessages:
    def __init__(self, bot: Bot, calls: ApiCalls, sender: Sender, timeouts: Timeouts) -> None:
        self._bot = bot
        self._calls = calls
        self._sender = sender
        self._timeouts = timeouts
        self._supported: bool | None = None
        """``None`` before the server was asked."""

    async def show_hand(self, source: SourceMessage, user: int, query: str, message: Message) -> int | None:
        """Show the private hand and return its id, unless others need the group's calls.

        Raise ``Unwelcome`` if the chat takes nothing.
        """
        if message.picture is None or not await self.is_supported(source.chat, user):
            return None
        if not await self._calls.acquired_soon(source.chat, user, Urgency.SPARE, self._timeouts.spare_capacity):
            # The alert has told their cards.
            return None
        return await self._send(source, user, query, _bare(message), Urgency.SPARE, secret=True) or None

    async def edit_hand(self, chat: int, user: int, message_id: int, message: Message) -> bool:
        """Update a private hand; ``False`` if that is impossible.

        A finished hand leaves no picture, and no message becomes one without.
        """
        if message.picture is None:
            return False
        await self._calls.acquire(chat, Urgency.SPARE)
        return await self._put_hand(chat, user, message_id, _bare(message))

    async def show_page(
        self, source: SourceMessage, user: int, query: str, page: Message, *, secret: bool = False
    ) -> bool:
        """Show a page in place of the pressed one; ``False`` if others need the calls or the server refuses.

        A page without cards is sent at once and removed if everybody sees it.
        """
        if not await self.is_supported(source.chat, user) or not await self._calls.acquired_soon(source.chat, user):
            return False
        if source.ephemeral_id:
            if await self._put(source.chat, user, source.ephemeral_id, page):
                return True
            # A page without a picture cannot replace one with a picture or a deleted one.
            await self.remove(source.chat, user, source.ephemeral_id)
            await self._calls.acquire(source.chat, Urgency.ANSWER)
        return await self._send(source, user, query, page, Urgency.ANSWER, secret=secret) != 0

    async def is_supported(self, chat: int, user: int) -> bool:
        """Ask the server once, with a message that does not exist."""
        if self._supported is None:
            try:
                # A server that knows the method does not know the message.
                with suppress(BadRequest):
                    await self._bot.do_api_request("deleteEphemeralMessage", _message_fields(chat, user, 0))
                self._supported = True
            except EndPointNotFound:
                self._supported = False
            except TelegramError:
                return False
        return self._supported

    async def _send(
        self, source: SourceMessage, user: int, query: str, page: Message, urgency: Urgency, *, secret: bool
    ) -> int:
        """Send a page and return its id, or 0 if it was refused or all see it; its cards follow if it is secret."""
        shown = Message(page.title, buttons=page.buttons, select=page.select) if secret else page
        reader = {"receiver_user_id": user, "callback_query_id": query}
        with chat_errors():
            try:
                sent = await self._sender.send(source.chat, shown, urgency, Extras(source.topic, reader=reader))
            except BadRequest as error:
                log.warning("page refused", action="it is shown in private", chat=source.chat, error=error.message)
                return 0
        message_id = sent.api_kwargs.get("ephemeral_message_id")
        if not isinstance(message_id, int):
            self._supported = False
            await self._sender.remove(source.chat, sent.message_id)
            return 0
        if secret:
            await self._calls.acquire(source.chat, Urgency.ANSWER)
            await self._put_hand(source.chat, user, message_id, page)
        return message_id

    async def _put_hand(self, chat: int, user: int, message_id: int, page: Message) -> bool:
        put = await self._put(chat, user, message_id, page)
        return put or await self._put(chat, user, message_id, replace(page, picture=None))

    async def _put(self, chat: int, user: int, message_id: int, page: Message) -> bool:
        """Put a page into an ephemeral message; ``False`` if that is impossible."""
        shown = Extras(reader={"receiver_user_id": user})
        if page.picture is not None and fits_a_caption(page):
            method, content = "editEphemeralMessageMedia", shown.media(page)
        else:
            method, content = "editEphemeralMessageText", shown.text(page)
        fields = _message_fields(chat, user, message_id) | content | {"reply_markup": inline_keyboard(page.rows)}
        try:
            await self._sender.change(chat, lambda: self._bot.do_api_request(method, fields), Urgency.ANSWER)
        except (BadRequest, MessageGone):
            return False
        return True

    async def remove(self, chat: int, user: int, message_id: int) -> None:
        try:
            fields = _message_fields(chat, user, message_id)
            await self._bot.do_api_request("deleteEphemeralMessage", fields)
        except TelegramError as error:
            log.warning("page not removed", action="it stays", chat=chat, error=type(error).__name__)


def _bare(message: Message) -> Message:
    return replace(message, buttons=(), select=None)


def _message_fields(chat: int, user: int, message_id: int) -> dict[str, Any]:
    return {"chat_id": chat, "receiver_user_id": user, "ephemeral_message_id": message_id}
