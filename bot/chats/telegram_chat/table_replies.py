"""Answers by a reply to the table's message: nothing is posted to ask for them, and Telegram hands every bot these.

Whoever presses a button that needs an amount or a choice is asked in an alert, which only they see.
"""

from __future__ import annotations

from collections.abc import Iterator

from cachetools import LRUCache
from telegram import Message as TelegramMessage
from telegram import User

from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.ids import SourceMessage
from bot.chats.telegram_chat.rendering import alert_text
from bot.commands import is_amount
from bot.messages import ChoiceQuestion, Message, Pressed, Question
from bot.wording import Translator

QUESTIONS_REMEMBERED = 1_000


class TableReplies:
    """What users were asked in alerts."""

    def __init__(self, context: TelegramContext) -> None:
        self._context = context
        self._open: LRUCache[tuple[int, int], Pressed] = LRUCache(QUESTIONS_REMEMBERED)
        """What each user was asked last in each chat, and has not answered."""

    def ask(self, source: SourceMessage, user: User, press: Pressed, question: Question, translate: Translator) -> str:
        """Remember a question, and return the text of the alert that puts it, with the cards to choose from."""
        self._open[(source.chat, user.id)] = press
        line = translate("telegram-answer-by-reply", prompt=question.prompt)
        held = (question.held,) if isinstance(question, ChoiceQuestion) else question.background
        return alert_text(Message(lines=tuple(filter(None, (line, *held)))))

    def answered(self, chat: int, user: int) -> None:
        """A user has answered."""
        self._open.pop((chat, user), None)

    def press_of(self, received: TelegramMessage) -> Pressed | None:
        """Which button a message may be the answer to; ``None`` if it replies to no message of a table.

        After a restart it is the button of that message that asks for something, if there is just one.
        """
        replied, user = received.reply_to_message, received.from_user
        if replied is None or user is None or replied.from_user is None:
            return None
        if replied.from_user.id != self._context.bot.id:
            return None
        remembered = self._open.get((received.chat.id, user.id))
        if remembered is not None:
            return remembered
        asking = set(_asking(replied))
        return asking.pop() if len(asking) == 1 else None

    def fits(self, received: TelegramMessage, question: Question) -> bool:
        """Whether a message is meant as the answer, rather than said to the others: asked for, or one that is right."""
        if received.from_user is not None and (received.chat.id, received.from_user.id) in self._open:
            return True
        text = (received.text or "").strip()
        if isinstance(question, ChoiceQuestion):
            return text.lower() in {each.label.lower() for each in question.choices}
        return is_amount(text)


def _asking(shown: TelegramMessage) -> Iterator[Pressed]:
    for row in shown.reply_markup.inline_keyboard if shown.reply_markup is not None else ():
        for button in row:
            if isinstance(button.callback_data, str) and (press := Pressed.read(button.callback_data)).asks:
                yield press
