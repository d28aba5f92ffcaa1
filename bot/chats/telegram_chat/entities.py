"""Reading of a Telegram message: its command, mentions and topic."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from telegram import Message as TelegramMessage
from telegram import MessageEntity

from bot.chats.telegram_chat.command_names import command_line, may_mention_players, telegram_names
from bot.chats.telegram_chat.ids import NO_TOPIC, is_group, player_id
from bot.messages import Person

UserIdOf: TypeAlias = Callable[[str], int | None]
"""Returns the id behind ``@name``, if known."""


def topic_in(received: TelegramMessage) -> int:
    """Return a message's topic; a thread of replies outside a forum is none."""
    return (received.message_thread_id or NO_TOPIC) if received.is_topic_message else NO_TOPIC


def command_in(received: TelegramMessage, bot_username: str, user_id_of: UserIdOf) -> str:
    """Return a message's command, or nothing if it has none for this bot."""
    text = received.text or ""
    first = next((each for each in received.entities if each.offset == 0), None)
    if first is None or first.type != MessageEntity.BOT_COMMAND:
        return ""
    name, _, addressed_bot = received.parse_entity(first).removeprefix("/").partition("@")
    if addressed_bot and addressed_bot.lower() != bot_username.lower():
        return ""
    if not addressed_bot and is_group(received.chat.id) and name.lower() not in telegram_names():
        # A command may be another bot's.
        return ""
    literal = text[first.length :]
    rest = _with_player_ids(received, first.length, user_id_of) if may_mention_players(name) else literal
    return command_line(name, rest.strip())


def people_in(received: TelegramMessage) -> tuple[Person, ...]:
    """Return people mentioned without a username, whom Telegram identifies."""
    users = [each.user for each in received.entities if each.type == MessageEntity.TEXT_MENTION]
    return tuple(Person(player_id(user.id), user.full_name) for user in users if user is not None and not user.is_bot)


def _with_player_ids(received: TelegramMessage, start: int, user_id_of: UserIdOf) -> str:
    """Return the text from ``start`` on, with ids in place of mentioned players."""
    # Entities count in UTF-16 code units.
    units = (received.text or "").encode("utf-16-le")
    parts, done = [], 2 * start
    for entity, mention in received.parse_entities([MessageEntity.MENTION, MessageEntity.TEXT_MENTION]).items():
        user = user_id_of(mention) if entity.user is None else entity.user.id
        begin = 2 * entity.offset
        if user is not None and begin >= done:
            parts += [units[done:begin].decode("utf-16-le"), player_id(user)]
            done = begin + 2 * entity.length
    parts.append(units[done:].decode("utf-16-le"))
    return "".join(parts)
