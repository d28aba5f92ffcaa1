"""Menus of commands, and descriptions of the bot, in Telegram."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
)

from bot.chats.telegram_chat.typed_commands import telegram_name, with_telegram_names
from bot.commands import BY_NAME, MENUS, Menu
from bot.wording import FALLBACK, in_language, languages

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


async def outdated_menus(bot: Bot) -> list[ShownMenu]:
    """Return menus that differ from Telegram's; raise ``TelegramError`` if it does not answer."""
    return [
        each for each in shown_menus() if list(await bot.get_my_commands(each.scope, each.language)) != each.commands
    ]


async def set_menus(bot: Bot) -> None:
    """Set changed menus; raise ``TelegramError`` if one is refused."""
    for each in await outdated_menus(bot):
        await bot.set_my_commands(each.commands, each.scope, each.language)
        log.info("menu set", platform="telegram", scope=each.scope.type, language=each.language or FALLBACK)


BOT_DESCRIPTION_MOST = 512
SHORT_DESCRIPTION_MOST = 120


async def set_descriptions(bot: Bot) -> None:
    """Set changed descriptions in every language; raise ``TelegramError`` if one is refused."""
    for language in languages():
        # The entry without a language serves all other languages.
        code = None if language == FALLBACK else language
        translate = in_language(language)
        description, short = translate("telegram-description"), translate("telegram-short-description")
        if (await bot.get_my_description(code)).description != description:
            await bot.set_my_description(description, code)
            log.info("description set", platform="telegram", language=language)
        if (await bot.get_my_short_description(code)).short_description != short:
            await bot.set_my_short_description(short, code)
            log.info("short description set", platform="telegram", language=language)
