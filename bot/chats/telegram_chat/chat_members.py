"""Who is in a group and who administers it, as Telegram says; cached, since asking takes time."""

from __future__ import annotations

import asyncio

import structlog
from cachetools import TTLCache
from telegram import Bot, ChatMember, ChatMemberRestricted
from telegram.error import TelegramError

from bot.chats.retrying import retried
from bot.chats.telegram_chat.api_errors import is_network_error
from bot.chats.telegram_chat.timeouts import Timeouts

log = structlog.get_logger()

MEMBERS_CACHED = 5_000
ATTEMPTS = 3

_ADMINS = (ChatMember.OWNER, ChatMember.ADMINISTRATOR)


class ChatMembers:
    """The members of all groups."""

    def __init__(self, bot: Bot, timeouts: Timeouts) -> None:
        self._bot = bot
        self._timeouts = timeouts
        self._cache: TTLCache[tuple[int, int], ChatMember] = TTLCache(
            MEMBERS_CACHED, timeouts.chat_member_cache, timer=lambda: asyncio.get_running_loop().time()
        )

    async def is_admin(self, chat: int, user: int) -> bool:
        """Whether a user administers a group; no, if Telegram does not answer."""
        member = await self._member(chat, user)
        return member is not None and member.status in _ADMINS

    async def is_member(self, chat: int, user: int) -> bool:
        """Whether a user is in a group; no, if Telegram does not answer."""
        member = await self._member(chat, user)
        return member is not None and is_in_chat(member)

    async def _member(self, chat: int, user: int) -> ChatMember | None:
        member = self._cache.get((chat, user))
        if member is None:
            member = await self._fetch(chat, user)
            if member is not None:
                self._cache[(chat, user)] = member
        return member

    async def _fetch(self, chat: int, user: int) -> ChatMember | None:
        pause = self._timeouts.retry_delay
        try:
            return await retried(
                lambda: self._bot.get_chat_member(chat, user),
                attempts=ATTEMPTS,
                first_pause=pause,
                longest_pause=pause,
                may_retry=is_network_error,
            )
        except TelegramError as error:
            log.info("chat member not known", chat=chat, error=type(error).__name__)
            return None


def is_in_chat(member: ChatMember) -> bool:
    """Whether a chat member is in the chat, and has not left it or been removed."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in (ChatMember.LEFT, ChatMember.BANNED)
