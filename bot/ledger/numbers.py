"""Numbers of new hands and tables."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection

from bot.ledger import queries
from bot.ledger.account import HANDS_A_COUNT
from bot.ledger.read_models import Restoration
from bot.ledger.writes import table_number

if TYPE_CHECKING:
    from bot.ledger.ledger import Ledger
    from bot.ledger.postgresql import PostgreSQL

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class Numbers:
    def __init__(self, ledger: Ledger, shared: PostgreSQL | None) -> None:
        self._ledger, self._shared = ledger, shared
        self._restoration: Restoration | None = None
        self._next_count = self._table = 0
        self._counts: dict[str, int] = {}
        self._newest_hands: dict[int, int] = {}

    def load(self, connection: Connection) -> None:
        self._next_count, self._table = queries.next_count(connection), queries.newest_table(connection)
        self._restoration = queries.restoration(connection)
        if self._restoration is not None:
            # Lost buttons and messages may name these numbers.
            self._table = max(self._table, self._restoration.tables)

    def lost_after(self, table: str) -> datetime | None:
        """Return the moment after which a restored backup lacks the table's data."""
        restored = self._restoration
        return restored.until if restored is not None and table_number(table) <= restored.tables else None

    async def next_hand(self, group: str, *, practice: bool) -> int:
        """Return a new hand number; each group counts separately, practice apart."""
        count = await self.count_of(group) + practice * HANDS_A_COUNT
        if self._shared is not None or count not in self._newest_hands:
            lost = 0 if self._restoration is None else self._restoration.hands
            newest = await self._ledger.read(queries.newest_hand, count)
            self._newest_hands[count] = max(newest, count + lost, self._newest_hands.get(count, 0))
        self._newest_hands[count] += 1
        return self._newest_hands[count]

    async def count_of(self, group: str) -> int:
        """Return a group's offset of hand numbers."""
        if group not in self._counts:
            found: int | None
            if self._shared is not None:
                found = await self._ledger.rewrite(self._shared.count_of, group)
            else:
                found = await self._ledger.read(queries.count_of, group)
            if group not in self._counts:
                self._counts[group] = self._next_count if found is None else found
                self._next_count += 2 * HANDS_A_COUNT * (found is None)
        return self._counts[group]

    async def next_table(self) -> str:
        """Return a new table id in digits and lower case."""
        shared = self._shared
        self._table = self._table + 1 if shared is None else await self._ledger.read(shared.next_table)
        number, id_ = self._table, ""
        while number:
            number, digit = divmod(number, len(DIGITS))
            id_ = DIGITS[digit] + id_
        return id_
