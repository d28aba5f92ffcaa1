"""The menus of commands that Telegram suggests while a user types: one for each kind of chat and each language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

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


class Menu(NamedTuple):
    """The commands of one kind of chat, as users of one language see them."""

    scope: BotCommandScope
    language: str | None
    commands: list[BotCommand]


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


def menus() -> Iterator[Menu]:
    """Every menu that Telegram is to have."""
    for language in languages():
        # The menu without a language is for users of every other language.
        code = None if language == FALLBACK else language
        yield Menu(BotCommandScopeAllPrivateChats(), code, menu(language, private=True))
        yield Menu(BotCommandScopeAllGroupChats(), code, menu(language))
        yield Menu(BotCommandScopeAllChatAdministrators(), code, menu(language, admins=True))


async def outdated_menus(bot: Bot) -> list[Menu]:
    """The menus that differ from what Telegram has.

    Raises:
        telegram.error.TelegramError: Telegram does not say.
    """
    return [each for each in menus() if list(await bot.get_my_commands(each.scope, each.language)) != each.commands]


async def set_menus(bot: Bot) -> None:
    """Set every menu that differs from what Telegram has.

    Raises:
        telegram.error.TelegramError: Telegram refuses a menu.
    """
    for each in await outdated_menus(bot):
        await bot.set_my_commands(each.commands, each.scope, each.language)
        log.info("menu set", platform="telegram", scope=each.scope.type, language=each.language or FALLBACK)
