"""Reading journals as they grow: of each only the lines that were added since it was read last."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from tools.simulation.checks.stored import StoredLine, journal_of, newest_hand


class ReadUpTo(NamedTuple):
    """How far the journal of a table was read."""

    seq: int = 0
    """The number of the last line."""

    hand: int = 0
    """The last hand that the table had then; its lines may be packed since, those of earlier hands were already."""


class FollowedJournals:
    """Knows how far the journal of each table was read."""

    def __init__(self) -> None:
        self._read: dict[str, ReadUpTo] = {}

    def read_up_to(self, table: str) -> int:
        """The number of the last line of a table that was read; 0 if none was."""
        return self._read.get(table, ReadUpTo()).seq

    def added(self, connection: Connection, table: str) -> list[StoredLine]:
        """The lines that follow those that were read before, wherever they are stored, in order."""
        before = self._read.get(table, ReadUpTo())
        lines = journal_of(connection, table, before.seq)
        self._read[table] = ReadUpTo(lines[-1].seq if lines else before.seq, newest_hand(connection, table))
        return lines

    def forget(self) -> None:
        """Read all of them from their beginnings next time."""
        self._read.clear()
