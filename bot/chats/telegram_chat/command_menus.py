"""The menus of commands that Telegram suggests while a user types: one for each kind of chat and each language."""

from __future__ import annotations

import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot.chats.telegram_chat.command_names import telegram_name
from bot.commands import COMMANDS, Who
from bot.wording import FALLBACK, in_language, languages

log = structlog.get_logger()

COMMANDS_MOST = 100
DESCRIPTION_MOST = 256


def menu(language: str, *, admins: bool = False, private: bool = False) -> list[BotCommand]:
    """The commands of a kind of chat.

    Args:
        language: the language of their descriptions.
        admins: whether it is for the administrators of a group.
        private: whether it is for private chats, whose users are admins there, and where `/start` greets.
    """
    translate = in_language(language)
    commands = [spec for spec in COMMANDS if spec.who is not Who.ADMIN or admins or private]
    return [
        BotCommand(
            telegram_name(spec.name),
            translate("telegram-command-start") if private and spec.name == "start" else translate(spec.key),
        )
        for spec in commands
    ]


async def set_menus(bot: Bot) -> None:
    """Set every menu that differs from what Telegram has.

    Raises:
        telegram.error.TelegramError: Telegram refuses a menu.
    """
    for language in languages():
        # The menu without a language is for users of every other language.
        code = "" if language == FALLBACK else language
        scopes: list[tuple[BotCommandScope, list[BotCommand]]] = [
            (BotCommandScopeAllPrivateChats(), menu(language, private=True)),
            (BotCommandScopeAllGroupChats(), menu(language)),
            (BotCommandScopeAllChatAdministrators(), menu(language, admins=True)),
        ]
        for scope, commands in scopes:
            if list(await bot.get_my_commands(scope, code or None)) != commands:
                await bot.set_my_commands(commands, scope, code or None)
                log.info("menu set", platform="telegram", scope=scope.type, language=language)
