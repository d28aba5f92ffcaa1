"""Ephemeral messages in groups, which one member sees.

Older servers show them to everybody, so cards follow after the server confirms their reader. They may not count among a
group's calls, which a self-test finds out; until then they do.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

import structlog
from cachetools import LRUCache
from telegram import Bot, InlineKeyboardMarkup
from telegram.error import BadRequest, EndPointNotFound, NetworkError, TelegramError

from bot.chats.telegram_chat.addresses import SourceMessage, group_id
from bot.chats.telegram_chat.api_calls import ApiCalls, Timeouts, chat_errors
from bot.chats.telegram_chat.formatting import fits_a_caption, inline_keyboard
from bot.chats.telegram_chat.sender import PICTURES_REMEMBERED, Extras, Sender, fingerprint
from bot.groups import Groups
from bot.messages import Message, MessageGone, MessageId, Urgency

log = structlog.get_logger()

UNCOUNTED = "telegram-ephemeral-uncounted"
"""The setting of a group in which a self-test has found that ephemeral messages do not count."""


class _Shown(NamedTuple):
    picture: str
    """The fingerprint of its picture, or nothing."""

    message: Message

    @classmethod
    def of(cls, page: Message) -> _Shown:
        picture = "" if page.picture is None or not fits_a_caption(page) else fingerprint(page.picture)
        return cls(picture, replace(page, picture=None))


class EphemeralMessages:
    def __init__(self, bot: Bot, calls: ApiCalls, sender: Sender, timeouts: Timeouts, groups: Groups) -> None:
        self._bot = bot
        self._calls = calls
        self._sender = sender
        self._timeouts = timeouts
        self._groups = groups
        self._supported: bool | None = None
        """``None`` before the server was asked."""

        self._asking = asyncio.Lock()
        self._confirmed = False
        """True if the server has confirmed the reader of a message, and has been reached since."""

        self._shown: LRUCache[tuple[int, int, int], _Shown] = LRUCache(PICTURES_REMEMBERED)

        self._doubted: set[int] = set()
        """Groups with a flood warning, in which they count until the next self-test."""

        calls.on_limit = self._doubted.add

    # --- the budget --------------------------------------------------------------------------------------------------

    @property
    def works(self) -> bool:
        """True if the server is known to have ephemeral messages."""
        return bool(self._supported)

    def is_uncounted(self, chat: int) -> bool:
        """True if they are known not to count among the calls of a group."""
        return chat not in self._doubted and bool(self._groups.of(group_id(chat)).of_features.get(UNCOUNTED))

    async def set_uncounted(self, chat: int, uncounted: bool) -> None:
        self._doubted.discard(chat)
        if uncounted != self.is_uncounted(chat):
            await self._groups.change(group_id(chat), lambda now: now.with_feature(UNCOUNTED, uncounted))

    async def _acquire(self, chat: int, urgency: Urgency) -> None:
        await self._calls.acquire(chat, urgency, beside=self.is_uncounted(chat))

    async def _acquired_soon(
        self, chat: int, user: int, urgency: Urgency = Urgency.ANSWER, seconds: float | None = None
    ) -> bool:
        return await self._calls.acquired_soon(chat, user, urgency, seconds, beside=self.is_uncounted(chat))

    # --- hands and pages ---------------------------------------------------------------------------------------------

    async def push_hand(self, chat: int, topic: int, user: int, message: Message) -> int | None:
        """Show a private hand that nobody asked for and return its id, 0 after a refusal, ``None`` if it is not tried.

        Where it counts, the table's next calls go first. Raise ``Unwelcome`` if the chat takes nothing.
        """
        if self.is_uncounted(chat):
            await self._acquire(chat, Urgency.RESULT)
        elif self._calls.seconds_until_hand(chat) or not await self._acquired_soon(chat, user):
            return None
        source = SourceMessage(chat, topic, 0)
        return await self._send(source, user, "", message, Urgency.RESULT, secret=True)

    async def show_hand(self, source: SourceMessage, user: int, query: str, message: Message) -> int | None:
        """Show the private hand and return its id, unless others need the group's calls.

        Raise ``Unwelcome`` if the chat takes nothing.
        """
        if message.picture is None or not await self.is_supported(source.chat, user):
            return None
        if not await self._acquired_soon(source.chat, user, Urgency.SPARE, self._timeouts.spare_capacity):
            # The alert has told their cards.
            return None
        return await self._send(source, user, query, bare(message), Urgency.SPARE, secret=True) or None

    async def edit_hand(self, chat: int, user: int, message_id: int, message: Message) -> bool:
        """Update a private hand; ``False`` if that is impossible.

        A finished hand leaves no picture, and no message becomes one without.
        """
        if message.picture is None:
            return False
        if self._shown.get((chat, user, message_id)) == _Shown.of(message):
            return True
        await self._acquire(chat, Urgency.SPARE)
        return await self._put_hand(chat, user, message_id, message)

    async def show_page(
        self, source: SourceMessage, user: int, query: str, page: Message, *, secret: bool = False
    ) -> bool:
        """Show a page in place of the pressed one; ``False`` if others need the calls or the server refuses.

        A page without cards is sent at once and removed if everybody sees it.
        """
        if not await self.is_supported(source.chat, user) or not await self._acquired_soon(source.chat, user):
            return False
        if source.ephemeral_id:
            if await self._put(source.chat, user, source.ephemeral_id, page):
                return True
            # A page without a picture cannot replace one with a picture or a deleted one.
            await self.remove(source.chat, user, source.ephemeral_id)
            await self._acquire(source.chat, Urgency.ANSWER)
        return await self._send(source, user, query, page, Urgency.ANSWER, secret=secret) != 0

    async def show_amounts(
        self, source: SourceMessage, user: int, prompt: str, keyboard: InlineKeyboardMarkup
    ) -> MessageId:
        """Show a choice of amounts where that costs the group no call, and return its id, else nothing."""
        if not self.is_uncounted(source.chat) or not await self.is_supported(source.chat, user):
            return ""
        await self._acquire(source.chat, Urgency.ANSWER)
        shown = await self._send(source, user, "", Message(lines=(prompt,)), Urgency.ANSWER, secret=False)
        if not shown:
            return ""
        await self.put_buttons(source.chat, user, shown, keyboard)
        return f"{source.chat}/{shown}"

    async def is_supported(self, chat: int, user: int) -> bool:
        """Ask the server once, with a message that does not exist."""
        async with self._asking:
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
        """Send a page and return its id, or 0 if it was refused or all see it.

        The cards of a secret one follow, unless the server has confirmed the reader of an earlier one.
        """
        follow = secret and (bool(query) or not self._confirmed)
        shown = Message(page.title, buttons=page.buttons, select=page.select) if follow else page
        reader = {"receiver_user_id": user, **({"callback_query_id": query} if query else {})}
        with chat_errors():
            try:
                sent = await self._sender.send(source.chat, shown, urgency, Extras(source.topic, reader=reader))
            except BadRequest as error:
                log.warning("page refused", action="it is shown in private", chat=source.chat, error=error.message)
                return 0
            except NetworkError:
                # There may be another server behind it.
                self._confirmed = False
                raise
        message_id = sent.api_kwargs.get("ephemeral_message_id")
        self._confirmed = isinstance(message_id, int)
        if not isinstance(message_id, int):
            self._supported = False
            await self._sender.remove(source.chat, sent.message_id)
            return 0
        self._shown[source.chat, user, message_id] = _Shown.of(shown)
        if follow:
            await self._acquire(source.chat, Urgency.ANSWER)
            await self._put_hand(source.chat, user, message_id, page)
        return message_id

    async def _put_hand(self, chat: int, user: int, message_id: int, page: Message) -> bool:
        put = await self._put(chat, user, message_id, page)
        return put or await self._put(chat, user, message_id, replace(page, picture=None))

    async def _put(self, chat: int, user: int, message_id: int, page: Message) -> bool:
        """Put a page into an ephemeral message; ``False`` if that is impossible."""
        extras, key, shown = Extras(reader={"receiver_user_id": user}), (chat, user, message_id), _Shown.of(page)
        there = self._shown.get(key)
        if shown.picture and there is not None and shown.picture == there.picture:
            method, content = "editEphemeralMessageCaption", extras.caption(page)
        elif shown.picture:
            method, content = "editEphemeralMessageMedia", extras.media(page)
        else:
            method, content = "editEphemeralMessageText", extras.text(page)
        if not await self._edit(method, chat, user, message_id, inline_keyboard(page.rows), content):
            return False
        self._shown[key] = shown
        return True

    async def put_buttons(self, chat: int, user: int, message_id: int, keyboard: InlineKeyboardMarkup) -> None:
        await self._acquire(chat, Urgency.ANSWER)
        await self._edit("editEphemeralMessageReplyMarkup", chat, user, message_id, keyboard, {})

    async def _edit(
        self,
        method: str,
        chat: int,
        user: int,
        message_id: int,
        keyboard: InlineKeyboardMarkup | None,
        content: dict[str, Any],
    ) -> bool:
        fields = _message_fields(chat, user, message_id) | content | {"reply_markup": keyboard}
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


def bare(message: Message) -> Message:
    return replace(message, buttons=(), select=None)


def _message_fields(chat: int, user: int, message_id: int) -> dict[str, Any]:
    return {"chat_id": chat, "receiver_user_id": user, "ephemeral_message_id": message_id}
