"""The version of the schema, in the head of the file."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, inspect

from bot.ledger.errors import CannotOpen, DatabaseTooNew
from bot.ledger.schema import metadata

VERSION: Final = 1
"""A change of a released schema raises it, and brings what it had before up to date."""


def is_empty(connection: Connection) -> bool:
    """Return true if a database has no tables yet; raise ``DatabaseTooNew``, or ``CannotOpen`` if it is foreign."""
    version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    if version not in (0, VERSION):
        raise DatabaseTooNew(f"The database is of version {version}, and this Kiu knows {VERSION}: install the newest.")
    if version == VERSION:
        return False
    if inspect(connection).get_table_names():
        raise CannotOpen("The database belongs to another program: it has tables but no version of Kiu's.")
    return True


def make_tables(connection: Connection) -> None:
    """Make the tables in an empty database."""
    metadata.create_all(connection, checkfirst=False)
    write_version(connection)


def write_version(connection: Connection) -> None:
    """Write the version; rewriting it unchanged probes the disk."""
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
