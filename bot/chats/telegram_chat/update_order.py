"""The order in which updates are handled:

- Updates of one person in one chat are handled one after the other.
- Updates of several people in one topic begin in order, each once the one before is handled or waits for Telegram or
  a deal.
- All others are handled at once; a table's mailbox orders them.

So a hanging call delays only its own person and topic. An update is confirmed after it is handled, so the next run gets
unfinished ones, and idempotency keys make repetitions harmless. Waiting updates would fill the semaphore of the
library's ``BaseUpdateProcessor``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import replace
from typing import Final

from telegram import Message as TelegramMessage
from telegram import Update

from bot.chats.telegram_chat.entities import topic_in
from bot.chats.telegram_chat.ids import NO_TOPIC
from bot.ledger import LedgerClosed, NotStored
from bot.messages import Command

NO_CHAT: Final = 0
NOBODY: Final = 0


class OrderedUpdate:
    def __init__(self, update: Update) -> None:
        self.update = update
        self.received = asyncio.get_running_loop().time()
        """The time of arrival by the loop's clock."""

        self.may_be_passed = asyncio.Event()
        """Set once others in the topic need not wait."""

        self.is_over = asyncio.Event()
        """Set once it is handled or has failed."""

        self.is_stored = True
        """False if nothing could be stored, so that the update must come again."""

    @property
    def number(self) -> int:
        return self.update.update_id

    def timed(self, command: Command) -> Command:
        """Return a command with the time of its update's arrival."""
        return replace(command, received=self.received, let_others_pass=self.let_others_pass)

    def let_others_pass(self) -> None:
        """Let others in the topic begin, because this update waits."""
        self.may_be_passed.set()


class UpdateOrder:
    def __init__(self, handle: Callable[[OrderedUpdate], Awaitable[None]]) -> None:
        self._handle = handle
        self._last: dict[Hashable, OrderedUpdate] = {}
        """The last unhandled update of each person in a chat, and of each topic."""

        self._unconfirmed: dict[int, OrderedUpdate] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, update: Update) -> OrderedUpdate:
        """Handle an update in its turn; an unconfirmed repetition is begun once."""
        if (known := self._unconfirmed.get(update.update_id)) is not None:
            return known
        ordered = self._unconfirmed[update.update_id] = OrderedUpdate(update)
        topic, person = _topic_of(update), _person_of(update)
        before, own = self._last.get(topic), self._last.get(person)
        self._last[topic] = self._last[person] = ordered
        task = asyncio.create_task(self._run(ordered, before, own))
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._forget(task, ordered, topic, person))
        return ordered

    def confirmed(self, number: int) -> None:
        """Forget a confirmed update."""
        self._unconfirmed.pop(number, None)

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, ordered: OrderedUpdate, before: OrderedUpdate | None, own: OrderedUpdate | None) -> None:
        if before is not None:
            await before.may_be_passed.wait()
        if own is not None and not own.is_over.is_set():
            # Nobody waits for this person's earlier update, so nobody waits for this one.
            ordered.let_others_pass()
            await own.is_over.wait()
        try:
            await self._handle(ordered)
        except (NotStored, LedgerClosed):
            ordered.is_stored = False
        except asyncio.CancelledError:
            ordered.is_stored = False
            raise

    def _forget(self, task: asyncio.Task[None], ordered: OrderedUpdate, *keys: Hashable) -> None:
        self._tasks.discard(task)
        ordered.may_be_passed.set()
        ordered.is_over.set()
        for key in keys:
            if self._last.get(key) is ordered:
                del self._last[key]


def _chat_of(update: Update) -> int:
    chat = update.effective_chat
    return chat.id if chat is not None else NO_CHAT


def _topic_of(update: Update) -> Hashable:
    query = update.callback_query
    message = update.message if query is None else query.message
    # Telegram tells only the id of a very old message.
    topic = topic_in(message) if isinstance(message, TelegramMessage) else NO_TOPIC
    return "topic", _chat_of(update), topic


def _person_of(update: Update) -> Hashable:
    user = update.effective_user
    return "person", _chat_of(update), user.id if user is not None else NOBODY
