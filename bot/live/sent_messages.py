from __future__ import annotations

from collections.abc import Callable

import structlog

from bot.ledger import Ledger, LedgerClosed, MessageForgotten, MessageSaved, NotStored, Write
from bot.messages import MessageId

log = structlog.get_logger()


class SentMessages:
    """Store of sent messages; failed writes wait in memory, so nothing is sent twice."""

    def __init__(self, table: str, prefix: str, ledger: Ledger, on_not_stored: Callable[[], None]) -> None:
        self._table = table
        self._prefix = prefix
        """The beginning of the stored slots: the place, if a table stands in several."""

        self._ledger = ledger
        self._on_not_stored = on_not_stored
        self._unstored: tuple[Write, ...] = ()

    def saved(self, slot: str, number: MessageId) -> Write:
        return MessageSaved(self._table, self._prefix + slot, number)

    def forgotten(self, *slots: str) -> tuple[Write, ...]:
        return tuple(MessageForgotten(self._table, self._prefix + slot) for slot in slots)

    @property
    def unstored(self) -> bool:
        return bool(self._unstored)

    async def store(self, *writes: Write) -> None:
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
