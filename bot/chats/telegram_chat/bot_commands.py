"""Telegram's commands, one word each: ``/house_set`` where other chats have ``/house set``."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
    MessageEntity,
)
from telegram import Message as TelegramMessage

from bot.chats.telegram_chat.addresses import NO_TOPIC, is_group, player_id
from bot.commands import BY_LINE, BY_NAME, MENUS, Kind, Menu
from bot.messages import Person
from bot.wording import FALLBACK, in_language, languages

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
    return spec is None or any(each.kind is Kind.PERSON for each in spec.parameters)


def command_line(name: str, rest: str) -> str:
    """Return a Telegram command as the line for other chats."""
    return f"{_kiu_names().get(name.lower(), name)} {rest}".strip()


@cache
def _kiu_command() -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, _kiu_names().values()), key=len, reverse=True)
    return re.compile(r"(?<![\w/])/(" + "|".join(longest_first) + r")(?![\w-])", re.ASCII)


def with_telegram_names(text: str) -> str:
    return _kiu_command().sub(lambda found: "/" + telegram_name(found[1]), text)


def topic_in(received: TelegramMessage) -> int:
    """Return no topic for a thread of replies outside a forum."""
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
    rest = text[first.length :]
    if may_mention_players(name):
        rest = _with_player_ids(received, rest, user_id_of)
    return command_line(name, rest.strip())


def people_in(received: TelegramMessage) -> tuple[Person, ...]:
    """Return people without a username, whom Telegram identifies."""
    users = [each.user for each in received.entities if each.type == MessageEntity.TEXT_MENTION]
    return tuple(Person(player_id(user.id), user.full_name) for user in users if user is not None and not user.is_bot)


def _with_player_ids(received: TelegramMessage, rest: str, user_id_of: UserIdOf) -> str:
    """Put ids in place of mentioned players."""
    for entity, mention in received.parse_entities([MessageEntity.MENTION, MessageEntity.TEXT_MENTION]).items():
        user = user_id_of(mention) if entity.user is None else entity.user.id
        if user is not None:
            rest = rest.replace(mention, player_id(user), 1)
    return rest


log = structlog.get_logger()

DESCRIPTION_MOST = 256

_SCOPES: Mapping[Menu, BotCommandScope] = {
    Menu.PRIVATE: BotCommandScopeAllPrivateChats(),
    Menu.GROUP: BotCommandScopeAllGroupChats(),
    Menu.ADMINS: BotCommandScopeAllChatAdministrators(),
    Menu.ELSEWHERE: BotCommandScopeDefault(),
}


class ShownMenu(NamedTuple):
    scope: BotCommandScope
    language: str | None
    commands: list[BotCommand]


def menu_commands(menu: Menu, language: str) -> list[BotCommand]:
    """Return a menu's commands with descriptions; in a private chat ``/start`` greets."""
    translate = in_language(language)
    described = {
        spec.name: translate("telegram-command-start")
        if spec.name == "start" and menu is Menu.PRIVATE
        else with_telegram_names(translate(spec.key))
        for spec in map(BY_NAME.__getitem__, filter(BY_NAME.__contains__, MENUS[menu]))
    }
    return [BotCommand(telegram_name(name), text) for name, text in described.items()]


def shown_menus() -> Iterator[ShownMenu]:
    for language in languages():
        # The entry without a language serves all other languages.
        code = None if language == FALLBACK else language
        for menu, scope in _SCOPES.items():
            yield ShownMenu(scope, code, menu_commands(menu, language))


async def set_menus(bot: Bot) -> None:
    """Raise ``TelegramError`` if one is refused."""
    for each in shown_menus():
        if list(await bot.get_my_commands(each.scope, each.language)) != each.commands:
            await bot.set_my_commands(each.commands, each.scope, each.language)
            log.info("menu set", platform="telegram", scope=each.scope.type, language=each.language or FALLBACK)


BOT_DESCRIPTION_MOST = 512
SHORT_DESCRIPTION_MOST = 120


async def set_descriptions(bot: Bot) -> None:
    """Raise ``TelegramError`` if one is refused."""
    for language in languages():
        code = None if language == FALLBACK else language
        translate = in_language(language)
        description, short = translate("telegram-description"), translate("telegram-short-description")
        if (await bot.get_my_description(code)).description != description:
            await bot.set_my_description(description, code)
            log.info("description set", platform="telegram", language=language)
        if (await bot.get_my_short_description(code)).short_description != short:
            await bot.set_my_short_description(short, code)
            log.info("short description set", platform="telegram", language=language)
