"""Who is in which group: the bot itself, added and removed; members who come and go; groups that become other chats."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from telegram import Chat, ChatMember, ChatMemberRestricted, ChatMemberUpdated, User
from telegram.error import ChatMigrated, TelegramError

from bot.chats.telegram_chat.chat_members import is_in_chat
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.ids import group_id, is_group, place_of, player_id
from bot.chats.telegram_chat.rendering import UrlButton
from bot.ledger import LedgerClosed
from bot.messages import Urgency
from bot.presenting import newcomers
from bot.wording import in_language, language_of


class MembershipUpdates:
    """Handles ``my_chat_member`` and ``chat_member`` updates, and migrations to supergroups."""

    def __init__(self, context: TelegramContext) -> None:
        self._context = context
        self._asked: set[int] = set()
        """The groups of which Telegram is being asked whether the bot is back."""

    async def handle(self, change: ChatMemberUpdated) -> None:
        """The bot's status in a chat has changed; return when that is durable."""
        if change.chat.type == Chat.CHANNEL:
            return
        chat, group = change.chat.id, group_id(change.chat.id)
        self._context.chat_members.forget_group(chat)
        if not _may_send(change.new_chat_member):
            if not is_group(chat):
                self._context.private_chats.closed(chat)
            if not await self._has_migrated(chat):
                await self._context.app.membership.removed(group)
            return
        if not is_group(chat):
            self._context.private_chats.opened(chat)
        # Whoever adds the bot reads its welcome.
        told = language_of(change.from_user.language_code or "") if is_group(chat) else None
        await self._context.app.membership.arrived(group, told or "")
        self._context.show_again(chat)
        if is_group(chat) and not is_in_chat(change.old_chat_member) and not self._has_tables(group):
            self._context.background_tasks.run(self._welcome(chat))

    def heard_from(self, chat: int) -> None:
        """Something has come from a chat: if the bot is noted as gone from there, look whether it is back.

        That it was added is told once, and Kiu may have ended before it could be stored.
        """
        if self._context.app.groups.of(group_id(chat)).away and chat not in self._asked:
            self._asked.add(chat)
            self._context.background_tasks.run(self._look(chat))

    async def _look(self, chat: int) -> None:
        try:
            # Whoever writes in private has not blocked the bot.
            if is_group(chat):
                async with asyncio.timeout(self._context.timeouts.chat_member):
                    member = await self._context.bot.get_chat_member(chat, self._context.bot.id)
                if not _may_send(member):
                    return
            await self._context.app.membership.arrived(group_id(chat))
        except (TimeoutError, TelegramError, LedgerClosed):
            return
        finally:
            self._asked.discard(chat)
        self._context.show_again(chat)

    async def member_changed(self, change: ChatMemberUpdated) -> None:
        """What somebody is in a group has changed, which Telegram tells bots that administer it."""
        if is_group(change.chat.id):
            member = change.new_chat_member
            await self._changed(change.chat.id, member.user, inside=is_in_chat(member))

    async def joined(self, chat: int, users: Iterable[User]) -> None:
        """A message in a group says who has joined it."""
        for user in users:
            await self._changed(chat, user, inside=True)

    async def left(self, chat: int, user: User) -> None:
        """A message in a group says who has left it or was removed."""
        await self._changed(chat, user, inside=False)

    async def _changed(self, chat: int, user: User, *, inside: bool) -> None:
        """Remember what somebody is; who is gone gets up from the tables of the group."""
        self._context.chat_members.forget(chat, user.id)
        if not inside and user.id != self._context.bot.id:
            await self._context.app.membership.member_gone(group_id(chat), player_id(user.id))

    def _has_tables(self, group: str) -> bool:
        """Whether a group needs no welcome: one that has migrated is joined anew."""
        return bool(self._context.app.tables.of_group(group))

    async def _has_migrated(self, chat: int) -> bool:
        """Whether the bot is gone from a group only because that has become another chat; if so, follow it."""
        try:
            async with asyncio.timeout(self._context.timeouts.chat_member):
                await self._context.bot.get_chat_member(chat, self._context.bot.id)
        except ChatMigrated as error:
            await self.migrated(chat, error.new_chat_id)
            return True
        except (TimeoutError, TelegramError):
            return False
        return False

    async def gone(self, chat: int) -> None:
        """A call was refused because its group was deleted: close its tables, unless it has become another chat."""
        if not await self._has_migrated(chat):
            await self._context.app.membership.group_gone(group_id(chat))

    async def topic_closed(self, chat: int, topic: int) -> None:
        """A topic was closed, so that only admins can write there; return when that is durable."""
        await self._context.app.membership.place_closed(place_of(chat, topic))

    async def topic_opened(self, chat: int, topic: int) -> None:
        """A topic was opened again; return when that is durable."""
        await self._context.app.membership.place_opened(place_of(chat, topic))

    async def migrated(self, old: int, new: int) -> None:
        """A group has become another chat; return when everything has followed."""
        await self._context.app.membership.moved(group_id(old), group_id(new))

    async def _welcome(self, chat: int) -> None:
        translate = in_language(self._context.app.groups.of(group_id(chat)).language)
        link = UrlButton(translate("telegram-hands-in-private"), self._context.deep_link("start=hands"))
        await self._context.calls.acquire(chat, Urgency.RESULT)
        await self._context.sender.post(chat, newcomers.welcome(translate), Urgency.RESULT, links=(link,))


def _may_send(member: ChatMember) -> bool:
    if isinstance(member, ChatMemberRestricted):
        return member.is_member and member.can_send_messages
    return is_in_chat(member)
