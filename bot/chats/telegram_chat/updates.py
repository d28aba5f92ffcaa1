"""Dispatch of updates by kind, and membership: of the bot and others in groups, and groups that become other chats."""

from __future__ import annotations

import asyncio

import structlog
from telegram import CallbackQuery, Chat, ChatMember, ChatMemberRestricted, ChatMemberUpdated, Message, Update, User
from telegram.error import ChatMigrated, TelegramError

from bot.chats.telegram_chat.addresses import group_id, is_group, place_of, player_id
from bot.chats.telegram_chat.bot_commands import topic_in
from bot.chats.telegram_chat.callback_queries import CallbackQueries
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.directory import is_in_chat
from bot.chats.telegram_chat.formatting import UrlButton
from bot.chats.telegram_chat.questions import ReplyQuestions
from bot.chats.telegram_chat.sender import Extras
from bot.chats.telegram_chat.text_commands import TextCommands
from bot.ledger import LedgerClosed, NotStored
from bot.messages import Pressed, Urgency
from bot.presenting import newcomers
from bot.wording import in_language, language_of

log = structlog.get_logger()


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


class UpdateHandler:
    def __init__(self, context: TelegramContext) -> None:
        questions = ReplyQuestions(context)
        self._text_commands = TextCommands(context, questions)
        self._presses = CallbackQueries(context, questions)
        self.membership = MembershipUpdates(context)
        self._context = context

    async def handle(self, update: Update) -> None:
        """Handle an update and return once its effects are durable or its failure is logged.

        Raise ``NotStored`` or ``LedgerClosed`` if it must come again.
        """
        try:
            await self._handle(update)
        except (LedgerClosed, NotStored) as error:
            log.warning("update not handled", action="it comes again", platform="telegram", error=type(error).__name__)
            raise
        except UnicodeEncodeError:
            log.warning("update with half a character", action="it is left out", platform="telegram")
        except Exception as error:
            # Repetition would not help.
            log.exception(
                "update failed", action="it is not handled again", platform="telegram", error=type(error).__name__
            )

    async def _handle(self, update: Update) -> None:
        chat, user = update.effective_chat, update.effective_user
        if chat is None:
            return
        await self._context.recall(user, chat)
        self._context.directory.remember(user, chat)
        if update.my_chat_member is not None:
            await self.membership.handle(update.my_chat_member)
            return
        self.membership.heard_from(chat.id)
        if update.callback_query is not None:
            await self._handle_press(update, update.callback_query)
        elif update.chat_member is not None:
            await self.membership.member_changed(update.chat_member)
        elif update.message is not None and chat.type != Chat.CHANNEL:
            await self._handle_message(update, update.message)

    async def _handle_press(self, update: Update, query: CallbackQuery) -> None:
        if not Pressed.read(query.data or "").command.startswith("advance "):
            # A decision before one's turn changes nothing that others see.
            in_private = query.message is not None and query.message.chat.type == Chat.PRIVATE
            self._context.private_chats.pressed(query.from_user.id, in_private=in_private)
        await self._presses.handle(update, query)

    async def _handle_message(self, update: Update, message: Message) -> None:
        chat, membership = message.chat.id, self.membership
        if message.migrate_to_chat_id is not None:
            await membership.migrated(chat, message.migrate_to_chat_id)
        elif message.migrate_from_chat_id is not None:
            await membership.migrated(message.migrate_from_chat_id, chat)
        elif message.left_chat_member is not None:
            await membership.changed(chat, message.left_chat_member, inside=False)
        elif message.new_chat_members:
            for user in message.new_chat_members:
                await membership.changed(chat, user, inside=True)
        elif message.forum_topic_closed is not None:
            await self._context.app.membership.place_closed(place_of(chat, topic_in(message)))
        elif message.forum_topic_reopened is not None:
            await self._context.app.membership.place_opened(place_of(chat, topic_in(message)))
        elif message.forward_origin is None:
            # Forwarded commands are not the sender's own.
            await self._text_commands.handle(update, message)
