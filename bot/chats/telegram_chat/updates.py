"""Dispatch of updates by kind, and the comings and goings of the bot and others in groups."""

from __future__ import annotations

import asyncio

from telegram import Chat, ChatMember, ChatMemberRestricted, ChatMemberUpdated, Message, Update, User
from telegram.error import ChatMigrated, TelegramError

from bot.chats.telegram_chat.addresses import group_id, is_group, player_id
from bot.chats.telegram_chat.callback_queries import CallbackQueries
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.directory import is_in_chat
from bot.chats.telegram_chat.questions import ReplyQuestions
from bot.chats.telegram_chat.sender import Extras
from bot.chats.telegram_chat.text_commands import TextCommands
from bot.messages import Urgency
from bot.presenting import newcomers
from bot.wording import in_language, language_of


class UpdateHandler:
    def __init__(self, context: TelegramContext) -> None:
        questions = ReplyQuestions(context)
        self._text_commands = TextCommands(context, questions)
        self._presses = CallbackQueries(context, questions)
        self._context = context

    async def handle(self, update: Update) -> None:
        """Handle an update and return once its effects are durable.

        Raise ``NotStored`` or ``LedgerClosed`` if it must come again.
        """
        chat, user = update.effective_chat, update.effective_user
        if chat is None or chat.type == Chat.CHANNEL:
            return
        await self._context.recall(user, chat)
        self._context.directory.remember(user, chat)
        if update.my_chat_member is not None:
            await self._handle_own_status(update.my_chat_member)
            return
        if self._context.app.groups.of(group_id(chat.id)).away and await self._may_write(chat.id):
            # The bot is back, which is announced only once.
            await self._context.app.membership.arrived(group_id(chat.id))
            self._context.show_again(chat.id)
        if update.callback_query is not None:
            await self._presses.handle(update, update.callback_query)
        elif update.chat_member is not None:
            # Bots that administer the group are told.
            member = update.chat_member.new_chat_member
            await self._member_changed(chat, member.user, inside=is_in_chat(member))
        elif update.message is not None:
            await self._handle_message(update, update.message)

    async def _handle_message(self, update: Update, message: Message) -> None:
        chat, membership = message.chat.id, self._context.app.membership
        if message.migrate_to_chat_id is not None:
            await membership.moved(group_id(chat), group_id(message.migrate_to_chat_id))
        elif message.migrate_from_chat_id is not None:
            await membership.moved(group_id(message.migrate_from_chat_id), group_id(chat))
        elif message.left_chat_member is not None:
            await self._member_changed(message.chat, message.left_chat_member, inside=False)
        elif message.new_chat_members:
            for user in message.new_chat_members:
                await self._member_changed(message.chat, user, inside=True)
        elif message.forward_origin is None:
            # Forwarded commands are not the sender's own.
            await self._text_commands.handle(update, message)

    async def _handle_own_status(self, change: ChatMemberUpdated) -> None:
        """Handle a change of the bot's status and return once it is durable."""
        chat, group, membership = change.chat.id, group_id(change.chat.id), self._context.app.membership
        self._context.directory.forget_members(chat)
        self._context.directory.learn_own(chat, change.new_chat_member)
        may_send = _may_send(change.new_chat_member)
        if not is_group(chat):
            self._context.private_chats.set_open(chat, is_open=may_send)
        if not may_send:
            if not await self._has_migrated(chat):
                await membership.removed(group)
            return
        # The person who adds the bot reads its welcome.
        told = language_of(change.from_user.language_code or "") if is_group(chat) else None
        await membership.arrived(group, told or "")
        self._context.show_again(chat)
        book = self._context.app.groups.book(group)
        if is_group(chat) and not is_in_chat(change.old_chat_member) and not self._context.app.tables.of_group(book):
            self._context.run(self._welcome(chat))

    async def _may_write(self, chat: int) -> bool:
        """Ask whether the bot may write in a chat that it hears; people who write in private let it."""
        bot = self._context.bot
        try:
            async with asyncio.timeout(self._context.timeouts.chat_member):
                return not is_group(chat) or _may_send(await bot.get_chat_member(chat, bot.id))
        except (TimeoutError, TelegramError):
            return False

    async def _has_migrated(self, chat: int) -> bool:
        """Follow a group that became another chat, of which the bot hears as of a removal alone."""
        bot = self._context.bot
        try:
            async with asyncio.timeout(self._context.timeouts.chat_member):
                await bot.get_chat_member(chat, bot.id)
        except ChatMigrated as error:
            await self._context.app.membership.moved(group_id(chat), group_id(error.new_chat_id))
            return True
        except (TimeoutError, TelegramError):
            pass
        return False

    async def _welcome(self, chat: int) -> None:
        translate = in_language(self._context.app.groups.of(group_id(chat)).language)
        extras = Extras(links=(self._context.hands_link(translate),))
        await self._context.calls.acquire(chat, Urgency.RESULT)
        await self._context.sender.post(chat, newcomers.welcome(translate), Urgency.RESULT, extras)

    async def _member_changed(self, chat: Chat, user: User, *, inside: bool) -> None:
        self._context.directory.forget_members(chat.id, user.id)
        if not inside and user.id != self._context.bot.id:
            await self._context.app.membership.member_gone(group_id(chat.id), player_id(user.id))


def _may_send(member: ChatMember) -> bool:
    if isinstance(member, ChatMemberRestricted):
        return member.is_member and member.can_send_messages
    return is_in_chat(member)
