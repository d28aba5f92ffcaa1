"""Erasure of keys that are too old, after which unshown cards stay secret."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, literal_column, select, update

from bot.ledger import schema
from bot.ledger.key_slots import slot_content

_hand, _key_slot = schema.hand.c, schema.key_slot.c

# As in the partial index, or SQLite ignores it.
_KEPT: Final[ColumnElement[Any]] = literal_column("kept")


def erase_keys(connection: Connection, before: int) -> int:
    """Erase keys of hands closed before a time; return their number."""
    over = select(_hand.id).where(_hand.id == _key_slot.hand, _hand.closed_at < before)
    erased = update(schema.key_slot).where(_KEPT, over.exists()).values(kept=False, content=slot_content(b""))
    return connection.execute(erased).rowcount


def erase_file(path: Path) -> None:
    """Overwrite the keys in a closed copy, since deleted files stay on the disk, and delete it."""
    # Damaged, partial or encrypted files have no readable keys.
    with suppress(sqlite3.Error, MemoryError), closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # A journal would copy pages with keys.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("UPDATE key_slot SET kept = 0, content = ?", (slot_content(b""),))
    path.unlink(missing_ok=True)
