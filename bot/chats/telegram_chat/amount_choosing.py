"""Choice of an amount by buttons under the message.

Each button carries its next amount, so a restart loses nothing. Only the player on turn can use them.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.ids import SourceMessage
from bot.chats.telegram_chat.keyboards import Rows
from bot.chats.telegram_chat.rendering import alert_text
from bot.messages import AMOUNT, AmountQuestion, Message, MessageGone, Pressed, Urgency
from bot.wording import Translator

MARK = "="
"""The beginning of a command that only changes the keyboard: ``=raise 60``; ``=raise`` leads back."""


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


class AmountChoosing:
    def __init__(self, context: TelegramContext) -> None:
        self._context = context
        self._waiting: dict[tuple[int, int], tuple[str, asyncio.Task[None]]] = {}
        """Pending changes of keyboards with their turns, by message."""

        context.sender.keyboards.on_edit = self._cancel
        context.sender.keyboards.on_change = self._cancel_outdated

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
        rows = _rows(turn, verb, question, chosen, translate)
        self._context.sender.keyboards.cover(source.chat, source.message_id, turn, rows, present)
        self._change(source, turn)
        doing = _doing(question, chosen, translate)
        lines = (translate("telegram-amount-chosen", doing=doing), *question.background)
        return alert_text(Message(lines=lines))

    def end(self, source: SourceMessage, turn: str) -> None:
        self._context.sender.keyboards.uncover(source.chat, source.message_id)
        self._change(source, turn)

    def _change(self, source: SourceMessage, turn: str) -> None:
        message = (source.chat, source.message_id)
        if message not in self._waiting:
            self._waiting[message] = turn, self._context.background_tasks.run(self._change_soon(*message))

    def _cancel(self, chat: int, message_id: int) -> None:
        """Drop a change, since an edit of the message brings the present keyboard."""
        _, waiting = self._waiting.pop((chat, message_id), ("", None))
        if waiting is not None:
            waiting.cancel()

    def _cancel_outdated(self) -> None:
        for message, (turn, _) in list(self._waiting.items()):
            pressed, _, question = turn.partition(":")
            table = self._context.app.tables.by_id(pressed)
            if table is None or table.state.playing is None or table.state.playing.turn != question:
                self._cancel(*message)

    async def _change_soon(self, chat: int, message_id: int) -> None:
        message = (chat, message_id)
        try:
            await self._context.calls.acquire(chat, Urgency.CHOICE)
        finally:
            if message in self._waiting and self._waiting[message][1] is asyncio.current_task():
                del self._waiting[message]
        try:
            await self._context.sender.edit_keyboard(chat, message_id, Urgency.CHOICE)
        except MessageGone:
            self._context.sender.keyboards.uncover(chat, message_id)


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
