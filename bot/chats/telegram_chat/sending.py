"""Sending messages and editing them, with and without pictures, wherever they stand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import structlog
from cachetools import LRUCache
from telegram import Bot, ForceReply, InputMediaPhoto, LinkPreviewOptions, ReplyParameters
from telegram.error import BadRequest, TelegramError

from bot.chats.fitting import plain
from bot.chats.telegram_chat.calls import Calls
from bot.chats.telegram_chat.numbers import NO_TOPIC
from bot.chats.telegram_chat.rendering import (
    LONGEST_CAPTION,
    Link,
    Written,
    keyboard,
    measured,
    tamed,
    to_the_letter,
    written,
)
from bot.chats.telegram_chat.troubles import in_our_words, is_a_picture, is_no_change, wants_words_only
from bot.messages import Message, MessageGone, Picture, Urgency

log = structlog.get_logger()

PICTURES_REMEMBERED = 2_000

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class Sender:
    """Puts messages into chats; public or private makes no difference here."""

    def __init__(self, bot: Bot, calls: Calls) -> None:
        self._bot = bot
        self._calls = calls
        self._pictures: LRUCache[tuple[int, int], str] = LRUCache(PICTURES_REMEMBERED)
        """Which picture each message has, so that an edit of its words need not send it again."""

        self._hung: LRUCache[tuple[int, int], str] = LRUCache(PICTURES_REMEMBERED)
        """Which picture hangs below a message whose words are too many for a caption."""

    async def post(
        self,
        chat: int,
        message: Message,
        urgency: Urgency,
        *,
        topic: int = NO_TOPIC,
        mentioning: bool = False,
        tapped: bool = False,
        protected: bool = False,
        verbatim: bool = False,
        reply_to: int = 0,
        links: Sequence[Link] = (),
    ) -> int:
        """Send a new message to a chat that has admitted it, and return its number.

        Args:
            chat: where to.
            message: what is sent.
            urgency: how urgent it is, should it have to wait once more.
            topic: the topic of a forum.
            mentioning: whether the player it is about is mentioned.
            tapped: whether the commands in it may be sent by tapping them.
            protected: whether it cannot be forwarded; a document always can, since it is there to be taken elsewhere.
            verbatim: whether its words stand to the letter; whoever wants that sees to it that they fit.
            reply_to: the number of the message it answers.
            links: a last row of buttons.

        Raises:
            Unwelcome: nothing can be shown there.
        """
        buttons = keyboard(message.buttons, links)
        thread = topic or None
        below = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None
        picture, file = message.picture, message.file

        async def as_words(chat: int) -> int:
            words = to_the_letter(message) if verbatim else written(message, mentioning=mentioning, tapped=tapped)
            sent = await self._bot.send_message(
                chat,
                words.text,
                entities=words.entities,
                link_preview_options=NO_PREVIEW,
                message_thread_id=thread,
                reply_markup=buttons,
                reply_parameters=below,
                protect_content=protected or None,
            )
            return sent.message_id

        async def as_picture(chat: int) -> int:
            assert picture is not None
            words = written(message, LONGEST_CAPTION, mentioning=mentioning, tapped=tapped)
            sent = await self._bot.send_photo(
                chat,
                picture.png,
                words.text,
                caption_entities=words.entities,
                message_thread_id=thread,
                reply_markup=buttons,
                reply_parameters=below,
                protect_content=protected or None,
            )
            return sent.message_id

        async def as_document(chat: int) -> int:
            assert file is not None
            words = written(message, LONGEST_CAPTION, mentioning=mentioning, tapped=tapped)
            sent = await self._bot.send_document(
                chat,
                file.content,
                words.text,
                filename=file.name,
                caption_entities=words.entities,
                message_thread_id=thread,
                reply_markup=buttons,
                reply_parameters=below,
            )
            return sent.message_id

        with in_our_words():
            if file is None and picture is None:
                return await self._calls.send(chat, as_words, urgency)
            if file is None and picture is not None and not _fits_a_caption(message):
                number = await self._calls.send(chat, as_words, urgency)
                await self._hang(chat, topic, number, picture, urgency, protected=protected)
                return number
            try:
                number = await self._calls.send(chat, as_picture if file is None else as_document, urgency)
            except BadRequest as error:
                if not wants_words_only(error):
                    raise
                await self._calls.acquire(chat, urgency)
                return await self._calls.send(chat, as_words, urgency)
        if file is None and picture is not None:
            self._pictures[(chat, number)] = _fingerprint(picture)
        return number

    async def edit(
        self,
        chat: int,
        number: int,
        message: Message,
        urgency: Urgency,
        *,
        topic: int = NO_TOPIC,
        links: Sequence[Link] = (),
    ) -> None:
        """Put a message in the place of an earlier one, at a chat that has admitted it; nobody is mentioned.

        Raises:
            MessageGone: there is nothing to edit.
            Unwelcome: nothing can be shown there.
        """
        picture, known = message.picture, self._pictures.get((chat, number))
        try:
            with in_our_words():
                if known is not None and (picture is None or known == _fingerprint(picture)):
                    await self._edit_caption(chat, number, message, urgency, links)
                elif picture is None:
                    await self._edit_words(chat, number, message, urgency, links)
                elif known is not None or _fits_a_caption(message):
                    await self._edit_picture(chat, number, message, picture, urgency, links)
                else:
                    await self._edit_words(chat, number, message, urgency, links)
                    await self._hang(chat, topic, number, picture, urgency)
        except BadRequest as error:
            if not is_no_change(error):
                raise

    async def _edit_words(
        self, chat: int, number: int, message: Message, urgency: Urgency, links: Sequence[Link]
    ) -> None:
        words, buttons = written(message), keyboard(message.buttons, links)
        try:
            await self._calls.change(
                chat,
                lambda: self._bot.edit_message_text(
                    words.text,
                    chat,
                    number,
                    entities=words.entities,
                    link_preview_options=NO_PREVIEW,
                    reply_markup=buttons,
                ),
                urgency,
            )
        except BadRequest as error:
            if not is_a_picture(error):
                raise
            # A message of an earlier run; it keeps its picture.
            await self._calls.acquire(chat, urgency)
            await self._edit_caption(chat, number, message, urgency, links)

    async def _edit_caption(
        self, chat: int, number: int, message: Message, urgency: Urgency, links: Sequence[Link]
    ) -> None:
        words, buttons = written(message, LONGEST_CAPTION), keyboard(message.buttons, links)
        await self._calls.change(
            chat,
            lambda: self._bot.edit_message_caption(
                chat, number, caption=words.text, caption_entities=words.entities, reply_markup=buttons
            ),
            urgency,
        )

    async def _edit_picture(
        self, chat: int, number: int, message: Message, picture: Picture, urgency: Urgency, links: Sequence[Link]
    ) -> None:
        words, buttons = written(message, LONGEST_CAPTION), keyboard(message.buttons, links)
        await self._calls.change(
            chat,
            lambda: self._bot.edit_message_media(
                InputMediaPhoto(picture.png, words.text, caption_entities=words.entities),
                chat,
                number,
                reply_markup=buttons,
            ),
            urgency,
        )
        self._pictures[(chat, number)] = _fingerprint(picture)

    async def _hang(
        self, chat: int, topic: int, number: int, picture: Picture, urgency: Urgency, *, protected: bool = False
    ) -> None:
        """Send a picture as an answer to the message that has the words for it, once; if it cannot be, they stand."""
        if self._hung.get((chat, number)) == _fingerprint(picture):
            return
        self._hung[(chat, number)] = _fingerprint(picture)
        await self._calls.acquire(chat, urgency)
        below = ReplyParameters(number, allow_sending_without_reply=True)
        try:
            await self._calls.send(
                chat,
                lambda there: self._bot.send_photo(
                    there,
                    picture.png,
                    message_thread_id=topic or None,
                    reply_parameters=below,
                    protect_content=protected or None,
                ),
                urgency,
            )
        except (TelegramError, MessageGone) as error:
            log.info("picture not sent", chat=chat, error=type(error).__name__)

    async def ask(
        self, chat: int, words: Written, placeholder: str, *, topic: int = NO_TOPIC, reply_to: int = 0
    ) -> int:
        """Send a question whose answer is typed by whoever it mentions, at a chat that has admitted it."""
        below = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None
        with in_our_words():
            sent = await self._calls.send(
                chat,
                lambda there: self._bot.send_message(
                    there,
                    words.text,
                    entities=words.entities,
                    link_preview_options=NO_PREVIEW,
                    message_thread_id=topic or None,
                    reply_markup=ForceReply(selective=True, input_field_placeholder=placeholder),
                    reply_parameters=below,
                ),
                Urgency.ANSWER,
            )
        return sent.message_id

    async def remove(self, chat: int, number: int) -> None:
        """Take a message away; one that cannot be taken away stays."""
        try:
            await self._calls.change(chat, lambda: self._bot.delete_message(chat, number), Urgency.CLEANUP)
        except (TelegramError, MessageGone) as error:
            log.info("message not removed", chat=chat, error=type(error).__name__)


def _fits_a_caption(message: Message) -> bool:
    """Whether the words of a message can stand beneath a picture, which takes far fewer than a message without one."""
    return measured(tamed(plain(message))) <= LONGEST_CAPTION


def _fingerprint(picture: Picture) -> str:
    return hashlib.sha256(picture.png).hexdigest()[:16]
