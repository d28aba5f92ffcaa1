"""The menus of commands that Telegram suggests while a user types: one for each kind of chat and each language."""

from __future__ import annotations

from collections.abc import Mapping

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

from bot.chats.telegram_chat.command_names import telegram_name, with_telegram_names
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


def menu_commands(menu: Menu, language: str) -> list[BotCommand]:
    """The commands of a menu, with their descriptions in a language; in a private chat ``/start`` greets."""
    translate = in_language(language)
    described = {
        spec.name: translate("telegram-command-start")
        if spec.name == "start" and menu is Menu.PRIVATE
        else with_telegram_names(translate(spec.key))
        for spec in map(BY_NAME.__getitem__, MENUS[menu])
    }
    return [BotCommand(telegram_name(name), text) for name, text in described.items()]


async def set_menus(bot: Bot) -> None:
    """Set every menu that differs from what Telegram has.

    Raises:
        telegram.error.TelegramError: Telegram refuses a menu.
    """
    for language in languages():
        # What is without a language is for users of every other language.
        code = None if language == FALLBACK else language
        for menu, scope in _SCOPES.items():
            commands = menu_commands(menu, language)
            if list(await bot.get_my_commands(scope, code)) != commands:
                await bot.set_my_commands(commands, scope, code)
                log.info("menu set", platform="telegram", scope=scope.type, language=language)
