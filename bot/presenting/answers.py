"""Answers in one sentence, and the group that an answer in a private chat is about."""

from __future__ import annotations

from dataclasses import replace

from bot.messages import Message
from bot.messages.names import safe_name
from bot.wording import Translator


def about_group(message: Message, group: str, translate: Translator) -> Message:
    """Add the name of the group to an answer in a private chat."""
    if message == Message() or not group:
        return message
    about = translate("about-group", group=safe_name(group))
    return replace(message, footer=" · ".join(filter(None, (message.footer, about))))


def sentence(text: str) -> Message:
    return Message(lines=(text,))
