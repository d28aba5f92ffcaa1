"""Updates of the Bot API: those of one chat are handled in order, those of different chats at the same time."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from weakref import WeakValueDictionary

import structlog
from cachetools import LRUCache
from telegram import Chat, Update

from bot.chats.telegram_chat.callback_queries import CallbackQueries
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.entities import topic_in
from bot.chats.telegram_chat.forced_replies import ForcedReplies
from bot.chats.telegram_chat.membership import MembershipUpdates
from bot.chats.telegram_chat.text_commands import TextCommands
from bot.chats.telegram_chat.usernames import Usernames

log = structlog.get_logger()

ALLOWED_UPDATES = (Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER)
"""The updates that Telegram is asked for; edited messages and channel posts are not among them."""

UPDATES_REMEMBERED = 10_000


class UpdateHandler:
    """Handles every update that Telegram sends."""

    def __init__(self, context: TelegramContext) -> None:
        forced_replies = ForcedReplies(context)
        self._usernames, self._chat_titles = Usernames(), context.chat_titles
        self._text_commands = TextCommands(context, forced_replies, self._usernames)
        self._callback_queries = CallbackQueries(context, forced_replies)
        self._membership = MembershipUpdates(context)
        self._handled: LRUCache[int, bool] = LRUCache(UPDATES_REMEMBERED)
        self._chat_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def handle(self, updates: Sequence[Update]) -> None:
        """Handle updates; return when all their effects are durable, and those that failed are logged."""
        by_chat: defaultdict[int, list[Update]] = defaultdict(list)
        for update in updates:
            by_chat[_chat_of(update)].append(update)
        await asyncio.gather(*(self._handle_in_order(chat, each) for chat, each in by_chat.items()))

    async def group_gone(self, chat: int) -> None:
        """A group was deleted, or has become another chat; return when that is durable."""
        await self._membership.gone(chat)

    async def _handle_in_order(self, chat: int, updates: Sequence[Update]) -> None:
        async with self._chat_locks.setdefault(chat, asyncio.Lock()):
            for update in updates:
                if update.update_id in self._handled:
                    continue
                try:
                    await self._handle(update)
                except Exception as error:
                    # Delivering it again would not help, and it must not hold up the next ones.
                    log.exception("update failed", platform="telegram", error=type(error).__name__)
                self._handled[update.update_id] = True

    async def _handle(self, update: Update) -> None:
        self._usernames.remember(update)
        self._chat_titles.remember(update)
        if update.callback_query is not None:
            await self._callback_queries.handle(update.update_id, update.callback_query)
        elif update.my_chat_member is not None:
            await self._membership.handle(update.my_chat_member)
        elif (message := update.message) is not None and message.chat.type != Chat.CHANNEL:
            if message.migrate_to_chat_id is not None:
                await self._membership.migrated(message.chat.id, message.migrate_to_chat_id)
            elif message.migrate_from_chat_id is not None:
                await self._membership.migrated(message.migrate_from_chat_id, message.chat.id)
            elif message.forum_topic_closed is not None:
                await self._membership.topic_closed(message.chat.id, topic_in(message))
            elif message.forum_topic_reopened is not None:
                await self._membership.topic_opened(message.chat.id, topic_in(message))
            elif not message.is_automatic_forward:
                await self._text_commands.handle(update.update_id, message)


def _chat_of(update: Update) -> int:
    chat = update.effective_chat
    return chat.id if chat is not None else 0
