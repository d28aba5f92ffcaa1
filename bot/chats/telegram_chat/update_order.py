"""The order in which updates are handled: those of one person in a chat one after the other, all others at once.

A table's mailbox orders what several people do, so a hanging call delays only its own person. An update is confirmed
after it is handled, so the next run gets unfinished ones, and idempotency keys make repetitions harmless. Waiting
updates would fill the semaphore of the library's ``BaseUpdateProcessor``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from telegram import Update

from bot.ledger import LedgerClosed, NotStored

_Person: TypeAlias = tuple[int | None, int | None]


class Handling(NamedTuple):
    begun: float
    """The time of arrival by the loop's clock."""

    task: asyncio.Task[bool]
    """Returns ``False`` if nothing could be stored, so that the update must come again."""

    @property
    def must_come_again(self) -> bool:
        return self.task.done() and (self.task.cancelled() or not self.task.result())


class UpdateOrder:
    def __init__(self, handle: Callable[[Update], Awaitable[None]]) -> None:
        self._handle = handle
        self._last: dict[_Person, asyncio.Task[bool]] = {}
        """The last unhandled update of each person in a chat."""

        self._unconfirmed: dict[int, Handling] = {}
        self._tasks: set[asyncio.Task[bool]] = set()

    def begin(self, update: Update) -> Handling:
        """Handle an update in its turn; an unconfirmed repetition is begun once."""
        if (known := self._unconfirmed.get(update.update_id)) is not None:
            return known
        chat, user = update.effective_chat, update.effective_user
        person = None if chat is None else chat.id, None if user is None else user.id
        task = asyncio.create_task(self._run(update, self._last.get(person)))
        self._last[person] = task
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._forget(task, person))
        handling = self._unconfirmed[update.update_id] = Handling(asyncio.get_running_loop().time(), task)
        return handling

    def confirmed(self, number: int) -> None:
        """Forget a confirmed update."""
        self._unconfirmed.pop(number, None)

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, update: Update, earlier: asyncio.Task[bool] | None) -> bool:
        if earlier is not None:
            await asyncio.wait((earlier,))
        try:
            await self._handle(update)
        except (NotStored, LedgerClosed):
            return False
        return True

    def _forget(self, task: asyncio.Task[bool], person: _Person) -> None:
        self._tasks.discard(task)
        if self._last.get(person) is task:
            del self._last[person]
