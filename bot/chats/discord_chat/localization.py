"""The descriptions of commands and options in every language there is."""

from __future__ import annotations

from collections.abc import Callable

from discord import Locale, app_commands

from bot.chats.discord_chat.command_names import with_discord_names
from bot.chats.fitting import cut
from bot.commands import CommandSpec, Parameter
from bot.wording import FALLBACK, Translator, in_language, language_of

DESCRIPTION_LIMIT = 100
"""How many characters Discord allows a description."""

Text = Callable[[Translator], str]
"""Makes a text in the language of the translator it is given."""


def localized(text: Text) -> app_commands.locale_str:
    """A text in the default language, which :class:`CommandTranslator` translates into the others."""
    return app_commands.locale_str(_description(text, FALLBACK), text=text)


def _description(text: Text, language: str) -> str:
    return cut(with_discord_names(text(in_language(language))), DESCRIPTION_LIMIT)


def parameter_name(parameter: Parameter) -> app_commands.locale_str:
    """What a parameter is called: its own name, which is also that of the default language, and that of the others."""
    return app_commands.locale_str(parameter.name, text=lambda translate: str(translate(f"parameter-{parameter.name}")))


def user_menu_name(spec: CommandSpec, translate: Translator) -> str:
    """What a command is called in the menu of a person."""
    return translate(f"discord-menu-{spec.name.replace(' ', '-')}")


class CommandTranslator(app_commands.Translator):
    """Translates descriptions into every locale of Discord whose language the wording has.

    The default language has its own entries too: without them a client set to English (UK) would be shown those of
    another English before the ones without a locale.
    """

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """A text in the language of a locale, or ``None`` if the wording does not have it."""
        text: Text | None = string.extras.get("text")
        language = language_of(locale.value)
        return None if text is None or language is None else _description(text, language)
