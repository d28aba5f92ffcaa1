"""Dispatch of updates to handlers by kind."""

from __future__ import annotations

import structlog
from telegram import CallbackQuery, Chat, Message, Update

from bot.chats.telegram_chat.addresses import place_of
from bot.chats.telegram_chat.bot_commands import topic_in
from bot.chats.telegram_chat.callback_queries import CallbackQueries
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.member_updates import MembershipUpdates
from bot.chats.telegram_chat.reply_questions import ForcedReplies, TableReplies
from bot.chats.telegram_chat.text_commands import TextCommands
from bot.ledger import LedgerClosed, NotStored
from bot.messages import Pressed

log = structlog.get_logger()


class UpdateHandler:
    def __init__(self, context: TelegramContext) -> None:
        forced_replies, table_replies = ForcedReplies(context), TableReplies(context)
        self._text_commands = TextCommands(context, forced_replies, table_replies)
        self.presses = CallbackQueries(context, forced_replies, table_replies)
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
        await self.presses.handle(update, query)

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
