"""What Telegram shows of the bot itself: in its profile, and in a private chat where nothing was said yet."""

from __future__ import annotations

import structlog
from telegram import Bot

from bot.wording import FALLBACK, in_language, languages

log = structlog.get_logger()

DESCRIPTION_MOST = 512
SHORT_DESCRIPTION_MOST = 120


async def set_descriptions(bot: Bot) -> None:
    """Set the descriptions in every language, where they differ from what Telegram has.

    Raises:
        telegram.error.TelegramError: Telegram refuses one.
    """
    for language in languages():
        # What is without a language is for users of every other language.
        code = None if language == FALLBACK else language
        translate = in_language(language)
        description, short = translate("telegram-description"), translate("telegram-short-description")
        if (await bot.get_my_description(code)).description != description:
            await bot.set_my_description(description, code)
            log.info("description set", platform="telegram", language=language)
        if (await bot.get_my_short_description(code)).short_description != short:
            await bot.set_my_short_description(short, code)
            log.info("short description set", platform="telegram", language=language)
