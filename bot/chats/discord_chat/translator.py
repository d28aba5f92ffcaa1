"""The words of the command menus in every language there is."""

from __future__ import annotations

from collections.abc import Callable

from discord import Locale, app_commands

from bot.chats.discord_chat.spelling import spelled_here
from bot.chats.fitting import cut
from bot.wording import FALLBACK, Translator, in_language, languages

DESCRIPTION_MOST = 100

Words = Callable[[Translator], str]
"""Says something in whichever language it is given the voice of."""


def in_words(words: Words) -> app_commands.locale_str:
    """A text of a menu that is said in every language."""
    return app_commands.locale_str(_said(words, FALLBACK), words=words)


def _said(words: Words, language: str) -> str:
    return cut(spelled_here(words(in_language(language))), DESCRIPTION_MOST)


def language_of(locale: str) -> str | None:
    """The language of ours that a client set to ``locale`` reads, if there is one."""
    return next((each for each in (locale, locale.partition("-")[0]) if each in languages()), None)


class CommandTranslator(app_commands.Translator):
    """Says the texts of menus for every locale of Discord whose language is spoken here.

    The default language has its own entries too: without them a client set to English (UK) would be shown those of
    another English before the ones without a locale.
    """

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """A text in the language of a locale, or ``None`` if it is not spoken."""
        words: Words | None = string.extras.get("words")
        language = language_of(locale.value)
        return None if words is None or language is None else _said(words, language)
