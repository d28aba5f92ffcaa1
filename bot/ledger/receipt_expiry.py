"""Expiry of receipts that no platform repeats: Telegram keeps updates a day, Discord minutes.

Gifts once, or once a day, have receipts without fingerprint, which stay.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sqlalchemy import Connection, bindparam, delete, select, text

from bot.ledger import schema

KEPT: Final = timedelta(days=30)
"""Least age of a deleted receipt."""

_receipt = schema.receipt

# As in the partial index, or SQLite ignores it.
_OLD: Final = (
    select(_receipt.c.id)
    .where(text("fingerprint <> ''"), _receipt.c.at < bindparam("before"))
    .order_by(_receipt.c.at)
    .limit(bindparam("most"))
)
_DROPPED: Final = delete(_receipt).where(_receipt.c.id.in_(_OLD))


def drop_receipts(connection: Connection, at: int, stored: int) -> None:
    """Delete up to twice as many old receipts as were stored, so no deletion is long."""
    connection.execute(_DROPPED, {"before": at - KEPT // timedelta(microseconds=1), "most": 2 * stored})
