"""Long polling, in which a request confirms all updates before the first unhandled one.

The library's ``Updater`` confirms updates held only in memory, and competes for ever with another program; here the
newcomer gives way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog
from telegram import Bot, Update
from telegram.error import Conflict, TelegramError

from bot.chats.not_served import AnotherSession
from bot.chats.telegram_chat.network import until_reached
from bot.chats.telegram_chat.rate_limits import ALLOWED_UPDATES, Timeouts
from bot.chats.telegram_chat.update_order import UpdateOrder

log = structlog.get_logger()

ANOTHER_PROGRAM = (
    "Another program is connected to Telegram with the same token. Stop it first: a token serves one at a time."
)


class Polling:
    def __init__(self, bot: Bot, order: UpdateOrder, timeouts: Timeouts) -> None:
        self._bot = bot
        self._order = order
        self._timeouts = timeouts
        self._offset: int | None = None
        self._started = self._conflict = asyncio.get_running_loop().time()
        self._conflicts_since: float | None = None
        self.connected = True
        """True if Telegram answered the last request."""

        self._lost = False
        """True while Telegram is asked for immediate answers, to notice its return."""

    async def run(self) -> None:
        """Ask for updates until cancelled; raise ``TokenRefused`` or ``AnotherSession``."""
        while True:
            try:
                updates = await until_reached("ask for updates", self._ask, self._timeouts)
            except Conflict:
                if self._gives_up():
                    raise AnotherSession(ANOTHER_PROGRAM) from None
                await asyncio.sleep(self._timeouts.conflict_delay)
            except TelegramError as error:
                log.error("Telegram refuses to send updates", action="asked again after a pause", error=error.message)
                await asyncio.sleep(self._timeouts.retry_delay_max)
            else:
                await self._handle(sorted(updates, key=lambda each: each.update_id))

    async def _handle(self, updates: Sequence[Update]) -> None:
        if not updates:
            return
        handling = {each.update_id: self._order.begin(each) for each in updates}
        await asyncio.wait([each.task for each in handling.values()], timeout=self._timeouts.unconfirmed)
        hangs_since = asyncio.get_running_loop().time() - self._timeouts.handling
        for number, each in handling.items():
            if each.must_come_again or not (each.task.done() or each.begun < hangs_since):
                break
            self._offset = number + 1
            self._order.confirmed(number)
        if again := [number for number, each in handling.items() if each.must_come_again]:
            for number in again:
                self._order.confirmed(number)
            await asyncio.sleep(self._timeouts.retry_delay)

    async def _ask(self) -> Sequence[Update]:
        timeout = 0 if self._lost else self._timeouts.poll
        try:
            updates = await self._bot.get_updates(self._offset, timeout=timeout, allowed_updates=ALLOWED_UPDATES)
        except TelegramError as error:
            self.connected = False
            # Another program's requests are no reason to end its own more often.
            self._lost = not isinstance(error, Conflict)
            raise
        self.connected, self._lost = True, False
        return updates

    def _gives_up(self) -> bool:
        """Count a conflict with another program; of the two, the newcomer gives up sooner.

        The newcomer meets a conflict soon after its start.
        """
        timeouts, now = self._timeouts, asyncio.get_running_loop().time()
        if self._conflicts_since is None or now - self._conflict > timeouts.newcomer_patience:
            self._conflicts_since = now
            log.warning("another program asks Telegram for the same updates", action="waits for the other to stop")
        self._conflict = now
        is_newcomer = self._conflicts_since - self._started < timeouts.newcomer
        patience = timeouts.newcomer_patience if is_newcomer else timeouts.conflict_patience
        return now - self._conflicts_since >= patience
