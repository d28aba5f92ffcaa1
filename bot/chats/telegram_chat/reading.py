"""Reading what Telegram tells of a message: the command in it, and the topic it is in."""

from __future__ import annotations

from telegram import Message as Received
from telegram import MessageEntity

from bot.chats.telegram_chat.numbers import NO_TOPIC, is_group, player_of
from bot.chats.telegram_chat.spelling import NAMES, line_of, may_name_people
from bot.chats.telegram_chat.usernames import Usernames


def topic_in(received: Received) -> int:
    """The topic a message is in; a thread of replies outside a forum is none."""
    return (received.message_thread_id or NO_TOPIC) if received.is_topic_message else NO_TOPIC


def line_in(received: Received, me: str, usernames: Usernames) -> str:
    """The line of the command that a message begins with, or nothing if it has none for this bot.

    Args:
        received: the message.
        me: the username of the bot.
        usernames: of people who may be mentioned in it.
    """
    text = received.text or ""
    first = next((each for each in received.entities if each.offset == 0), None)
    if first is None or first.type != MessageEntity.BOT_COMMAND:
        return ""
    word, _, bot = text[1 : first.length].partition("@")
    if bot and bot.lower() != me.lower():
        return ""
    if not bot and is_group(received.chat.id) and word.lower() not in NAMES:
        # It may be another bot's.
        return ""
    rest = _with_numbers(received, first.length, usernames) if may_name_people(word) else text[first.length :]
    return line_of(word, rest.strip())


def _with_numbers(received: Received, start: int, usernames: Usernames) -> str:
    """What follows the command, with the numbers of the people who are mentioned in it."""
    # Entities count in units of UTF-16.
    units = (received.text or "").encode("utf-16-le")
    parts, done = [], 2 * start
    for entity in received.entities:
        begin, end = 2 * entity.offset, 2 * (entity.offset + entity.length)
        number = None
        if entity.type == MessageEntity.TEXT_MENTION and entity.user is not None:
            number = entity.user.id
        elif entity.type == MessageEntity.MENTION:
            number = usernames.number_of(units[begin:end].decode("utf-16-le"))
        if number is not None and begin >= done:
            parts += [units[done:begin].decode("utf-16-le"), player_of(number)]
            done = end
    parts.append(units[done:].decode("utf-16-le"))
    return "".join(parts)
