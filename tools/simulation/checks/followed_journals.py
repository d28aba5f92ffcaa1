"""Reading journals as they grow: of each only the lines that were added since it was read last."""

from __future__ import annotations

from sqlalchemy import Connection

from tools.simulation.checks.stored import StoredLine, journal_of


class FollowedJournals:
    """Knows how far the journal of each table was read."""

    def __init__(self) -> None:
        self._read: dict[str, int] = {}

    def read_up_to(self, table: str) -> int:
        """The number of the last line of a table that was read; 0 if none was."""
        return self._read.get(table, 0)

    def added(self, connection: Connection, table: str) -> list[StoredLine]:
        """The lines that follow those that were read before, in order."""
        lines = journal_of(connection, table, self.read_up_to(table))
        if lines:
            self._read[table] = lines[-1].seq
        return lines

    def forget(self) -> None:
        """Read all of them from their beginnings next time."""
        self._read.clear()
