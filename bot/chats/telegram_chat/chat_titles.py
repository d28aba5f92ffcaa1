"""The titles of groups, for answers in private that are about one of them; cached, since asking takes time."""

from __future__ import annotations

import structlog
from cachetools import LRUCache
from telegram import Bot, Update
from telegram.error import TelegramError

log = structlog.get_logger()

TITLES_REMEMBERED = 5_000


class ChatTitles:
    """The titles of all groups."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._titles: LRUCache[int, str] = LRUCache(TITLES_REMEMBERED)

    def remember(self, update: Update) -> None:
        """Remember the title of the group an update is from."""
        chat = update.effective_chat
        if chat is not None and chat.title:
            self._titles[chat.id] = chat.title

    async def title(self, chat: int) -> str:
        """The title of a group; empty if Telegram does not answer."""
        if chat not in self._titles:
            try:
                self._titles[chat] = (await self._bot.get_chat(chat)).title or ""
            except TelegramError as error:
                log.warning("chat title not known", action="links name no group", chat=chat, error=type(error).__name__)
                return ""
        return self._titles[chat]
