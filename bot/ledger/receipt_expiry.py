"""Receipts of commands go when no platform brings an update again any more, so that they do not grow for ever.

Telegram keeps an update for a day, Discord brings none twice after minutes. What is given once, or once a day, has a
receipt without a fingerprint, and keeps it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sqlalchemy import Connection, bindparam, delete, select, text

from bot.ledger import schema

KEPT: Final = timedelta(days=30)
"""How long after a command its receipt is kept at least."""

_receipt = schema.receipt

# Spelled exactly as in the partial index, or SQLite would not use it.
_OLD: Final = (
    select(_receipt.c.id)
    .where(text("fingerprint <> ''"), _receipt.c.at < bindparam("before"))
    .order_by(_receipt.c.at)
    .limit(bindparam("most"))
)
_DROPPED: Final = delete(_receipt).where(_receipt.c.id.in_(_OLD))


def drop_receipts(connection: Connection, at: int, stored: int) -> None:
    """Remove twice as many old receipts as were stored, as far as there are any: so nobody waits for many at once."""
    connection.execute(_DROPPED, {"before": at - KEPT // timedelta(microseconds=1), "most": 2 * stored})
