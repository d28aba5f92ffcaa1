"""Descriptions of commands and options in every language."""

from __future__ import annotations

from collections.abc import Callable

from discord import Locale, app_commands

from bot.chats.discord_chat.command_names import with_discord_names
from bot.chats.fitting import cut
from bot.commands import CommandSpec, Parameter
from bot.wording import FALLBACK, Translator, in_language, language_of

DESCRIPTION_LIMIT = 100

Text = Callable[[Translator], str]


def localized(text: Text) -> app_commands.locale_str:
    return app_commands.locale_str(_description(text, FALLBACK), text=text)


def _description(text: Text, language: str) -> str:
    return cut(with_discord_names(text(in_language(language))), DESCRIPTION_LIMIT)


def parameter_name(parameter: Parameter) -> app_commands.locale_str:
    return app_commands.locale_str(parameter.name, text=lambda translate: str(translate(f"parameter-{parameter.name}")))


def user_menu_name(spec: CommandSpec, translate: Translator) -> str:
    return translate(f"discord-menu-{spec.name.replace(' ', '-')}")


class CommandTranslator(app_commands.Translator):
    """Translator into every locale of Discord that the wording covers.

    The default language has entries too, or English (UK) would show those of another English.
    """

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return ``None`` for a locale without wording."""
        text: Text | None = string.extras.get("text")
        language = language_of(locale.value)
        return None if text is None or language is None else _description(text, language)
