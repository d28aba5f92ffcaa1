"""Updates: of each chat one after another, as they happened there, and of all chats at once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from weakref import WeakValueDictionary

import structlog
from cachetools import LRUCache
from telegram import Chat, Update

from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.membership import MembershipUpdates
from bot.chats.telegram_chat.presses import Presses
from bot.chats.telegram_chat.questions import Questions
from bot.chats.telegram_chat.typed import Typed
from bot.chats.telegram_chat.usernames import Usernames

log = structlog.get_logger()

KINDS = (Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER)
"""What Telegram is asked to tell of; edited messages and channels are not among it."""

UPDATES_REMEMBERED = 10_000


class Updates:
    """Everything Telegram tells of comes through here."""

    def __init__(self, context: TelegramContext) -> None:
        questions = Questions(context)
        self._usernames = Usernames()
        self._typed = Typed(context, questions, self._usernames)
        self._presses = Presses(context, questions)
        self._membership = MembershipUpdates(context)
        self._done: LRUCache[int, bool] = LRUCache(UPDATES_REMEMBERED)
        self._chats: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def take(self, updates: Sequence[Update]) -> None:
        """Deal with updates; return when all they do is durable, whether it could be done or not."""
        by_chat: defaultdict[int, list[Update]] = defaultdict(list)
        for update in updates:
            by_chat[_chat_of(update)].append(update)
        await asyncio.gather(*(self._in_order(chat, each) for chat, each in by_chat.items()))

    async def _in_order(self, chat: int, updates: Sequence[Update]) -> None:
        async with self._chats.setdefault(chat, asyncio.Lock()):
            for update in updates:
                if update.update_id in self._done:
                    continue
                try:
                    await self._one(update)
                except Exception as error:
                    # Coming again would not help it, and must not hold up what comes after it.
                    log.exception("update failed", platform="telegram", error=type(error).__name__)
                self._done[update.update_id] = True

    async def _one(self, update: Update) -> None:
        self._usernames.learn(update)
        if update.callback_query is not None:
            await self._presses.pressed(update.update_id, update.callback_query)
        elif update.my_chat_member is not None:
            await self._membership.changed(update.my_chat_member)
        elif (message := update.message) is not None and message.chat.type != Chat.CHANNEL:
            if message.migrate_to_chat_id is not None:
                await self._membership.moved(message.chat.id, message.migrate_to_chat_id)
            elif message.migrate_from_chat_id is not None:
                await self._membership.moved(message.migrate_from_chat_id, message.chat.id)
            elif not message.is_automatic_forward:
                await self._typed.heard(update.update_id, message)


def _chat_of(update: Update) -> int:
    chat = update.effective_chat
    return chat.id if chat is not None else 0
