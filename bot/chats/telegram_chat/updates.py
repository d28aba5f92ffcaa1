"""Dispatch of updates to handlers by kind."""

from __future__ import annotations

import structlog
from telegram import Chat, Update

from bot.chats.telegram_chat.callback_queries import CallbackQueries
from bot.chats.telegram_chat.chat_members import Usernames
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.entities import topic_in
from bot.chats.telegram_chat.membership import MembershipUpdates
from bot.chats.telegram_chat.questions import ForcedReplies, TableReplies
from bot.chats.telegram_chat.text_commands import TextCommands
from bot.chats.telegram_chat.update_order import OrderedUpdate
from bot.environment.half_surrogates import has_half_surrogate
from bot.ledger import LedgerClosed, NotStored
from bot.messages import Pressed

log = structlog.get_logger()

ALLOWED_UPDATES = (Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER, Update.CHAT_MEMBER)
"""Kinds of updates requested, without edits and channel posts."""


class UpdateHandler:
    def __init__(self, context: TelegramContext) -> None:
        forced_replies, table_replies = ForcedReplies(context), TableReplies(context)
        self._usernames, self._chat_titles = Usernames(), context.chat_titles
        self._text_commands = TextCommands(context, forced_replies, table_replies, self._usernames)
        self._callback_queries = CallbackQueries(context, forced_replies, table_replies)
        self._membership = MembershipUpdates(context)
        self._context = context

    async def handle(self, ordered: OrderedUpdate) -> None:
        """Handle an update and return once its effects are durable or its failure is logged.

        Raise ``NotStored`` or ``LedgerClosed`` if it must come again.
        """
        try:
            await self._handle(ordered)
        except (LedgerClosed, NotStored) as error:
            log.warning("update not handled", action="it comes again", platform="telegram", error=type(error).__name__)
            raise
        except Exception as error:
            # Repetition would not help.
            log.exception(
                "update failed", action="it is not handled again", platform="telegram", error=type(error).__name__
            )

    def forget(self, user: int) -> None:
        self._usernames.forget(user)

    async def group_gone(self, chat: int) -> None:
        """Handle a deleted or migrated group and return once that is durable."""
        await self._membership.gone(chat)

    async def _handle(self, ordered: OrderedUpdate) -> None:
        update = ordered.update
        await self._context.recall(update.effective_user, update.effective_chat)
        if (update.callback_query is not None or _has_text(update)) and has_half_surrogate(update.to_dict()):
            if update.callback_query is not None:
                self._callback_queries.refuse(update.callback_query)
            elif update.message is not None:
                self._text_commands.refuse(update.message)
            return
        self._usernames.remember(update)
        self._chat_titles.remember(update)
        if update.my_chat_member is None and update.effective_chat is not None:
            self._membership.heard_from(update.effective_chat.id)
        if update.callback_query is not None:
            query, chat = update.callback_query, update.effective_chat
            if not Pressed.read(query.data or "").command.startswith("advance "):
                # A decision before one's turn changes nothing that others see.
                in_private = chat is not None and chat.type == Chat.PRIVATE
                self._context.private_chats.pressed(query.from_user.id, in_private=in_private)
            await self._callback_queries.handle(ordered, query)
        elif update.my_chat_member is not None:
            await self._membership.handle(update.my_chat_member)
        elif update.chat_member is not None:
            await self._membership.member_changed(update.chat_member)
        elif (message := update.message) is not None and message.chat.type != Chat.CHANNEL:
            if message.migrate_to_chat_id is not None:
                await self._membership.migrated(message.chat.id, message.migrate_to_chat_id)
            elif message.migrate_from_chat_id is not None:
                await self._membership.migrated(message.migrate_from_chat_id, message.chat.id)
            elif message.left_chat_member is not None:
                await self._membership.left(message.chat.id, message.left_chat_member)
            elif message.new_chat_members:
                await self._membership.joined(message.chat.id, message.new_chat_members)
            elif message.forum_topic_closed is not None:
                await self._membership.topic_closed(message.chat.id, topic_in(message))
            elif message.forum_topic_reopened is not None:
                await self._membership.topic_opened(message.chat.id, topic_in(message))
            elif message.forward_origin is None:
                # Forwarded commands are not the sender's own.
                await self._text_commands.handle(ordered, message)


def _has_text(update: Update) -> bool:
    return update.message is not None and update.message.text is not None
