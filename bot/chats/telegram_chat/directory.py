"""Members, admins, usernames and titles, cached in memory.

If Telegram does not answer soon, nobody is taken for a member or an admin.
"""

from __future__ import annotations

import asyncio

import structlog
from cachetools import LRUCache, TTLCache
from telegram import Bot, Chat, ChatMember, ChatMemberRestricted, User
from telegram.error import TelegramError

from bot.chats.members_asked import BotNotThere, MembershipUnknown
from bot.chats.retrying import retried
from bot.chats.telegram_chat.api_calls import Timeouts, is_network_error, is_nobody_there, is_not_there

log = structlog.get_logger()

MEMBERS_CACHED = 5_000
TITLES_REMEMBERED = 5_000
USERNAMES_REMEMBERED = 20_000
ATTEMPTS = 3


class Directory:
    def __init__(self, bot: Bot, timeouts: Timeouts) -> None:
        self._bot = bot
        self._timeouts = timeouts
        self._members: TTLCache[tuple[int, int], ChatMember] = TTLCache(
            MEMBERS_CACHED, timeouts.chat_member_cache, timer=lambda: asyncio.get_running_loop().time()
        )
        self._administered: LRUCache[int, bool] = LRUCache(TITLES_REMEMBERED)
        """True for a group that the bot administers, until news or a refusal."""

        self._titles: LRUCache[int, str] = LRUCache(TITLES_REMEMBERED)
        self._user_ids: LRUCache[str, int] = LRUCache(USERNAMES_REMEMBERED)

    def remember(self, user: User | None, chat: Chat) -> None:
        if user is not None and user.username is not None:
            self._user_ids[user.username.lower()] = user.id
        if chat.title:
            self._titles[chat.id] = chat.title

    def forget(self, user: int) -> None:
        for name in [name for name, known in self._user_ids.items() if known == user]:
            self._user_ids.pop(name, None)
        self.forget_members(user=user)

    def forget_members(self, chat: int | None = None, user: int | None = None) -> None:
        """Drop the members of a group, a user in every group, or one user in one group, after a change."""
        for key in [key for key in self._members if chat in (None, key[0]) and user in (None, key[1])]:
            self._members.pop(key, None)

    def learn_own(self, chat: int, member: ChatMember | None) -> None:
        """Remember what the bot is in a group; ``None`` if that is to be asked again."""
        self.forget_members(chat, self._bot.id)
        self._administered.pop(chat, None)
        if member is not None:
            self._administered[chat] = _is_admin(member)

    def is_administered(self, chat: int) -> bool:
        return self._administered.get(chat, False)

    async def administers(self, chat: int) -> bool:
        if chat not in self._administered:
            try:
                self._administered[chat] = await self.is_admin(chat, self._bot.id)
            except MembershipUnknown:
                return False
        return self.is_administered(chat)

    async def is_admin(self, chat: int, user: int) -> bool:
        """Raise ``MembershipUnknown`` if Telegram does not answer."""
        member = await self._member(chat, user)
        return member is not None and _is_admin(member)

    async def is_member(self, chat: int, user: int) -> bool:
        """Raise ``MembershipUnknown`` if Telegram does not answer."""
        member = await self._member(chat, user)
        return member is not None and is_in_chat(member)

    async def _member(self, chat: int, user: int) -> ChatMember | None:
        member: ChatMember | None = self._members.get((chat, user))
        if member is not None:
            return member
        try:
            async with asyncio.timeout(self._timeouts.chat_member):
                member = await retried(
                    lambda: self._bot.get_chat_member(chat, user),
                    attempts=ATTEMPTS,
                    first_pause=self._timeouts.retry_delay,
                    may_retry=is_network_error,
                )
        except (TimeoutError, TelegramError) as error:
            if is_nobody_there(error):
                return None
            if is_not_there(error):
                raise BotNotThere from None
            log.warning(
                "Telegram does not say who a chat member is",
                action="nothing is done, and the person who asked is told",
                chat=chat,
                error=type(error).__name__,
            )
            raise MembershipUnknown from None
        self._members[chat, user] = member
        return member

    async def title(self, chat: int) -> str:
        """Return a group's title; empty if Telegram does not answer."""
        if chat not in self._titles:
            try:
                self._titles[chat] = (await self._bot.get_chat(chat)).title or ""
            except TelegramError as error:
                log.warning("chat title not known", action="links name no group", chat=chat, error=type(error).__name__)
                return ""
        return self._titles[chat]

    def user_id_of(self, mention: str) -> int | None:
        return self._user_ids.get(mention.removeprefix("@").lower())


def _is_admin(member: ChatMember) -> bool:
    return member.status in (ChatMember.OWNER, ChatMember.ADMINISTRATOR)


def is_in_chat(member: ChatMember) -> bool:
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in (ChatMember.LEFT, ChatMember.BANNED)
