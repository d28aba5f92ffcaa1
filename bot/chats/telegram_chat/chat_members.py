"""Members and admins of groups, usernames and titles, cached briefly.

If Telegram does not answer soon, nobody is taken for a member or an admin; announced changes count at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog
from cachetools import LRUCache, TTLCache
from telegram import Bot, ChatMember, ChatMemberRestricted, Update
from telegram.error import TelegramError

from bot.chats.members_asked import BotNotThere, MembershipUnknown
from bot.chats.retrying import retried
from bot.chats.telegram_chat.api_errors import is_network_error, is_nobody_there, is_not_there
from bot.chats.telegram_chat.limits import Timeouts

log = structlog.get_logger()

MEMBERS_CACHED = 5_000
ATTEMPTS = 3

_ADMINS = (ChatMember.OWNER, ChatMember.ADMINISTRATOR)


def _nothing() -> None: ...


class ChatMembers:
    def __init__(self, bot: Bot, timeouts: Timeouts) -> None:
        self._bot = bot
        self._timeouts = timeouts
        self._cache: TTLCache[tuple[int, int], ChatMember] = TTLCache(
            MEMBERS_CACHED, timeouts.chat_member_cache, timer=lambda: asyncio.get_running_loop().time()
        )
        self._changes = 0
        """A count of changes, so that an answer from before a change is not cached."""

    def forget(self, chat: int, user: int) -> None:
        """Drop a changed member."""
        self._changes += 1
        self._cache.pop((chat, user), None)

    def forget_group(self, chat: int) -> None:
        """Drop a group in which the bot's own status changed."""
        self._changes += 1
        for key in [key for key in self._cache if key[0] == chat]:
            self._cache.pop(key, None)

    def forget_everywhere(self, user: int) -> None:
        self._changes += 1
        for key in [key for key in self._cache if key[1] == user]:
            self._cache.pop(key, None)

    async def is_admin(self, chat: int, user: int, *, before_asking: Callable[[], None] = _nothing) -> bool:
        """True if a user administers a group; raise ``MembershipUnknown`` if Telegram does not answer."""
        member = await self._member(chat, user, before_asking)
        return member is not None and member.status in _ADMINS

    async def is_member(self, chat: int, user: int, *, before_asking: Callable[[], None] = _nothing) -> bool:
        """True if a user is in a group; raise ``MembershipUnknown`` if Telegram does not answer."""
        member = await self._member(chat, user, before_asking)
        return member is not None and is_in_chat(member)

    async def _member(self, chat: int, user: int, before_asking: Callable[[], None]) -> ChatMember | None:
        member = self._cache.get((chat, user))
        if member is None:
            before_asking()
            changes = self._changes
            member = await self._fetch(chat, user)
            if member is not None and self._changes == changes:
                self._cache[(chat, user)] = member
        return member

    async def _fetch(self, chat: int, user: int) -> ChatMember | None:
        pause = self._timeouts.retry_delay
        try:
            async with asyncio.timeout(self._timeouts.chat_member):
                return await retried(
                    lambda: self._bot.get_chat_member(chat, user),
                    attempts=ATTEMPTS,
                    first_pause=pause,
                    longest_pause=pause,
                    may_retry=is_network_error,
                )
        except (TimeoutError, TelegramError) as error:
            if isinstance(error, TelegramError) and is_nobody_there(error):
                return None
            if isinstance(error, TelegramError) and is_not_there(error):
                raise BotNotThere from None
            log.warning(
                "Telegram does not say who a chat member is",
                action="nothing is done, and whoever asked is told",
                chat=chat,
                error=type(error).__name__,
            )
            raise MembershipUnknown from None


def is_in_chat(member: ChatMember) -> bool:
    """True if a member has not left or been removed."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in (ChatMember.LEFT, ChatMember.BANNED)


TITLES_REMEMBERED = 5_000


class ChatTitles:
    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._titles: LRUCache[int, str] = LRUCache(TITLES_REMEMBERED)

    def remember(self, update: Update) -> None:
        chat = update.effective_chat
        if chat is not None and chat.title:
            self._titles[chat.id] = chat.title

    async def title(self, chat: int) -> str:
        """Return a group's title; empty if Telegram does not answer."""
        if chat not in self._titles:
            try:
                self._titles[chat] = (await self._bot.get_chat(chat)).title or ""
            except TelegramError as error:
                log.warning("chat title not known", action="links name no group", chat=chat, error=type(error).__name__)
                return ""
        return self._titles[chat]


USERNAMES_REMEMBERED = 20_000


class Usernames:
    def __init__(self) -> None:
        self._user_ids: LRUCache[str, int] = LRUCache(USERNAMES_REMEMBERED)

    def remember(self, update: Update) -> None:
        user = update.effective_user
        if user is not None and user.username is not None:
            self._user_ids[user.username.lower()] = user.id

    def forget(self, user: int) -> None:
        for name in [name for name, known in self._user_ids.items() if known == user]:
            self._user_ids.pop(name, None)

    def user_id_of(self, mention: str) -> int | None:
        """Return the id of the user behind ``@name``, if known."""
        return self._user_ids.get(mention.removeprefix("@").lower())
