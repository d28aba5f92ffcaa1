"""Sending, editing and removal of messages in groups and private chats.

Its methods raise ``Unwelcome`` if a chat takes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from cachetools import LRUCache
from telegram import Bot, InputMediaPhoto, LinkPreviewOptions, ReplyParameters
from telegram import Message as TelegramMessage
from telegram.error import BadRequest, TelegramError

from bot.chats.telegram_chat.addresses import NO_TOPIC
from bot.chats.telegram_chat.api_calls import ApiCalls, chat_errors, has_no_text, is_media_forbidden, is_not_modified
from bot.chats.telegram_chat.formatting import (
    CAPTION_MOST,
    TEXT_MOST,
    FormattedText,
    UrlButton,
    fits_a_caption,
    formatted,
    inline_keyboard,
    verbatim_text,
)
from bot.messages import Message, MessageGone, Picture, Urgency

log = structlog.get_logger()

PICTURES_REMEMBERED = 2_000

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


@dataclass(frozen=True, slots=True)
class Extras:
    """Telegram's own additions to a message."""

    topic: int = NO_TOPIC
    reply_to: int = 0
    links: Sequence[UrlButton] = ()
    behind: str = ""
    """The address of a hidden link."""

    mentioning: bool = False
    clickable_commands: bool = False
    protected: bool = False
    """True for a message that cannot be forwarded or saved; its file always can."""

    verbatim: bool = False
    reader: Mapping[str, object] | None = None
    """The parameters of an ephemeral message, which one member alone sees."""

    def text(self, message: Message) -> dict[str, Any]:
        text = verbatim_text(message) if self.verbatim else self._formatted(message, TEXT_MOST)
        return {"text": text.text, "entities": text.entities, "link_preview_options": NO_PREVIEW}

    def caption(self, message: Message) -> dict[str, Any]:
        caption = self._formatted(message, CAPTION_MOST)
        return {"caption": caption.text, "caption_entities": caption.entities}

    def has_spoiler(self, message: Message) -> bool | None:
        """True for a picture that is hidden from previews."""
        return (message.hides_cards and self.reader is None) or None

    def media(self, message: Message) -> dict[str, Any]:
        assert message.picture is not None
        hidden = self.has_spoiler(message)
        return {"media": InputMediaPhoto(message.picture.png, **self.caption(message), has_spoiler=hidden)}

    def _formatted(self, message: Message, longest: int) -> FormattedText:
        return formatted(
            message, longest, mentioning=self.mentioning, clickable_commands=self.clickable_commands, behind=self.behind
        )


PLAIN = Extras()


class Sender:
    def __init__(self, bot: Bot, calls: ApiCalls) -> None:
        self._bot = bot
        self._calls = calls
        self._pictures: LRUCache[tuple[int, int], str] = LRUCache(PICTURES_REMEMBERED)
        """By message, so that an edit need not send it again."""

    async def post(self, chat: int, message: Message, urgency: Urgency, extras: Extras = PLAIN) -> int:
        """Post in an acquired chat and return the id, silently unless it pings.

        A picture is left out if the text is too long for a caption, and a picture or file if the chat takes only text.
        """
        with chat_errors():
            try:
                sent = await self.send(chat, message, urgency, extras)
            except BadRequest as error:
                if not is_media_forbidden(error):
                    raise
                await self._calls.acquire(chat, urgency)
                sent = await self._calls.send(chat, self._with_text(message, extras), urgency)
        if message.picture is not None and sent.photo:
            self._pictures[chat, sent.message_id] = fingerprint(message.picture)
        return sent.message_id

    async def send(self, chat: int, message: Message, urgency: Urgency, extras: Extras) -> TelegramMessage:
        """Send a message to an acquired chat; raise the library's errors."""
        with_media = message.file is not None or (message.picture is not None and fits_a_caption(message))
        call = self._with_media(message, extras) if with_media else self._with_text(message, extras)
        return await self._calls.send(chat, call, urgency)

    def _with_text(self, message: Message, extras: Extras) -> Callable[[int], Awaitable[TelegramMessage]]:
        fields = {**_options(message, extras), **extras.text(message)}
        return lambda chat: self._bot.send_message(chat, **fields)

    def _with_media(self, message: Message, extras: Extras) -> Callable[[int], Awaitable[TelegramMessage]]:
        fields, picture, file = {**_options(message, extras), **extras.caption(message)}, message.picture, message.file
        if file is not None:
            fields["protect_content"] = None
            return lambda chat: self._bot.send_document(chat, file.content, filename=file.name, **fields)
        assert picture is not None
        hidden = extras.has_spoiler(message)
        return lambda chat: self._bot.send_photo(chat, picture.png, has_spoiler=hidden, **fields)

    async def edit(
        self, chat: int, message_id: int, message: Message, urgency: Urgency, extras: Extras = PLAIN
    ) -> None:
        """Replace a message without mentions; a picture stays. Raise ``MessageGone`` without it."""
        bot, picture, known = self._bot, message.picture, self._pictures.get((chat, message_id))
        buttons = inline_keyboard(message.rows, extras.links)
        where: dict[str, Any] = {"chat_id": chat, "message_id": message_id, "reply_markup": buttons}
        if known is not None and (picture is None or known == fingerprint(picture)):
            call = partial(bot.edit_message_caption, **where, **extras.caption(message))
        elif picture is None or (known is None and not fits_a_caption(message)):
            call = partial(bot.edit_message_text, **where, **extras.text(message))
        else:
            call = partial(bot.edit_message_media, **where, **extras.media(message))
        try:
            await self.change(chat, call, urgency)
        except BadRequest as error:
            if not has_no_text(error):
                raise
            # A message of an earlier run keeps its picture.
            await self._calls.acquire(chat, urgency)
            await self.change(chat, partial(bot.edit_message_caption, **where, **extras.caption(message)), urgency)
        else:
            if picture is not None and "media" in call.keywords:
                self._pictures[chat, message_id] = fingerprint(picture)

    async def change(self, chat: int, call: Callable[[], Awaitable[object]], urgency: Urgency) -> None:
        """Make an edit in an acquired chat; an equal one is no error."""
        try:
            with chat_errors():
                await self._calls.change(chat, call, urgency)
        except BadRequest as error:
            if not is_not_modified(error):
                raise

    async def remove(self, chat: int, message_id: int) -> None:
        try:
            await self._calls.change(chat, lambda: self._bot.delete_message(chat, message_id), Urgency.SPARE)
        except (TelegramError, MessageGone) as error:
            log.warning("message not removed", action="it stays", chat=chat, error=type(error).__name__)


def _options(message: Message, extras: Extras) -> dict[str, Any]:
    reply = ReplyParameters(extras.reply_to, allow_sending_without_reply=True) if extras.reply_to else None
    return {
        "message_thread_id": extras.topic or None,
        "reply_markup": inline_keyboard(message.rows, extras.links),
        "reply_parameters": reply,
        "protect_content": extras.protected or None,
        "disable_notification": message.mention is None,
        "api_kwargs": None if extras.reader is None else {"ephemeral_message_parameters": extras.reader},
    }


def fingerprint(picture: Picture) -> str:
    return hashlib.sha256(picture.png).hexdigest()[:16]
