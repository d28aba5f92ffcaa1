"""What Kiu sets on Telegram at its first start, set already: nearly every start of a host finds it so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from unittest.mock import patch

from bot.chats.telegram_chat import bot_commands
from bot.chats.telegram_chat.bot_commands import ShownMenu, shown_menus
from bot.wording import FALLBACK, in_language, languages
from tests.chats.telegram.double import Telegram

_shown = cache(lambda: tuple(shown_menus()))


@contextmanager
def menus_made_once() -> Iterator[None]:
    """Whoever starts meanwhile has menus that were made for the first of them: they follow from the code alone."""
    with patch.object(bot_commands, "shown_menus", _shown):
        yield


def set_already(telegram: Telegram) -> None:
    """Let the double have all menus and descriptions."""
    for menu in _shown():
        telegram.api.menus[menu.scope.type, menu.language or ""] = _commands(menu)
    for language in languages():
        code, translate = "" if language == FALLBACK else language, in_language(language)
        telegram.api.descriptions[code] = translate("telegram-description")
        telegram.api.short_descriptions[code] = translate("telegram-short-description")


def _commands(menu: ShownMenu) -> list[dict[str, str]]:
    return [{"command": each.command, "description": each.description} for each in menu.commands]
