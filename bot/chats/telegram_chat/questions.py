"""Questions for an amount or a choice.

An amount is chosen by buttons under the message, each of which carries its next amount, or typed as the answer to a
forced reply, which carries its purpose in a hidden link; so a restart loses nothing. Beside a table an alert asks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias
from urllib.parse import parse_qs, quote, urlsplit

from cachetools import LRUCache
from telegram import ForceReply, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity, ReplyParameters, User
from telegram import Message as TelegramMessage

from bot.chats.fitting import cut
from bot.chats.telegram_chat.addresses import SourceMessage, naming, player_id
from bot.chats.telegram_chat.api_calls import chat_errors
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.formatting import FormattedText, alert_text, mention, utf16_length, without_links
from bot.chats.telegram_chat.sender import NO_PREVIEW
from bot.commands import is_amount
from bot.messages import (
    AMOUNT,
    AmountQuestion,
    ChoiceQuestion,
    Message,
    MessageGone,
    Place,
    Pressed,
    Question,
    Reply,
    Urgency,
)
from bot.messages.names import safe_name
from bot.wording import Translator

MARK = "="
"""The beginning of a command that only changes the keyboard: ``=raise 60``; ``=raise`` leads back."""


COVERS_REMEMBERED = 2_000

Rows: TypeAlias = Sequence[Sequence[InlineKeyboardButton]]

_Message: TypeAlias = tuple[int, int]


class AmountPress(NamedTuple):
    verb: str
    amount: int | None
    """The chosen amount; ``None`` to type it, or to go back."""

    typed: bool = False

    @classmethod
    def read(cls, press: Pressed) -> AmountPress | None:
        """Return ``None`` for another button."""
        verb, _, amount = press.command.removeprefix(MARK).partition(" ")
        if not press.command.startswith(MARK) or not verb:
            return None
        return cls(verb, int(amount) if amount.isascii() and amount.isdigit() else None, press.asks)


class AmountButtons(NamedTuple):
    """Buttons for an amount, and the deed with the chosen one."""

    rows: Rows
    doing: str

    @classmethod
    def of(
        cls, turn: str, verb: str, question: AmountQuestion, chosen: int | None, translate: Translator
    ) -> AmountButtons:
        def allowed(amount: int) -> int:
            return min(max(amount, question.least), question.most)

        def button(label: str, command: str) -> InlineKeyboardButton:
            return InlineKeyboardButton(label, callback_data=f"{turn}:{command}")

        now = allowed(question.least if chosen is None else chosen)
        doing = question.doing.replace(AMOUNT, translate("house-number", amount=now))
        rows = (
            (
                button(f"− {question.step}", f"{MARK}{verb} {allowed(now - question.step)}"),
                InlineKeyboardButton(doing, callback_data=f"{turn}:{verb} {now}", style="success"),
                button(f"+ {question.step}", f"{MARK}{verb} {allowed(now + question.step)}"),
            ),
            tuple(button(f"{usual.label} · {usual.value}", f"{verb} {usual.value}") for usual in question.usual),
            (
                button(translate("telegram-amount-type"), f"{MARK}{verb} ?"),
                button(translate("button-back"), f"{MARK}{verb}"),
            ),
        )
        return cls(rows, doing)


class _Cover(NamedTuple):
    turn: str
    rows: Rows
    """The rows of the choice; none once it is over."""

    own: InlineKeyboardMarkup | None
    """The keyboard beneath."""

    @property
    def keyboard(self) -> InlineKeyboardMarkup | None:
        """Return the rows of the choice above the buttons of other turns."""
        if not self.rows:
            return self.own
        own = () if self.own is None else self.own.inline_keyboard
        others = ([each for each in row if not _belongs_to(each, self.turn)] for row in own)
        return InlineKeyboardMarkup([*self.rows, *(row for row in others if row)])


class AmountChoosing:
    """Keyboards for an amount in place of a turn's buttons; edits keep them until the turn is over."""

    def __init__(self, context: TelegramContext) -> None:
        self._context = context
        self._covers: LRUCache[_Message, _Cover] = LRUCache(COVERS_REMEMBERED)
        self._waiting: dict[_Message, asyncio.Task[None]] = {}
        """Pending changes of keyboards by message."""

        context.sender.keyboard = self._edited

    def show(self, source: SourceMessage, turn: str, rows: Rows, present: InlineKeyboardMarkup | None) -> None:
        """Replace the buttons of the turn by those for an amount."""
        message = source.chat, source.message_id
        before = self._covers.get(message)
        if before is None or before.rows != rows:
            own = before.own if before is not None and before.turn == turn else present
            self._change(message, _Cover(turn, rows, own))

    def end(self, source: SourceMessage) -> None:
        message = source.chat, source.message_id
        if (cover := self._covers.get(message)) is not None:
            self._change(message, cover._replace(rows=()))

    def turn_is_over(self, source: SourceMessage, turn: str) -> None:
        """Drop the pending change of a past turn, since the table is shown with other buttons."""
        message = source.chat, source.message_id
        if (cover := self._covers.get(message)) is not None and cover.turn == turn:
            self._cancel(message)

    def _edited(self, chat: int, message_id: int, own: InlineKeyboardMarkup | None) -> InlineKeyboardMarkup | None:
        """Return the keyboard for an edit, which brings a pending change with it."""
        message = chat, message_id
        self._cancel(message)
        cover = self._covers.pop(message, None)
        if cover is None or not cover.rows or own is None:
            return own
        if not any(_belongs_to(each, cover.turn) for row in own.inline_keyboard for each in row):
            return own
        self._covers[message] = cover._replace(own=own)
        return self._covers[message].keyboard

    def _change(self, message: _Message, cover: _Cover) -> None:
        self._covers[message] = cover
        if message not in self._waiting:
            self._waiting[message] = self._context.run(self._change_soon(message))

    def _cancel(self, message: _Message) -> None:
        if (waiting := self._waiting.pop(message, None)) is not None:
            waiting.cancel()

    async def _change_soon(self, message: _Message) -> None:
        chat, message_id = message
        try:
            await self._context.calls.acquire(chat, Urgency.CHOICE)
        finally:
            if self._waiting.get(message) is asyncio.current_task():
                del self._waiting[message]
        if (cover := self._covers.get(message)) is None:
            return
        bot, keyboard = self._context.bot, cover.keyboard
        try:
            await self._context.sender.change(
                chat, lambda: bot.edit_message_reply_markup(chat, message_id, reply_markup=keyboard), Urgency.CHOICE
            )
        except MessageGone:
            self._covers.pop(message, None)


def _belongs_to(button: InlineKeyboardButton, turn: str) -> bool:
    return isinstance(button.callback_data, str) and Pressed.read(button.callback_data).turn == turn


LINKED_SIGN = "✎"
LINK_PARAMETER = "amount"
PROMPT_MOST = 400
PLACEHOLDER_MOST = 64
QUESTIONS_REMEMBERED = 1_000


class ReplyQuestions:
    def __init__(self, context: TelegramContext) -> None:
        self._context = context
        self._open: LRUCache[tuple[int, int], Pressed] = LRUCache(QUESTIONS_REMEMBERED)
        """Each user's last open question in each chat."""

    async def ask(
        self,
        source: SourceMessage,
        user: User,
        press: Pressed,
        question: Question,
        prefix: str = "",
        place: Place | None = None,
    ) -> None:
        """Ask for an amount or a choice; as everybody sees the question, it lists no choices."""
        named = naming(place) if place is not None and not press.table else ""
        link = self._context.deep_link(f"{LINK_PARAMETER}={quote(press._replace(asks=True).data, safe='')}&{named}")
        if isinstance(question, AmountQuestion):
            prompt, placeholder = question.prompt, f"{question.least} – {question.most}"
        else:
            prompt, placeholder = f"{question.prompt} {question.hint}", cut(question.hint, PLACEHOLDER_MOST)
        content = _question_text(user, self._name(user, press), link, f"{prefix} {prompt}".strip())
        reply = ReplyParameters(source.message_id, allow_sending_without_reply=True) if source.message_id else None
        self._open[source.chat, user.id] = press
        try:
            await self._context.calls.acquire(source.chat, Urgency.ANSWER, user.id)
            with chat_errors():
                sent = await self._context.calls.send(
                    source.chat,
                    lambda chat: self._context.bot.send_message(
                        chat,
                        content.text,
                        entities=content.entities,
                        link_preview_options=NO_PREVIEW,
                        message_thread_id=source.topic or None,
                        reply_markup=ForceReply(selective=True, input_field_placeholder=placeholder),
                        reply_parameters=reply,
                        disable_notification=True,
                    ),
                    Urgency.ANSWER,
                )
        except BaseException:
            # Another question may have replaced this one by now.
            if self.is_open(source, user, press):
                self.answered(source.chat, user.id)
            raise
        shown = f"{source.chat}:{sent.message_id}"
        self._context.app.announcer.question_shown(press.turn, player_id(user.id), shown)

    def _name(self, user: User, press: Pressed) -> str:
        table = self._context.app.tables.by_id(press.table)
        chair = table.state.chair_of(player_id(user.id)) if table is not None else None
        return safe_name(user.full_name) if chair is None else chair.name

    def is_open(self, source: SourceMessage, user: User, press: Pressed) -> bool:
        return self._open.get((source.chat, user.id)) == press

    def answered(self, chat: int, user: int) -> None:
        """Close a question; its message stays, unless it goes with its turn."""
        self._open.pop((chat, user), None)

    def ask_in_alert(
        self, source: SourceMessage, user: User, press: Pressed, question: Question, translate: Translator
    ) -> str:
        """Remember a question beside a table and return its alert, with the cards to choose from."""
        self._open[source.chat, user.id] = press
        line = translate("telegram-answer-by-reply", prompt=question.prompt)
        held = (question.held,) if isinstance(question, ChoiceQuestion) else question.background
        return alert_text(Message(lines=tuple(filter(None, (line, *held)))))

    def answered_by(self, received: TelegramMessage) -> tuple[Pressed, bool] | None:
        """Return the button that a reply answers, and ``True`` if the reply cannot be talk; ``None`` without one.

        After a restart it is the only button of the message that asks.
        """
        replied, user = received.reply_to_message, received.from_user
        if replied is None or user is None or replied.from_user is None:
            return None
        if replied.from_user.id != self._context.bot.id:
            return None
        if data := next((data for each in replied.entities if (data := _linked_data(each))), ""):
            # Only the mentioned user may answer.
            is_asked = any(each.user is not None and each.user.id == user.id for each in replied.entities)
            return (Pressed.read(data), True) if is_asked else None
        asking = set(_asking(replied))
        press = self._open.get((received.chat.id, user.id), asking.pop() if len(asking) == 1 else None)
        return None if press is None else (press, False)

    def takes(self, received: TelegramMessage, user: User, question: Question | Reply) -> bool:
        """Close a question; true for an answer, asked for or valid, as opposed to talk."""
        was_asked = self._open.pop((received.chat.id, user.id), None) is not None
        if was_asked or isinstance(question, Reply):
            return not isinstance(question, Reply)
        text = (received.text or "").strip()
        if isinstance(question, ChoiceQuestion):
            return text.lower() in {each.label.lower() for each in question.choices}
        return is_amount(text)


def _question_text(user: User, name: str, link: str, prompt: str) -> FormattedText:
    name = without_links(name)
    text = cut(f"{LINKED_SIGN} {name}\n{without_links(prompt)}", PROMPT_MOST, utf16_length)
    name_start = utf16_length(f"{LINKED_SIGN} ")
    linked = MessageEntity(MessageEntity.TEXT_LINK, 0, utf16_length(LINKED_SIGN), url=link)
    return FormattedText(text, (linked, mention(user.id, name_start, utf16_length(name))))


def _linked_data(entity: MessageEntity) -> str:
    if entity.type != MessageEntity.TEXT_LINK or entity.url is None:
        return ""
    return parse_qs(urlsplit(entity.url).query).get(LINK_PARAMETER, [""])[0]


def _asking(shown: TelegramMessage) -> Iterator[Pressed]:
    for row in shown.reply_markup.inline_keyboard if shown.reply_markup is not None else ():
        for button in row:
            if isinstance(button.callback_data, str) and (press := Pressed.read(button.callback_data)).asks:
                yield press
