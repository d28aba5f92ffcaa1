"""Who is in a group and who runs it, as Telegram says; believed for a while, since asking takes time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import structlog
from telegram import Bot, ChatMember, ChatMemberRestricted
from telegram.error import TelegramError

from bot.chats.telegram_chat.pace import Pace
from bot.chats.telegram_chat.troubles import is_lost

log = structlog.get_logger()

REMEMBERED = 5_000
TRIES = 3

_RUNS = (ChatMember.OWNER, ChatMember.ADMINISTRATOR)


class Rights:
    """The rights of members."""

    def __init__(self, bot: Bot, pace: Pace) -> None:
        self._bot = bot
        self._pace = pace
        self._known: OrderedDict[tuple[int, int], tuple[float, ChatMember]] = OrderedDict()

    async def is_admin(self, chat: int, user: int) -> bool:
        """Whether somebody runs a group; in doubt, no."""
        member = await self._member(chat, user)
        return member is not None and member.status in _RUNS

    async def is_member(self, chat: int, user: int) -> bool:
        """Whether somebody is in a group; in doubt, no."""
        member = await self._member(chat, user)
        return member is not None and is_inside(member)

    async def _member(self, chat: int, user: int) -> ChatMember | None:
        now = asyncio.get_running_loop().time()
        until, member = self._known.get((chat, user), (0.0, None))
        if member is None or until < now:
            member = await self._asked(chat, user)
            self._known.pop((chat, user), None)
            if member is not None:
                self._known[(chat, user)] = (now + self._pace.rights_hold * self._pace.second, member)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return member

    async def _asked(self, chat: int, user: int) -> ChatMember | None:
        for left in reversed(range(TRIES)):
            try:
                return await self._bot.get_chat_member(chat, user)
            except TelegramError as error:
                if not left or not is_lost(error):
                    log.info("rights not known", chat=chat, error=type(error).__name__)
                    return None
                await asyncio.sleep(self._pace.repeat_after * self._pace.second)
        return None


def is_inside(member: ChatMember) -> bool:
    """Whether a member is in the group."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in (ChatMember.LEFT, ChatMember.BANNED)
