"""Choosing an amount by buttons under the message itself: less and more, OK, the usual amounts, typing, and back.

Each of these buttons carries the amount that it leads to, so nothing has to be remembered, and a restart loses nothing.
A usual amount, such as the pot, is played at once, as OK plays what less and more have led to.
Only the player on turn can use them; everybody else gets the usual sentence.
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
"""How the command of a button that only changes the keyboard begins: ``=raise 60``; ``=raise`` leads back."""


class AmountPress(NamedTuple):
    """What a press of one of these buttons means."""

    verb: str
    amount: int | None
    """The amount that is chosen now; ``None`` if it is to be typed, or if the press leads back."""

    typed: bool = False

    @classmethod
    def read(cls, press: Pressed) -> AmountPress | None:
        """The meaning of a press; ``None`` if it is of another button."""
        verb, _, amount = press.command.removeprefix(MARK).partition(" ")
        if not press.command.startswith(MARK) or not verb:
            return None
        return cls(verb, int(amount) if amount.isascii() and amount.isdigit() else None, press.asks)


class AmountChoosing:
    """The keyboards with which players choose amounts."""

    def __init__(self, context: TelegramContext) -> None:
        self._context = context
        self._waiting: dict[tuple[int, int], tuple[str, asyncio.Task[None]]] = {}
        """What waits until the chat takes a change of the keyboard, and of which turn that is, by message."""

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
        """Show the buttons for an amount in the place of those of the turn.

        Args:
            source: the message under which a button was pressed.
            turn: the turn it belongs to.
            verb: what the amount is for.
            question: what may be chosen.
            amount: the amount to begin with; the least if there is none.
            present: the keyboard under the message when the button was pressed.
            translate: into the language of the player.

        Returns:
            What the press is answered with at once.
        """
        chosen = min(max(question.least if amount is None else amount, question.least), question.most)
        rows = _rows(turn, verb, question, chosen, translate)
        self._context.sender.keyboards.cover(source.chat, source.message_id, turn, rows, present)
        self._change(source, turn)
        doing = _doing(question, chosen, translate)
        lines = (translate("telegram-amount-chosen", doing=doing), *question.background)
        return alert_text(Message(lines=lines))

    def end(self, source: SourceMessage, turn: str) -> None:
        """Show the buttons of the turn again."""
        self._context.sender.keyboards.uncover(source.chat, source.message_id)
        self._change(source, turn)

    def _change(self, source: SourceMessage, turn: str) -> None:
        """Change the keyboard once, however often it is asked for while the chat takes nothing."""
        message = (source.chat, source.message_id)
        if message not in self._waiting:
            self._waiting[message] = turn, self._context.background_tasks.run(self._change_soon(*message))

    def _cancel(self, chat: int, message_id: int) -> None:
        """An edit of the message shows its keyboard as it is now: a change that waits would only hold up the next."""
        _, waiting = self._waiting.pop((chat, message_id), ("", None))
        if waiting is not None:
            waiting.cancel()

    def _cancel_outdated(self) -> None:
        """A change for a turn that is over would go before what has become of it, and hold that up."""
        for message, (turn, _) in list(self._waiting.items()):
            pressed, _, question = turn.partition(":")
            table = self._context.app.tables.by_id(pressed)
            if table is None or table.state.playing is None or table.state.playing.turn != question:
                self._cancel(*message)

    async def _change_soon(self, chat: int, message_id: int) -> None:
        """Change it at the pace of the table's edits."""
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
    """What is done with an amount when OK is pressed."""
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
