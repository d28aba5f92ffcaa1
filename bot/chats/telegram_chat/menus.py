"""The menus of commands that Telegram offers while somebody types: one for each kind of chat and each language."""

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

from bot.chats.telegram_chat.spelling import spelled
from bot.commands import COMMANDS, Who
from bot.wording import FALLBACK, in_language, languages

log = structlog.get_logger()

MOST = 100
LONGEST_DESCRIPTION = 256


def menu(language: str, *, admins: bool = False, private: bool = False) -> list[BotCommand]:
    """The commands of a kind of chat.

    Args:
        language: of their descriptions.
        admins: whether it is for those who run a group.
        private: whether it is for a chat with the bot alone, which its person runs, and where `/start` greets.
    """
    translate = in_language(language)
    commands = [spec for spec in COMMANDS if spec.who is not Who.ADMIN or admins or private]
    return [
        BotCommand(
            spelled(spec.name),
            translate("telegram-command-start") if private and spec.name == "start" else translate(spec.key),
        )
        for spec in commands
    ]


async def offer_menus(bot: Bot) -> None:
    """Set every menu that is not as it should be.

    Raises:
        telegram.error.TelegramError: Telegram does not take it.
    """
    for language in languages():
        # The list without a language is for all who speak none of the others.
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
