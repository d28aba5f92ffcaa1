"""Choice of an amount by buttons under the message.

Each button carries its next amount, so a restart loses nothing. Only the player on turn can use them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from cachetools import LRUCache
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.chats.telegram_chat.addresses import SourceMessage
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.formatting import alert_text
from bot.messages import AMOUNT, AmountQuestion, Message, MessageGone, Pressed, Urgency
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

    def choose(
        self,
        source: SourceMessage,
        turn: str,
        verb: str,
        question: AmountQuestion,
        amount: int | None,
        present: InlineKeyboardMarkup | None,
        translate: Translator,
    ) -> str:
        """Replace the buttons of the turn by those for an amount, and return the immediate answer."""
        chosen = min(max(question.least if amount is None else amount, question.least), question.most)
        message, rows = (source.chat, source.message_id), _rows(turn, verb, question, chosen, translate)
        before = self._covers.get(message)
        if before is None or before.rows != rows:
            own = before.own if before is not None and before.turn == turn else present
            self._covers[message] = _Cover(turn, rows, own)
            self._change(message)
        doing = _doing(question, chosen, translate)
        lines = (translate("telegram-amount-chosen", doing=doing), *question.background)
        return alert_text(Message(lines=lines))

    def end(self, source: SourceMessage) -> None:
        message = source.chat, source.message_id
        if (cover := self._covers.get(message)) is not None:
            self._covers[message] = cover._replace(rows=())
            self._change(message)

    def drop_outdated(self) -> None:
        """Drop the changes of past turns, before a table is shown with a change."""
        for message in list(self._waiting):
            cover = self._covers.get(message)
            pressed, _, question = ("" if cover is None else cover.turn).partition(":")
            table = self._context.app.tables.by_id(pressed)
            if table is None or table.state.playing is None or table.state.playing.turn != question:
                self._cancel(message)

    def _edited(self, chat: int, message_id: int, own: InlineKeyboardMarkup | None) -> InlineKeyboardMarkup | None:
        """Return the keyboard for an edit, which brings a pending change with it."""
        message = chat, message_id
        self._cancel(message)
        cover = self._covers.pop(message, None)
        if cover is None or not cover.rows:
            return own
        if own is None or not any(_belongs_to(each, cover.turn) for row in own.inline_keyboard for each in row):
            return own
        self._covers[message] = cover._replace(own=own)
        return self._covers[message].keyboard

    def _change(self, message: _Message) -> None:
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
                chat,
                lambda: bot.edit_message_reply_markup(chat, message_id, reply_markup=keyboard),
                Urgency.CHOICE,
            )
        except MessageGone:
            self._covers.pop(message, None)


def _belongs_to(button: InlineKeyboardButton, turn: str) -> bool:
    return isinstance(button.callback_data, str) and Pressed.read(button.callback_data).turn == turn


def _doing(question: AmountQuestion, amount: int, translate: Translator) -> str:
    return question.doing.replace(AMOUNT, translate("suggested-amount", amount=amount))


def _rows(turn: str, verb: str, question: AmountQuestion, chosen: int, translate: Translator) -> Rows:
    def button(label: str, command: str) -> InlineKeyboardButton:
        return InlineKeyboardButton(label, callback_data=f"{turn}:{command}")

    def step(sign: str, amount: int) -> InlineKeyboardButton:
        return button(f"{sign} {question.step}", f"{MARK}{verb} {min(max(amount, question.least), question.most)}")

    ok = InlineKeyboardButton(
        _doing(question, chosen, translate), callback_data=f"{turn}:{verb} {chosen}", style="success"
    )
    return (
        (step("−", chosen - question.step), ok, step("+", chosen + question.step)),
        tuple(button(f"{usual.label} · {usual.value}", f"{verb} {usual.value}") for usual in question.usual),
        (
            button(translate("telegram-amount-type"), f"{MARK}{verb} ?"),
            button(translate("telegram-amount-back"), f"{MARK}{verb}"),
        ),
    )
