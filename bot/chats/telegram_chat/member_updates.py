"""Membership of the bot and others in groups, and groups that become other chats."""

from __future__ import annotations

import asyncio

from telegram import Chat, ChatMember, ChatMemberRestricted, ChatMemberUpdated, User
from telegram.error import ChatMigrated, TelegramError

from bot.chats.telegram_chat.addresses import group_id, is_group, player_id
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.directory import is_in_chat
from bot.chats.telegram_chat.formatting import UrlButton
from bot.chats.telegram_chat.sender import Extras
from bot.ledger import LedgerClosed
from bot.messages import Urgency
from bot.presenting import newcomers
from bot.wording import in_language, language_of


class MembershipUpdates:
    """Handler of membership updates and of migrations to supergroups."""

    def __init__(self, context: TelegramContext) -> None:
        self._context = context
        self._asked: set[int] = set()
        """Groups with an open question about the bot's return."""

    async def handle(self, change: ChatMemberUpdated) -> None:
        """Handle a change of the bot's status and return once it is durable."""
        if change.chat.type == Chat.CHANNEL:
            return
        chat, group = change.chat.id, group_id(change.chat.id)
        self._context.directory.forget_members(chat)
        if not _may_send(change.new_chat_member):
            if not is_group(chat):
                self._context.private_chats.closed(chat)
            if not await self._has_migrated(chat):
                await self._context.app.membership.removed(group)
            return
        if not is_group(chat):
            self._context.private_chats.opened(chat)
        # The person who adds the bot reads its welcome.
        told = language_of(change.from_user.language_code or "") if is_group(chat) else None
        await self._context.app.membership.arrived(group, told or "")
        self._context.show_again(chat)
        if is_group(chat) and not is_in_chat(change.old_chat_member) and not self._context.app.tables.of_group(group):
            self._context.run(self._welcome(chat))

    def heard_from(self, chat: int) -> None:
        """Check if the bot is back after a message from a chat it had left.

        Its return is announced once, perhaps before Kiu could store it.
        """
        if self._context.app.groups.of(group_id(chat)).away and chat not in self._asked:
            self._asked.add(chat)
            self._context.run(self._look(chat))

    async def _look(self, chat: int) -> None:
        try:
            # A person who writes in private has not blocked the bot.
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
        """Handle a member's change, announced to bots that administer the group."""
        if is_group(change.chat.id):
            member = change.new_chat_member
            await self.changed(change.chat.id, member.user, inside=is_in_chat(member))

    async def changed(self, chat: int, user: User, *, inside: bool) -> None:
        self._context.directory.forget_members(chat, user.id)
        if not inside and user.id != self._context.bot.id:
            await self._context.app.membership.member_gone(group_id(chat), player_id(user.id))

    async def _has_migrated(self, chat: int) -> bool:
        """Follow a group that became another chat; ``False`` if the bot was removed."""
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
        """Close the tables of a deleted group, unless it became another chat."""
        if not await self._has_migrated(chat):
            await self._context.app.membership.group_gone(group_id(chat))

    async def migrated(self, old: int, new: int) -> None:
        """Move a group to another chat and return once everything has followed."""
        await self._context.app.membership.moved(group_id(old), group_id(new))

    async def _welcome(self, chat: int) -> None:
        translate = in_language(self._context.app.groups.of(group_id(chat)).language)
        link = UrlButton(translate("telegram-hands-in-private"), self._context.deep_link("start=hands"))
        await self._context.calls.acquire(chat, Urgency.RESULT)
        await self._context.sender.post(chat, newcomers.welcome(translate), Urgency.RESULT, Extras(links=(link,)))


def _may_send(member: ChatMember) -> bool:
    if isinstance(member, ChatMemberRestricted):
        return member.is_member and member.can_send_messages
    return is_in_chat(member)
