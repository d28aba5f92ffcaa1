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
from bot.messages import AMOUNT, AmountQuestion, MessageGone, Pressed, Urgency
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
                chat,
                lambda: bot.edit_message_reply_markup(chat, message_id, reply_markup=keyboard),
                Urgency.CHOICE,
            )
        except MessageGone:
            self._covers.pop(message, None)


def _belongs_to(button: InlineKeyboardButton, turn: str) -> bool:
    return isinstance(button.callback_data, str) and Pressed.read(button.callback_data).turn == turn
