"""The inbox: updates are stored before they are confirmed, and kept until they are handled.

So the next updates can be asked for at once, whatever the last ones wait for, and a process that dies handles what it
has left as soon as it is started again.

The library's ``Updater`` has no such thing: it puts updates into a queue in memory and confirms them with its next
request, and ``Application`` drops what is still queued when it stops.

Of a chat that sends faster than its updates are handled, only so many are in memory; the others wait on the disk.
When very many wait altogether, no more are taken, and Telegram keeps them meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import structlog
from cachetools import LRUCache
from telegram import Bot, Update

from bot.chats.retrying import retried
from bot.chats.telegram_chat.ids import PLATFORM
from bot.chats.telegram_chat.timeouts import Timeouts
from bot.chats.telegram_chat.update_order import UpdateOrder, chat_of
from bot.ledger import Ledger, LedgerClosed, NotStored, UpdateHandled, UpdateReceived, WriteSet, queries

log = structlog.get_logger()

_Result = TypeVar("_Result")

IN_MEMORY_MOST: Final = 100
"""How many updates of one chat are in memory; a group of people never has as many waiting."""

WAITING_MOST: Final = 50_000
"""How many updates may wait altogether before no more are taken."""

UPDATES_REMEMBERED: Final = 10_000


@dataclass(slots=True)
class _WaitingUpdates:
    """How many updates of a chat wait, and where."""

    in_memory: int = 0
    on_disk: int = 0
    loading: bool = False


class Inbox:
    """The updates that were received and are not handled yet.

    Args:
        ledger: where they are stored.
        bot: the bot that receives them; it must be initialized before the inbox is used.
        order: handles them.
        timeouts: how long to wait before something is stored or read again after a failure.
    """

    def __init__(self, ledger: Ledger, bot: Bot, order: UpdateOrder, timeouts: Timeouts) -> None:
        self._ledger = ledger
        self._bot = bot
        self._order = order
        self._timeouts = timeouts
        self._chats: dict[int, _WaitingUpdates] = {}
        self._waiting: dict[int, float | None] = {}
        """When each update that waits came, by its number; ``None`` for what the last run has left."""

        self._handled: LRUCache[int, bool] = LRUCache(UPDATES_REMEMBERED)
        """The numbers of those that were handled, since Telegram may deliver them again."""

        self._has_room = asyncio.Event()
        self._has_room.set()
        self._to_delete: list[int] = []
        self._deleting: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def restore(self) -> None:
        """Begin to handle what the last run has left; what is taken afterwards comes after it."""
        of_others = []
        for account, number, chat in await self._ledger.read(queries.updates_waiting):
            if account == self._account:
                self._waiting[number] = None
                self._of(int(chat)).on_disk += 1
            elif account.partition(":")[0] == PLATFORM:
                of_others.append(UpdateHandled(account, number))
        if of_others:
            log.warning("the token is another bot's; what the last one received and left is dropped", n=len(of_others))
            await self._ledger.commit(tuple(of_others))
        self._look_for_room()
        for each in list(self._chats):
            self._load_if_due(each)

    async def take(self, updates: Sequence[Update]) -> None:
        """Store updates and begin to handle them; return when they may be confirmed.

        An update that was taken before is not taken again. If nothing can be stored, they may be confirmed only when
        they are handled, so this waits for that: people are told by the answers that there is trouble.

        Raises:
            bot.ledger.LedgerClosed: the process is about to end; they must not be confirmed.
        """
        if updates:
            await self._has_room.wait()
            # Whoever brought them may go away, but what is stored has to be handled.
            await asyncio.shield(self._start(self._take(updates)))

    async def stop(self) -> None:
        """Stop handling; what is not handled is left for the next run."""
        await self._order.stop()
        for task in self._tasks - {self._deleting}:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- taking ------------------------------------------------------------------------------------------------

    async def _take(self, updates: Sequence[Update]) -> None:
        new = {each.update_id: each for each in updates if not self._knows(each.update_id)}
        self._waiting.update(dict.fromkeys(new, asyncio.get_running_loop().time()))
        self._look_for_room()
        kept = {number: each for number, each in new.items() if self._fits_in_memory(chat_of(each))}
        try:
            # Also if there is nothing new: what was taken before is durable afterwards.
            await self._ledger.commit(tuple(self._as_stored(each) for each in new.values()))
        except NotStored as error:
            log.error(
                "updates not stored",
                action="handled from memory, and confirmed only then",
                platform=PLATFORM,
                error=str(error),
            )
            for number in new.keys() - kept.keys():
                waiting = self._of(chat_of(new[number]))
                waiting.on_disk, waiting.in_memory = waiting.on_disk - 1, waiting.in_memory + 1
            await asyncio.gather(*(self._begin(each, chat_of(each)) for each in new.values()))
            return
        for each in kept.values():
            self._begin(each, chat_of(each))
        for chat in {chat_of(each) for each in new.values()}:
            self._load_if_due(chat)

    def _knows(self, number: int) -> bool:
        return number in self._waiting or number in self._handled

    def _fits_in_memory(self, chat: int) -> bool:
        """Count one more update of a chat; return whether it may stay in memory, as none before it is left outside."""
        waiting = self._of(chat)
        if waiting.on_disk or waiting.in_memory >= IN_MEMORY_MOST:
            waiting.on_disk += 1
            return False
        waiting.in_memory += 1
        return True

    def _as_stored(self, update: Update) -> UpdateReceived:
        return UpdateReceived(self._account, update.update_id, str(chat_of(update)), update.to_json())

    @property
    def _account(self) -> str:
        return f"{PLATFORM}:{self._bot.id}"

    def _of(self, chat: int) -> _WaitingUpdates:
        return self._chats.setdefault(chat, _WaitingUpdates())

    def _look_for_room(self) -> None:
        if len(self._waiting) < WAITING_MOST:
            self._has_room.set()
        elif self._has_room.is_set():
            log.warning(
                "too many updates wait; no more are taken for now",
                action="Telegram keeps what comes meanwhile",
                platform=PLATFORM,
            )
            self._has_room.clear()

    # --- handling ----------------------------------------------------------------------------------------------

    def _begin(self, update: Update, chat: int) -> asyncio.Task[None]:
        task = self._order.begin(update, self._waiting.get(update.update_id))
        task.add_done_callback(lambda _: None if task.cancelled() else self._is_handled(update.update_id, chat))
        return task

    def _is_handled(self, number: int, chat: int) -> None:
        self._handled[number] = True
        self._waiting.pop(number, None)
        self._look_for_room()
        self._to_delete.append(number)
        if self._deleting is None or self._deleting.done():
            self._deleting = self._start(self._delete())
        self._of(chat).in_memory -= 1
        self._load_if_due(chat)

    async def _delete(self) -> None:
        """Delete what is handled: all that is handled while the disk is busy goes in one transaction."""
        while self._to_delete:
            numbers, self._to_delete = self._to_delete, []
            await self._commit(tuple(UpdateHandled(self._account, number) for number in numbers))

    async def _commit(self, writes: WriteSet) -> None:
        await self._until_done(lambda: self._ledger.commit(writes))

    # --- what waits on the disk --------------------------------------------------------------------------------

    def _load_if_due(self, chat: int) -> None:
        """Load the next updates of a chat, if there are any and those in memory are handled."""
        waiting = self._of(chat)
        if waiting.in_memory or waiting.loading:
            return
        if waiting.on_disk:
            waiting.loading = True
            self._start(self._load(chat, waiting))
        else:
            del self._chats[chat]

    async def _load(self, chat: int, waiting: _WaitingUpdates) -> None:
        if self._deleting is not None:
            # What is handled must not be loaded once more.
            await asyncio.wait((self._deleting,))
        rows = await self._until_done(
            lambda: self._ledger.read(queries.updates_of, self._account, str(chat), IN_MEMORY_MOST)
        )
        waiting.loading = False
        waiting.on_disk -= len(rows)
        waiting.in_memory += len(rows)
        for row in rows:
            self._begin(self._parsed(row), chat)

    def _parsed(self, row: UpdateReceived) -> Update:
        try:
            return Update.de_json(json.loads(row.body), self._bot)
        except Exception as error:
            log.warning(
                "stored update cannot be parsed", action="it is left out", update=row.number, error=type(error).__name__
            )
            return Update(row.number)

    async def _until_done(self, work: Callable[[], Awaitable[_Result]]) -> _Result:
        """Do something with the ledger, again and again if the disk fails."""
        return await retried(
            work,
            attempts=math.inf,
            first_pause=self._timeouts.retry_delay,
            longest_pause=self._timeouts.retry_delay_max,
            may_retry=lambda error: not isinstance(error, LedgerClosed),
        )

    def _start(self, job: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            # Whoever waits for it is told as well; what is not stored, or not deleted, is handled in the next run.
            log.warning(
                "the inbox has stopped",
                action="what is left is handled in the next run",
                platform=PLATFORM,
                error=type(error).__name__,
            )
