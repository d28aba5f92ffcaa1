"""What is stored of messages that were sent: their numbers, and which results they have told."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from bot.ledger import Ledger, LedgerClosed, NotStored, Write

log = structlog.get_logger()


class SentMessages:
    """Stores it; what cannot be stored now is kept in memory, for nothing has to be sent again because of that."""

    def __init__(self, table: str, ledger: Ledger, on_not_stored: Callable[[], None]) -> None:
        self._table = table
        self._ledger = ledger
        self._on_not_stored = on_not_stored
        self._unstored: tuple[Write, ...] = ()

    @property
    def unstored(self) -> bool:
        """True if there is something that could not be stored yet."""
        return bool(self._unstored)

    async def store(self, *writes: Write) -> None:
        """Store what is known of a message that was sent, with all that could not be stored before."""
        writes, self._unstored = (*self._unstored, *writes), ()
        if not writes:
            return
        try:
            await self._ledger.commit(writes)
        except (NotStored, LedgerClosed) as why:
            self._unstored = (*writes, *self._unstored)
            log.warning(
                "message sent, but not stored",
                error=str(why),
                action="tried again soon; should Kiu end before, the next start shows it once more",
                table=self._table,
            )
            self._on_not_stored()
