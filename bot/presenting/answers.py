"""Answers in one sentence, toasts, and the group that an answer in a private chat is about."""

from __future__ import annotations

from dataclasses import replace

from bot.messages import Message
from bot.messages.names import safe_name
from bot.presenting.presenters import PRESENTERS
from bot.wording import Translator
from engine.table.changes import Outcome, Played


def about_group(message: Message, group: str, translate: Translator) -> Message:
    """Add the name of the group to an answer in a private chat."""
    if message == Message() or not group:
        return message
    about = translate("about-group", group=safe_name(group))
    return replace(message, footer=" · ".join(filter(None, (message.footer, about))))


def sentence(text: str) -> Message:
    return Message(lines=(text,))


def toast(outcome: Outcome, translate: Translator) -> str:
    """Confirm a command, such as ``You called 20.``, with amounts really moved.

    Every sealed answer gets the same words.
    """
    done = outcome.done
    if isinstance(done, Played):
        return PRESENTERS[done.game].toast(done, translate)
    if done is not None:
        return translate(f"toast-{done.key}", **done.fields)
    return "" if outcome.answer is None else translate(f"answer-{outcome.answer.key}", **outcome.answer.fields)
