"""Erasure of what is too old: keys, after which unshown cards stay secret, and receipts that no platform repeats.

Telegram keeps updates a day, Discord minutes. Gifts once, or once a day, have receipts without fingerprint, which stay.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, bindparam, delete, literal_column, select, text, update

from bot.ledger import schema
from bot.ledger.key_slots import slot_content

KEPT: Final = timedelta(days=30)
"""Least age of a deleted receipt."""

_hand, _key_slot, _receipt = schema.hand.c, schema.key_slot.c, schema.receipt

# As in the partial index, or SQLite ignores it.
_KEPT: Final[ColumnElement[Any]] = literal_column("kept")

# As in the partial index, or SQLite ignores it.
_OLD: Final = (
    select(_receipt.c.id)
    .where(text("fingerprint <> ''"), _receipt.c.at < bindparam("before"))
    .order_by(_receipt.c.at)
    .limit(bindparam("most"))
)
_DROPPED: Final = delete(_receipt).where(_receipt.c.id.in_(_OLD))


def erase_keys(connection: Connection, before: int) -> int:
    """Erase keys of hands closed before a time; return their number."""
    over = select(_hand.id).where(_hand.id == _key_slot.hand, _hand.closed_at < before)
    erased = update(schema.key_slot).where(_KEPT, over.exists()).values(kept=False, content=b"")
    return connection.execute(erased).rowcount


def erase_file(path: Path) -> None:
    """Overwrite the keys in a closed copy, since deleted files stay on the disk, and delete it."""
    # Damaged, partial or encrypted files have no readable keys.
    with suppress(sqlite3.Error), closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # A journal would copy pages with keys.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("UPDATE key_slot SET kept = 0, content = ?", (slot_content(b""),))
    path.unlink(missing_ok=True)


def drop_receipts(connection: Connection, at: int, stored: int) -> None:
    """Delete up to twice as many old receipts as were stored, so no deletion is long."""
    connection.execute(_DROPPED, {"before": at - KEPT // timedelta(microseconds=1), "most": 2 * stored})
