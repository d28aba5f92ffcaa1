"""The lists of hands that are over: of a player, and of a table."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot.ledger import schema
from bot.ledger.statement_queries import wallet_number


def of_player(
    connection: Connection, group: str, player: str, *, before: int | None = None, limit: int
) -> list[tuple[int, int]]:
    """Return hands of a player, newest first: the number of the line in their statement, and that of the hand.

    ``before`` is the line of the last hand of the page before.
    """
    line = schema.statement_line.c
    wallet = wallet_number(connection, group, player)
    query = select(line.number, line.hand).where(line.account == wallet, line.hand.is_not(None))
    if before is not None:
        query = query.where(line.number < before)
    return [(number, hand) for number, hand in connection.execute(query.order_by(line.number.desc()).limit(limit))]


def of_table(connection: Connection, table: str, *, before: int | None = None, limit: int) -> list[int]:
    """Return the numbers of hands of a table that are over, newest first; ``before`` is the last of the page before."""
    hand = schema.hand.c
    older = select(hand.id).where(hand.table_id == table, hand.closed_at.is_not(None))
    if before is not None:
        last = select(hand.number).where(hand.id == before, hand.table_id == table).scalar_subquery()
        older = older.where(hand.number < last)
    return list(connection.execute(older.order_by(hand.number.desc()).limit(limit)).scalars())
