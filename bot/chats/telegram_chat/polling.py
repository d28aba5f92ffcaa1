"""Long polling, in which a request confirms all updates before the first unhandled one.

The library's ``Updater`` confirms updates held only in memory, and competes for ever with another program; here the
newcomer gives way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import structlog
from telegram import Bot, Update
from telegram.error import Conflict, TelegramError

from bot.chats.errors import AnotherSession
from bot.chats.telegram_chat.limits import Timeouts
from bot.chats.telegram_chat.network import until_reached
from bot.chats.telegram_chat.update_order import OrderedUpdate, UpdateOrder

log = structlog.get_logger()

ANOTHER_PROGRAM = (
    "Another program is connected to Telegram with the same token. Stop it first: a token serves one at a time."
)


class Polling:
    def __init__(
        self,
        bot: Bot,
        order: UpdateOrder,
        allowed_updates: Sequence[str],
        timeouts: Timeouts,
    ) -> None:
        self._bot = bot
        self._order = order
        self._allowed_updates = allowed_updates
        self._timeouts = timeouts
        self._offset: int | None = None
        self.connected = True
        """True if Telegram answered the last request."""

        self._lost = False
        """True while Telegram is asked for immediate answers, to notice its return."""

    async def run(self) -> None:
        """Ask for updates until cancelled; raise ``TokenRefused`` or ``AnotherSession``."""
        conflicts = _Conflicts(self._timeouts)
        while True:
            try:
                updates = await until_reached("ask for updates", self._ask, self._timeouts)
            except Conflict:
                if conflicts.gives_up():
                    raise AnotherSession(ANOTHER_PROGRAM) from None
                await asyncio.sleep(self._timeouts.conflict_delay)
                continue
            except TelegramError as error:
                log.error("Telegram refuses to send updates", action="asked again after a pause", error=error.message)
                await asyncio.sleep(self._timeouts.retry_delay_max)
                continue
            if updates:
                await self._handle([self._order.begin(update) for update in updates])

    async def _handle(self, updates: Sequence[OrderedUpdate]) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._timeouts.unconfirmed):
                for each in updates:
                    await each.is_over.wait()
        ends = asyncio.get_running_loop().time() - self._timeouts.handling
        in_order = sorted(updates, key=lambda each: each.number)
        for each in in_order:
            if not (each.is_stored and (each.is_over.is_set() or each.received < ends)):
                break
            self._offset = each.number + 1
            self._order.confirmed(each.number)
        if unstored := [each for each in in_order if not each.is_stored]:
            for each in unstored:
                self._order.confirmed(each.number)
            await asyncio.sleep(self._timeouts.retry_delay)

    async def _ask(self) -> Sequence[Update]:
        timeout = 0 if self._lost else self._timeouts.poll
        try:
            updates = await self._bot.get_updates(self._offset, timeout=timeout, allowed_updates=self._allowed_updates)
        except TelegramError as error:
            self.connected = False
            # Another program's requests are no reason to end its own more often.
            self._lost = not isinstance(error, Conflict)
            raise
        self.connected, self._lost = True, False
        return updates


class _Conflicts:
    """Conflicts with another program on the same token, of which the newcomer should stop.

    The newcomer meets a conflict soon after its start.
    """

    def __init__(self, timeouts: Timeouts) -> None:
        self._timeouts = timeouts
        self._started = asyncio.get_running_loop().time()
        self._first = self._last = -1.0
        self._patience = 0.0

    def gives_up(self) -> bool:
        """Count a conflict and return ``True`` if this program should stop."""
        now = asyncio.get_running_loop().time()
        if self._first < 0 or now - self._last > self._timeouts.newcomer_patience:
            self._first = now
            is_newcomer = now - self._started < self._timeouts.newcomer
            self._patience = self._timeouts.newcomer_patience if is_newcomer else self._timeouts.conflict_patience
            log.warning(
                "another program asks Telegram for the same updates",
                action="waits for the other to stop",
                patience=self._patience,
            )
        self._last = now
        return now - self._first >= self._patience
