"""Reception of updates by long polling.

Updates of one person in a chat are handled one after the other, all others at once: a table's mailbox orders what
several people do, so a hanging call delays only its own person. An update is confirmed after it is handled, so the next
run gets unfinished ones; idempotency keys make repetitions harmless. The library's ``Updater`` confirms updates held
only in memory, and competes for ever with another program; here the newcomer gives way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, TypeAlias
from weakref import WeakValueDictionary

import structlog
from telegram import Bot, Update
from telegram.error import Conflict, TelegramError

from bot.chats.not_served import AnotherSession
from bot.chats.telegram_chat.addresses import PLATFORM
from bot.chats.telegram_chat.api_calls import ALLOWED_UPDATES, Timeouts
from bot.chats.telegram_chat.network import until_reached
from bot.environment.task_set import TaskSet
from bot.ledger import LedgerClosed, NotStored

log = structlog.get_logger()

ANOTHER_PROGRAM = (
    "Another program is connected to Telegram with the same token. Stop it first: a token serves one at a time."
)

_Person: TypeAlias = tuple[int | None, int | None]


class _Handling(NamedTuple):
    begun: float
    """The time of arrival by the loop's clock."""

    task: asyncio.Task[None]


class Polling:
    def __init__(
        self, bot: Bot, handle: Callable[[Update], Awaitable[None]], timeouts: Timeouts, *, in_turns: bool = False
    ) -> None:
        """Ask always, or ``in_turns`` with other processes, whose end of a turn the next may overtake."""
        self._in_turns = in_turns
        self._bot = bot
        self._handle = handle
        self._timeouts = timeouts
        self._offset: int | None = None
        self._unconfirmed: dict[int, _Handling] = {}
        self._turns: WeakValueDictionary[_Person, asyncio.Lock] = WeakValueDictionary()
        """A lock for each person in a chat, which takes their updates in order of arrival."""

        self._tasks = TaskSet()
        self.connected = True
        """True if Telegram answered the last request."""

        self.reads = asyncio.Event()
        """Set while this process is the one that asks for updates."""

        if not in_turns:
            self.reads.set()

    async def run(self) -> None:
        """Ask for updates until cancelled; raise ``TokenRefused`` or ``AnotherSession``."""
        started = _now()
        while True:
            await self.reads.wait()
            try:
                updates = await until_reached("ask for updates", self._ask, self._timeouts)
            except Conflict:
                # A previous run may be about to end. A program that was there long before its rival stays.
                if not self._in_turns and 1 <= (_now() - started) / self._timeouts.conflict_patience < 2:
                    raise AnotherSession(ANOTHER_PROGRAM) from None
                log.warning("another program asks Telegram for the same updates", action="waits for the other to stop")
                await asyncio.sleep(self._timeouts.conflict_delay)
            except TelegramError as error:
                log.error("Telegram refuses to send updates", action="asked again after a pause", error=error.message)
                await asyncio.sleep(self._timeouts.retry_delay_max)
            else:
                await self.receive(sorted(updates, key=lambda each: each.update_id))

    async def receive(self, updates: Sequence[Update]) -> None:
        """Begin new updates, and confirm those that are handled, up to the first that is not."""
        if not updates:
            return
        handling = {each.update_id: self._begin(each) for each in updates}
        await asyncio.wait([each.task for each in handling.values()], timeout=self._timeouts.unconfirmed)
        for number, each in handling.items():
            hangs = each.begun <= _now() - self._timeouts.handling
            if number not in self._unconfirmed or not (each.task.done() or hangs):
                break
            self._offset = number + 1
            del self._unconfirmed[number]

    async def stop(self) -> None:
        await self._tasks.stop()

    async def _ask(self) -> Sequence[Update]:
        try:
            updates = await self._bot.get_updates(
                self._offset, timeout=self._timeouts.poll, allowed_updates=ALLOWED_UPDATES
            )
        except TelegramError:
            self.connected = False
            raise
        self.connected = True
        return updates

    def _begin(self, update: Update) -> _Handling:
        """Handle an update in its turn; an unconfirmed one that comes again is begun once."""
        number = update.update_id
        if number not in self._unconfirmed:
            self._unconfirmed[number] = _Handling(_now(), self._tasks.start(self._run(update)))
        return self._unconfirmed[number]

    async def _run(self, update: Update) -> None:
        async with self.turn(update):
            try:
                await self._handle(update)
            except (NotStored, LedgerClosed) as error:
                log.warning(
                    "update not handled", action="it comes again", platform=PLATFORM, error=type(error).__name__
                )
                # Forgotten and unconfirmed.
                await asyncio.sleep(self._timeouts.retry_delay)
                self._unconfirmed.pop(update.update_id, None)
            except Exception as error:
                # Repetition would not help.
                action = "it is not handled again"
                log.exception("update failed", action=action, platform=PLATFORM, error=type(error).__name__)

    def turn(self, update: Update) -> asyncio.Lock:
        """Return the lock in which an update waits for earlier ones of its person in the same chat."""
        chat, user = update.effective_chat, update.effective_user
        person = None if chat is None else chat.id, None if user is None else user.id
        return self._turns.setdefault(person, asyncio.Lock())


def _now() -> float:
    return asyncio.get_running_loop().time()
