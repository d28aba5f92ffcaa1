"""Key expiry: the key of the pack that a hand was dealt from is erased a week after the hand."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import timedelta

import structlog

from bot.environment.clock import Clock, Timer
from bot.ledger import Ledger, LedgerClosed, NotStored

log = structlog.get_logger()

KEPT = timedelta(days=7)
"""How long after a hand its players can still prove their cards, or open its pack if all agree."""

EVERY = timedelta(hours=1).total_seconds()


class KeyExpiry:
    """Erases keys as long as the process runs; what was due while it did not run goes first."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._timer: Timer | None = None
        self._working: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Erase what is due, and go on doing so."""
        await self._erase()
        self._timer = self._clock.call_later(EVERY, self._again)

    def _again(self) -> None:
        self._working = asyncio.get_running_loop().create_task(self._erase())
        self._timer = self._clock.call_later(EVERY, self._again)

    async def _erase(self) -> None:
        with suppress(LedgerClosed):
            try:
                erased = await self._ledger.erase_keys(self._clock.utc() - KEPT)
            except NotStored as error:
                # The keys stay for another hour, in a file that only the operator can read.
                log.error("keys not erased", error=str(error), action="tried again in an hour")
            else:
                if erased:
                    log.info("keys erased", hands=erased)

    async def stop(self) -> None:
        """Erase nothing more; what is being erased is finished."""
        if self._timer is not None:
            self._timer.cancel()
        if self._working is not None:
            await asyncio.wait([self._working])
