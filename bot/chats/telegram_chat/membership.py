"""The bot being let into groups and sent away, and groups that become others."""

from __future__ import annotations

from telegram import Chat, ChatMember, ChatMemberRestricted, ChatMemberUpdated
from telegram.error import ChatMigrated, TelegramError

from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.numbers import group_of, is_group
from bot.chats.telegram_chat.rendering import Link
from bot.chats.telegram_chat.rights import is_inside
from bot.messages import Urgency
from bot.presenting import answers
from bot.wording import in_language


class MembershipUpdates:
    """Deals with where the bot is."""

    def __init__(self, context: TelegramContext) -> None:
        self._context = context

    async def changed(self, change: ChatMemberUpdated) -> None:
        """Somebody has changed what the bot is in a chat; return when that is remembered."""
        if change.chat.type == Chat.CHANNEL:
            return
        chat, group = change.chat.id, group_of(change.chat.id)
        if not _may_speak(change.new_chat_member):
            if not is_group(chat):
                self._context.private.closed(chat)
            if not await self._has_moved(chat):
                await self._context.app.membership.removed(group)
            return
        if not is_group(chat):
            self._context.private.opened(chat)
        await self._context.app.membership.arrived(group)
        if is_group(chat) and not is_inside(change.old_chat_member) and not self._has_tables(group):
            self._context.background_tasks.run(self._welcome(chat))

    def _has_tables(self, group: str) -> bool:
        """Whether there is somebody here who needs no welcome: a group that has moved is joined anew."""
        return bool(self._context.app.tables.of_group(group))

    async def _has_moved(self, chat: int) -> bool:
        """Whether the bot is gone from a group only because that has become another chat; if so, follow it."""
        try:
            await self._context.bot.get_chat_member(chat, self._context.bot.id)
        except ChatMigrated as error:
            await self.moved(chat, error.new_chat_id)
            return True
        except TelegramError:
            return False
        return False

    async def moved(self, old: int, new: int) -> None:
        """A group has become another chat; return when everything has followed."""
        await self._context.app.membership.moved(group_of(old), group_of(new))

    async def _welcome(self, chat: int) -> None:
        translate = in_language(self._context.app.groups.of(group_of(chat)).language)
        door = Link(translate("telegram-hands-in-private"), self._context.own_link("start=hands"))
        await self._context.calls.acquire(chat, Urgency.RESULT)
        await self._context.sender.post(chat, answers.welcome(translate), Urgency.RESULT, links=(door,))


def _may_speak(member: ChatMember) -> bool:
    if isinstance(member, ChatMemberRestricted):
        return member.is_member and member.can_send_messages
    return is_inside(member)
