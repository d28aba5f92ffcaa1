"""What the ledger says to SQLite in its own way; :mod:`bot.ledger.postgresql` says it in PostgreSQL's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from sqlalchemy import Connection

from bot.ledger.identities import identities_of


class Dialect:
    """The dialect of SQLite, and of connections that name no other."""

    def version(self, connection: Connection) -> int:
        """Return the stored version of the schema, or zero."""
        return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())

    def write_version(self, connection: Connection, version: int) -> None:
        connection.exec_driver_sql(f"PRAGMA user_version = {version}")

    def make_own_tables(self, connection: Connection) -> None:
        """Make what only this database needs."""

    def damage(self, connection: Connection, check: str, most: int) -> list[str]:
        """Return the faults of ``integrity_check``, or of the faster ``quick_check``."""
        said = list(connection.exec_driver_sql(f"PRAGMA {check}({most})").scalars())
        return [] if said == ["ok"] else said

    def lost_rows(self, connection: Connection, most: int) -> list[str]:
        """Return the tables of rows that refer to rows which are not there."""
        return [str(row[0]) for row in connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(most)]

    def run(self, connection: Connection, statements: Iterable[tuple[str, list[Any]]]) -> Iterator[int]:
        """Run writing statements for rows each; yield how many rows each has changed."""
        cursor, identities = connection.info["cursor"], identities_of(connection)
        for statement, rows in statements:
            cursor.executemany(statement, identities.rows(rows, cursor))
            yield cursor.rowcount

    def one(self, connection: Connection, statement: str, row: tuple[Any, ...]) -> int:
        """Run a writing statement beside a batch; return how many rows it has changed."""
        return connection.exec_driver_sql(statement, row).rowcount


SQLITE: Final = Dialect()


def dialect_of(connection: Connection) -> Dialect:
    dialect: Dialect = connection.info.get("dialect", SQLITE)
    return dialect
