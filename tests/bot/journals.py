"""The journal of a table as it is stored, whether its lines are packed or not."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot.ledger import Ledger, schema
from bot.ledger.packed_journal import PACKED, lines_of


async def journal_numbers(ledger: Ledger, table: str) -> list[int]:
    """The numbers of all lines in the journal of a table, in order."""
    hand, line = schema.hand.c, schema.journal.c

    def read(connection: Connection) -> list[int]:
        packed = lines_of(connection, connection.execute(select(*PACKED).where(hand.table_id == table)).all())
        loose = connection.execute(select(line.seq).where(line.table_id == table)).scalars()
        return sorted([*loose, *(each.seq for lines in packed.values() for each in lines)])

    return await ledger._writer.read(read)
