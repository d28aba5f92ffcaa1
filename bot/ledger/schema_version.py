"""The version of the schema, stored by the dialect, and the migrations of older ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sqlalchemy import Connection, inspect

from bot.ledger.dialect import dialect_of
from bot.ledger.errors import CannotOpen, DatabaseTooNew
from bot.ledger.schema import metadata

MIGRATIONS: Final[Sequence[Callable[[Connection], None]]] = []
"""The steps of released schemas, the first from version 1 to 2. A new database has all of them from the beginning."""


def newest_version() -> int:
    return 1 + len(MIGRATIONS)


def is_empty(connection: Connection) -> bool:
    """Return true if a database has no tables yet; raise ``DatabaseTooNew``, or ``CannotOpen`` if it is foreign."""
    version = _version(connection)
    if version > newest_version():
        raise DatabaseTooNew(
            f"The database is of version {version}, and this Kiu knows {newest_version()}: install the newest."
        )
    if not version and inspect(connection).get_table_names():
        raise CannotOpen("The database belongs to another program: it has tables but no version of Kiu's.")
    return not version


def is_older(connection: Connection) -> bool:
    return _version(connection) < newest_version()


def make_tables(connection: Connection) -> None:
    """Make the tables in an empty database."""
    metadata.create_all(connection, checkfirst=False)
    dialect_of(connection).make_own_tables(connection)
    write_version(connection)


def migrate(connection: Connection) -> None:
    """Run the steps that an older database lacks, in the caller's transaction; their rows stay in its gaps."""
    for step in MIGRATIONS[_version(connection) - 1 :]:
        step(connection)
    write_version(connection)


def write_version(connection: Connection) -> None:
    """Write the version; rewriting it unchanged probes the disk."""
    dialect_of(connection).write_version(connection, newest_version())


def _version(connection: Connection) -> int:
    return dialect_of(connection).version(connection)
