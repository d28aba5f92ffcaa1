"""Ephemeral messages in a group: pages of menus, and private hands of users without a private chat.

Older servers show the message to everybody, so cards follow after the server confirms its reader.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import structlog
from telegram import Bot, InputMediaPhoto
from telegram import Message as TelegramMessage
from telegram.error import BadRequest, EndPointNotFound, TelegramError

from bot.chats.telegram_chat.api_calls import ApiCalls
from bot.chats.telegram_chat.api_errors import chat_errors, is_not_modified
from bot.chats.telegram_chat.ids import SourceMessage
from bot.chats.telegram_chat.limits import Timeouts
from bot.chats.telegram_chat.rendering import (
    CAPTION_MOST,
    fits_a_caption,
    formatted,
    inline_keyboard,
)
from bot.chats.telegram_chat.sending import NO_PREVIEW, Sender
from bot.messages import Message, MessageGone, Urgency

log = structlog.get_logger()


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
        with chat_errors():
            hand = replace(message, buttons=(), select=None)
            return await self._send_secret(source, user, query, hand, Urgency.SPARE) or None

    async def edit_hand(self, chat: int, user: int, message_id: int, message: Message) -> bool:
        """Update a private hand; ``False`` if that is impossible.

        A finished hand leaves no picture, and no message becomes one without.
        """
        if message.picture is None:
            return False
        await self._calls.acquire(chat, Urgency.SPARE)
        return await self._put_hand(chat, user, message_id, replace(message, buttons=(), select=None))

    async def show_page(
        self, source: SourceMessage, user: int, query: str, page: Message, *, secret: bool = False
    ) -> bool:
        """Show a page in place of the pressed one; ``False`` if others need the calls or the server refuses.

        A page without cards is sent at once and removed if everybody sees it.
        """
        if not await self.is_supported(source.chat, user) or not await self._calls.acquired_soon(source.chat, user):
            return False
        with chat_errors():
            if source.ephemeral_id:
                if await self._put_page(source.chat, user, source.ephemeral_id, page):
                    return True
                # A page without a picture cannot replace one with a picture or a deleted one.
                await self.remove(source.chat, user, source.ephemeral_id)
                await self._calls.acquire(source.chat, Urgency.ANSWER)
            if not secret:
                return await self._send_page(source, user, query, page, Urgency.ANSWER) != 0
            return await self._send_secret(source, user, query, page, Urgency.ANSWER) != 0

    async def _send_secret(self, source: SourceMessage, user: int, query: str, page: Message, urgency: Urgency) -> int:
        """Send a page without cards, add them if nobody else sees it, and return its id, or 0."""
        empty = Message(page.title, buttons=page.buttons, select=page.select)
        message_id = await self._send_page(source, user, query, empty, urgency)
        if message_id:
            await self._calls.acquire(source.chat, Urgency.ANSWER)
            await self._put_hand(source.chat, user, message_id, page)
        return message_id

    async def _put_hand(self, chat: int, user: int, message_id: int, page: Message) -> bool:
        put = await self._put_page(chat, user, message_id, page)
        return put or await self._put_page(chat, user, message_id, replace(page, picture=None))

    async def is_supported(self, chat: int, user: int) -> bool:
        """Ask the server once, with a message that does not exist."""
        if self._supported is None:
            try:
                await self._bot.do_api_request("deleteEphemeralMessage", _message_fields(chat, user, 0))
            except EndPointNotFound:
                self._supported = False
            except BadRequest:
                # The server knows the method, but not the message.
                self._supported = True
            except TelegramError:
                return False
            else:
                self._supported = True
        return self._supported

    async def _send_page(self, source: SourceMessage, user: int, query: str, page: Message, urgency: Urgency) -> int:
        """Send a page and return its id, or 0 if it was refused or all see it."""
        content, keyboard = formatted(page), inline_keyboard(page.rows)
        receiver = {"receiver_user_id": user, "callback_query_id": query}
        options: dict[str, Any] = {
            "message_thread_id": source.topic or None,
            "disable_notification": True,
            "reply_markup": keyboard,
            "api_kwargs": {"ephemeral_message_parameters": receiver},
        }
        picture = page.picture if fits_a_caption(page) else None

        async def send(chat: int) -> TelegramMessage:
            if picture is None:
                return await self._bot.send_message(
                    chat, content.text, entities=content.entities, link_preview_options=NO_PREVIEW, **options
                )
            caption = formatted(page, CAPTION_MOST)
            return await self._bot.send_photo(
                chat, picture.png, caption.text, caption_entities=caption.entities, **options
            )

        try:
            sent = await self._calls.send(source.chat, send, urgency)
        except BadRequest as error:
            log.warning("page refused", action="it is shown in private", chat=source.chat, error=error.message)
            return 0
        message_id = sent.api_kwargs.get("ephemeral_message_id")
        if isinstance(message_id, int):
            return message_id
        self._supported = False
        await self._sender.remove(source.chat, sent.message_id)
        return 0

    async def _put_page(self, chat: int, user: int, message_id: int, page: Message) -> bool:
        """Put a page into an ephemeral message; ``False`` if that is impossible."""
        to = {**_message_fields(chat, user, message_id), "reply_markup": inline_keyboard(page.rows)}
        try:
            if page.picture is not None and fits_a_caption(page):
                caption = formatted(page, CAPTION_MOST)
                photo = InputMediaPhoto(page.picture.png, caption.text, caption_entities=caption.entities)
                return await self._edit(chat, "editEphemeralMessageMedia", {**to, "media": photo})
            content = formatted(page)
            fields = {**to, "text": content.text, "entities": content.entities, "link_preview_options": NO_PREVIEW}
            return await self._edit(chat, "editEphemeralMessageText", fields)
        except MessageGone:
            return False

    async def remove(self, chat: int, user: int, message_id: int) -> None:
        try:
            fields = _message_fields(chat, user, message_id)
            await self._bot.do_api_request("deleteEphemeralMessage", fields)
        except TelegramError as error:
            log.warning("page not removed", action="it stays", chat=chat, error=type(error).__name__)

    async def _edit(self, chat: int, method: str, fields: dict[str, Any]) -> bool:
        try:
            await self._calls.change(chat, lambda: self._bot.do_api_request(method, fields), Urgency.ANSWER)
        except BadRequest as error:
            return is_not_modified(error)
        return True


def _message_fields(chat: int, user: int, message_id: int) -> dict[str, Any]:
    return {"chat_id": chat, "receiver_user_id": user, "ephemeral_message_id": message_id}
