"""The journal of a table as it is stored."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot.ledger import Ledger, schema


async def journal_numbers(ledger: Ledger, table: str) -> list[int]:
    """The numbers of all lines in the journal of a table, in order."""
    line = schema.journal.c

    def read(connection: Connection) -> list[int]:
        found = connection.execute(select(line.seq).where(line.table_id == table).order_by(line.seq))
        return list(found.scalars())

    return await ledger.read(read)
