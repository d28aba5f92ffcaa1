"""Typed commands: one word each, ``/house_set`` where other chats have ``/house set``, with the people they mention."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import TypeAlias

from telegram import Message as TelegramMessage
from telegram import MessageEntity

from bot.chats.telegram_chat.addresses import NO_TOPIC, is_group, player_id
from bot.commands import BY_LINE
from bot.messages import Person

UserIdOf: TypeAlias = Callable[[str], int | None]
"""Returns the id behind ``@name``, if known."""


def telegram_name(name: str) -> str:
    return re.sub(r"[ -]", "_", name)


@cache
def _kiu_names() -> Mapping[str, str]:
    return {telegram_name(name): name for name in BY_LINE}


def telegram_names() -> Collection[str]:
    return _kiu_names().keys()


def may_mention_players(name: str) -> bool:
    """False for a command whose parameters are taken literally."""
    spec = BY_LINE.get(_kiu_names().get(name.lower(), ""))
    return spec is None or any(each.kind.is_player for each in spec.parameters)


def command_line(name: str, rest: str) -> str:
    """Return a Telegram command as the line for other chats."""
    return f"{_kiu_names().get(name.lower(), name)} {rest}".strip()


@cache
def _kiu_command() -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, _kiu_names().values()), key=len, reverse=True)
    return re.compile(r"(?<![\w/])/(" + "|".join(longest_first) + r")(?![\w-])", re.ASCII)


def with_telegram_names(text: str) -> str:
    """Give every command in a text its Telegram name."""
    return _kiu_command().sub(lambda found: "/" + telegram_name(found[1]), text)


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
