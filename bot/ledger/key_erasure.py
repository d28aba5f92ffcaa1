"""Erasing the keys of hands that are long over, after which nobody can learn the cards that were not shown."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, literal_column, select, update

from bot.ledger import schema

_hand, _key_slot = schema.hand.c, schema.key_slot.c

# Spelled exactly as in the partial index, or SQLite would not use it.
_KEPT: Final[ColumnElement[Any]] = literal_column("kept")


def erase_keys(connection: Connection, before: int) -> int:
    """Erase the keys of every hand that was closed before a time.

    Args:
        connection: within the transaction.
        before: the time, as it is stored.

    Returns:
        How many hands had a key.
    """
    over = select(_hand.id).where(_hand.id == _key_slot.hand, _hand.closed_at < before)
    erased = update(schema.key_slot).where(_KEPT, over.exists()).values(kept=False, content=b"")
    return connection.execute(erased).rowcount
