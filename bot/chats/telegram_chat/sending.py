"""Sending, editing and removal of messages in groups and private chats.

Its methods raise ``Unwelcome`` if a chat takes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import structlog
from cachetools import LRUCache
from telegram import Bot, ForceReply, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions, ReplyParameters
from telegram.error import BadRequest, TelegramError

from bot.chats.telegram_chat.api_calls import ApiCalls
from bot.chats.telegram_chat.api_errors import chat_errors, has_no_text, is_media_forbidden, is_not_modified
from bot.chats.telegram_chat.ids import NO_TOPIC
from bot.chats.telegram_chat.keyboards import Keyboards
from bot.chats.telegram_chat.rendering import (
    CAPTION_MOST,
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


class Sender:
    def __init__(self, bot: Bot, calls: ApiCalls) -> None:
        self._bot = bot
        self._calls = calls
        self.keyboards = Keyboards()
        self._pictures: LRUCache[tuple[int, int], str] = LRUCache(PICTURES_REMEMBERED)
        """The picture's fingerprint in each message, so that an edit need not send it again."""

    async def post(
        self,
        chat: int,
        message: Message,
        urgency: Urgency,
        *,
        topic: int = NO_TOPIC,
        mentioning: bool = False,
        clickable_commands: bool = False,
        protect_content: bool = False,
        verbatim: bool = False,
        reply_to: int = 0,
        links: Sequence[UrlButton] = (),
        behind: str = "",
    ) -> int:
        """Post in an acquired chat and return the id, silently unless it pings.

        A picture is left out if the text is too long for a caption.
        """
        buttons = inline_keyboard(message.rows, links)
        thread = topic or None
        reply_parameters = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None
        picture, file, silent = message.picture, message.file, message.mention is None

        async def as_text(chat: int) -> int:
            content = (
                verbatim_text(message)
                if verbatim
                else formatted(message, mentioning=mentioning, clickable_commands=clickable_commands, behind=behind)
            )
            sent = await self._bot.send_message(
                chat,
                content.text,
                entities=content.entities,
                link_preview_options=NO_PREVIEW,
                message_thread_id=thread,
                reply_markup=buttons,
                reply_parameters=reply_parameters,
                protect_content=protect_content or None,
                disable_notification=silent,
            )
            return sent.message_id

        async def as_picture(chat: int) -> int:
            assert picture is not None
            caption = formatted(
                message, CAPTION_MOST, mentioning=mentioning, clickable_commands=clickable_commands, behind=behind
            )
            sent = await self._bot.send_photo(
                chat,
                picture.png,
                caption.text,
                caption_entities=caption.entities,
                message_thread_id=thread,
                reply_markup=buttons,
                reply_parameters=reply_parameters,
                protect_content=protect_content or None,
                disable_notification=silent,
                has_spoiler=message.hides_cards or None,
            )
            return sent.message_id

        async def as_document(chat: int) -> int:
            assert file is not None
            caption = formatted(
                message, CAPTION_MOST, mentioning=mentioning, clickable_commands=clickable_commands, behind=behind
            )
            sent = await self._bot.send_document(
                chat,
                file.content,
                caption.text,
                filename=file.name,
                caption_entities=caption.entities,
                message_thread_id=thread,
                reply_markup=buttons,
                reply_parameters=reply_parameters,
                disable_notification=silent,
            )
            return sent.message_id

        with chat_errors():
            if file is None and (picture is None or not fits_a_caption(message)):
                return await self._calls.send(chat, as_text, urgency)
            try:
                message_id = await self._calls.send(chat, as_picture if file is None else as_document, urgency)
            except BadRequest as error:
                if not is_media_forbidden(error):
                    raise
                await self._calls.acquire(chat, urgency)
                return await self._calls.send(chat, as_text, urgency)
        if file is None and picture is not None:
            self._pictures[(chat, message_id)] = _fingerprint(picture)
        return message_id

    async def edit(
        self,
        chat: int,
        message_id: int,
        message: Message,
        urgency: Urgency,
        *,
        links: Sequence[UrlButton] = (),
        behind: str = "",
    ) -> None:
        """Replace an earlier message without mentions; a picture that is there stays.

        Raise ``MessageGone`` without the message.
        """
        picture, known = message.picture, self._pictures.get((chat, message_id))
        buttons = self.keyboards.edited(chat, message_id, message.rows, links)
        try:
            with chat_errors():
                if known is not None and (picture is None or known == _fingerprint(picture)):
                    await self._edit_caption(chat, message_id, message, urgency, buttons, behind)
                elif picture is None or (known is None and not fits_a_caption(message)):
                    await self._edit_text(chat, message_id, message, urgency, buttons, behind)
                else:
                    await self._edit_picture(chat, message_id, message, picture, urgency, buttons, behind)
        except BadRequest as error:
            if not is_not_modified(error):
                raise

    async def edit_keyboard(self, chat: int, message_id: int, urgency: Urgency) -> None:
        """Update the keyboard under a message; raise ``MessageGone`` without the message."""
        keyboard = self.keyboards.change(chat, message_id)
        if keyboard is None:
            return
        try:
            with chat_errors():
                await self._calls.change(
                    chat,
                    lambda: self._bot.edit_message_reply_markup(chat, message_id, reply_markup=keyboard),
                    urgency,
                )
        except BadRequest as error:
            if not is_not_modified(error):
                raise

    async def _edit_text(
        self,
        chat: int,
        message_id: int,
        message: Message,
        urgency: Urgency,
        buttons: InlineKeyboardMarkup | None,
        behind: str,
    ) -> None:
        content = formatted(message, behind=behind)
        try:
            await self._calls.change(
                chat,
                lambda: self._bot.edit_message_text(
                    content.text,
                    chat,
                    message_id,
                    entities=content.entities,
                    link_preview_options=NO_PREVIEW,
                    reply_markup=buttons,
                ),
                urgency,
            )
        except BadRequest as error:
            if not has_no_text(error):
                raise
            # A message of an earlier run keeps its picture.
            await self._calls.acquire(chat, urgency)
            await self._edit_caption(chat, message_id, message, urgency, buttons, behind)

    async def _edit_caption(
        self,
        chat: int,
        message_id: int,
        message: Message,
        urgency: Urgency,
        buttons: InlineKeyboardMarkup | None,
        behind: str,
    ) -> None:
        caption = formatted(message, CAPTION_MOST, behind=behind)
        await self._calls.change(
            chat,
            lambda: self._bot.edit_message_caption(
                chat, message_id, caption=caption.text, caption_entities=caption.entities, reply_markup=buttons
            ),
            urgency,
        )

    async def _edit_picture(
        self,
        chat: int,
        message_id: int,
        message: Message,
        picture: Picture,
        urgency: Urgency,
        buttons: InlineKeyboardMarkup | None,
        behind: str,
    ) -> None:
        caption = formatted(message, CAPTION_MOST, behind=behind)
        await self._calls.change(
            chat,
            lambda: self._bot.edit_message_media(
                InputMediaPhoto(
                    picture.png,
                    caption.text,
                    caption_entities=caption.entities,
                    has_spoiler=message.hides_cards or None,
                ),
                chat,
                message_id,
                reply_markup=buttons,
            ),
            urgency,
        )
        self._pictures[(chat, message_id)] = _fingerprint(picture)

    async def ask(
        self, chat: int, content: FormattedText, placeholder: str, *, topic: int = NO_TOPIC, reply_to: int = 0
    ) -> int:
        """Send a question that forces the mentioned user's reply."""
        reply_parameters = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None
        with chat_errors():
            sent = await self._calls.send(
                chat,
                lambda chat: self._bot.send_message(
                    chat,
                    content.text,
                    entities=content.entities,
                    link_preview_options=NO_PREVIEW,
                    message_thread_id=topic or None,
                    reply_markup=ForceReply(selective=True, input_field_placeholder=placeholder),
                    reply_parameters=reply_parameters,
                    disable_notification=True,
                ),
                Urgency.ANSWER,
            )
        return sent.message_id

    async def remove(self, chat: int, message_id: int) -> None:
        try:
            await self._calls.change(chat, lambda: self._bot.delete_message(chat, message_id), Urgency.SPARE)
        except (TelegramError, MessageGone) as error:
            log.warning("message not removed", action="it stays", chat=chat, error=type(error).__name__)


def _fingerprint(picture: Picture) -> str:
    return hashlib.sha256(picture.png).hexdigest()[:16]
