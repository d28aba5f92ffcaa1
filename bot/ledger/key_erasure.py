"""Erasing the keys of hands that are long over, after which nobody can learn the cards that were not shown."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, literal_column, select, update

from bot.ledger import schema
from bot.ledger.key_slots import slot_content

_hand, _key_slot = schema.hand.c, schema.key_slot.c

# Spelled exactly as in the partial index, or SQLite would not use it.
_KEPT: Final[ColumnElement[Any]] = literal_column("kept")


def erase_keys(connection: Connection, before: int) -> int:
    """Erase the keys of every hand that was closed before a time.

    Returns:
        How many hands had a key.
    """
    over = select(_hand.id).where(_hand.id == _key_slot.hand, _hand.closed_at < before)
    erased = update(schema.key_slot).where(_KEPT, over.exists()).values(kept=False, content=b"")
    return connection.execute(erased).rowcount


def erase_file(path: Path) -> None:
    """Remove the file of a copy that nobody has open; the keys in it are overwritten first, where they stand.

    Removing a file leaves what was in it on the disk, until something else is stored there.

    Raise ``OSError`` if it cannot be removed.
    """
    # One that is damaged, unfinished or encrypted has no keys that could be found in it.
    with suppress(sqlite3.Error), closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # A journal would be one more copy of the pages that have keys in them.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("UPDATE key_slot SET kept = 0, content = ?", (slot_content(b""),))
    path.unlink(missing_ok=True)
