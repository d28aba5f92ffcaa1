"""Who is in a group and who runs it, as Telegram says; believed for a while, since asking takes time."""

from __future__ import annotations

import asyncio

import structlog
from cachetools import TTLCache
from telegram import Bot, ChatMember, ChatMemberRestricted
from telegram.error import TelegramError

from bot.chats.retrying import retried
from bot.chats.telegram_chat.pace import Pace
from bot.chats.telegram_chat.troubles import is_lost

log = structlog.get_logger()

MEMBERS_REMEMBERED = 5_000
ATTEMPTS = 3

_RUNS = (ChatMember.OWNER, ChatMember.ADMINISTRATOR)


class Rights:
    """The rights of members."""

    def __init__(self, bot: Bot, pace: Pace) -> None:
        self._bot = bot
        self._pace = pace
        self._known: TTLCache[tuple[int, int], ChatMember] = TTLCache(
            MEMBERS_REMEMBERED, pace.rights_hold * pace.second, timer=lambda: asyncio.get_running_loop().time()
        )

    async def is_admin(self, chat: int, user: int) -> bool:
        """Whether somebody runs a group; in doubt, no."""
        member = await self._member(chat, user)
        return member is not None and member.status in _RUNS

    async def is_member(self, chat: int, user: int) -> bool:
        """Whether somebody is in a group; in doubt, no."""
        member = await self._member(chat, user)
        return member is not None and is_inside(member)

    async def _member(self, chat: int, user: int) -> ChatMember | None:
        member = self._known.get((chat, user))
        if member is None:
            member = await self._asked(chat, user)
            if member is not None:
                self._known[(chat, user)] = member
        return member

    async def _asked(self, chat: int, user: int) -> ChatMember | None:
        pause = self._pace.repeat_after * self._pace.second
        try:
            return await retried(
                lambda: self._bot.get_chat_member(chat, user),
                attempts=ATTEMPTS,
                first_pause=pause,
                longest_pause=pause,
                may_retry=is_lost,
            )
        except TelegramError as error:
            log.info("rights not known", chat=chat, error=type(error).__name__)
            return None


def is_inside(member: ChatMember) -> bool:
    """Whether a member is in the group."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in (ChatMember.LEFT, ChatMember.BANNED)
