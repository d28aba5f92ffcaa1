"""SQLite on the disk in memory, in the shape of the driver that the ledger knows, ``sqlite3``.

Everything is done where and when it is asked for, without a thread, so that the same session does the same each time.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

import apsw

CHANGING: Final = ("INSERT", "UPDATE", "DELETE", "REPLACE")
"""How statements begin that count the rows they change."""

KNOWN: Final = ("SELECT", "BEGIN", "COMMIT", "ROLLBACK", *CHANGING)
"""How statements begin that change no table, but only what is in it."""

Description: TypeAlias = tuple[tuple[Any, ...], ...] | None
"""The columns of what a statement gives; ``None`` if it gives nothing."""

CLASSES: Final[dict[int, type[sqlite3.Error]]] = {
    apsw.SQLITE_INTERNAL: sqlite3.InternalError,
    apsw.SQLITE_NOTFOUND: sqlite3.InternalError,
    apsw.SQLITE_CORRUPT: sqlite3.DatabaseError,
    apsw.SQLITE_TOOBIG: sqlite3.DataError,
    apsw.SQLITE_CONSTRAINT: sqlite3.IntegrityError,
    apsw.SQLITE_MISMATCH: sqlite3.IntegrityError,
    apsw.SQLITE_MISUSE: sqlite3.InterfaceError,
    apsw.SQLITE_RANGE: sqlite3.InterfaceError,
    apsw.SQLITE_NOTADB: sqlite3.DatabaseError,
    apsw.SQLITE_FORMAT: sqlite3.DatabaseError,
    apsw.SQLITE_AUTH: sqlite3.DatabaseError,
}
"""What ``sqlite3`` raises for a code; for all others an ``OperationalError``."""

PRIMARY: Final = 0xFF


class Connection:
    """One connection, with what the ledger and SQLAlchemy use of ``sqlite3.Connection``.

    Args:
        path: the database.
        vfs: the name of what serves its files.
        done: called after each statement that leaves no transaction open.
    """

    isolation_level: str | None = None
    """Transactions are begun by whoever uses it, whatever is written here."""

    text_factory: Callable[[bytes], Any] | None = None
    """Makes a value of each text that is read."""

    def __init__(self, path: str, vfs: str, done: Callable[[Connection], None] | None = None) -> None:
        self.done = done
        self._checkpoint_after = 0
        self.known: dict[str, Description] = {}
        """The columns of statements that were run before; no other statement can change them."""

        try:
            self.apsw = apsw.Connection(path, vfs=vfs)
        except apsw.Error as error:
            raise _as_sqlite3(error) from error

    def cursor(self) -> Cursor:
        """A new cursor."""
        return Cursor(self)

    def execute(self, sql: str, parameters: Any = ()) -> Cursor:
        """Run a statement with a new cursor."""
        return self.cursor().execute(sql, parameters)

    @property
    def in_transaction(self) -> bool:
        """Whether one was begun and not ended."""
        return not self.apsw.get_autocommit()

    def commit(self) -> None:
        """End the transaction, if there is one."""
        if self.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        """Undo the transaction, if there is one."""
        if self.in_transaction:
            self.execute("ROLLBACK")

    def create_function(self, name: str, narg: int, func: Callable[..., Any], *, deterministic: bool = False) -> None:
        """Let SQL call a function."""
        self.apsw.create_scalar_function(name, func, narg, deterministic=deterministic)

    def backup(
        self,
        target: Connection,
        *,
        pages: int = -1,
        progress: Callable[[int, int, int], None] | None = None,
        sleep: float = 0.25,
    ) -> None:
        """Copy the database, some pages at a time."""
        try:
            with target.apsw.backup("main", self.apsw, "main") as copying:
                while not copying.done:
                    busy = False
                    try:
                        copying.step(pages)
                    except (apsw.BusyError, apsw.LockedError):
                        busy = True
                    if progress is not None:
                        status = apsw.SQLITE_BUSY if busy else apsw.SQLITE_OK
                        progress(status, copying.remaining, copying.page_count)
                    if busy:
                        time.sleep(sleep)
        except apsw.Error as error:
            raise _as_sqlite3(error) from error

    def close(self) -> None:
        """Close it; as in SQLite, whatever fails then is told nobody."""
        try:
            self.apsw.close(True)
        except apsw.Error:
            return

    def leave(self) -> None:
        """Do nothing more when it is closed, as its process is dead."""
        with suppress(apsw.Error):
            self.apsw.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)

    def keep_checkpoints_quiet(self) -> None:
        """Let checkpoints be made by a hook of ours, once the connection has been set up.

        SQLite makes them after a commit, and a commit counts whatever becomes of them. The binding would raise their
        errors all the same, as those of the commit.
        """
        if not self._checkpoint_after:
            self._checkpoint_after = self.apsw.pragma("wal_autocheckpoint")
            self.apsw.set_wal_hook(self._checkpoint)

    def _checkpoint(self, connection: apsw.Connection, database: str, pages: int) -> int:
        if pages >= self._checkpoint_after:
            try:
                connection.wal_checkpoint(database)
            except apsw.Error:
                return apsw.SQLITE_OK
        return apsw.SQLITE_OK


class Cursor:
    """What is used of ``sqlite3.Cursor``; all rows are there as soon as a statement has run."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.description: Description = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self._rows: list[Any] = []
        self._next = 0
        self._cursor = connection.apsw.cursor()

    def execute(self, sql: str, parameters: Any = ()) -> Cursor:
        """Run a statement."""
        self._begin(sql)
        connection = self.connection
        self.description = connection.known.get(sql)
        if sql not in connection.known:
            # Of a statement that gives no row they are known only before it runs, and asking for them takes time.
            self._cursor.exec_trace = self._traced
        try:
            self._rows = self._cursor.execute(sql, parameters or None).fetchall()
            if (read := connection.text_factory) is not None:
                self._rows = [
                    tuple([read(each.encode()) if type(each) is str else each for each in row]) for row in self._rows
                ]
        except apsw.Error as error:
            raise _as_sqlite3(error) from error
        if sql not in connection.known:
            self._cursor.exec_trace = None
        if sql.startswith(KNOWN):
            connection.known[sql] = self.description
        else:
            connection.known.clear()
        if _changes(sql):
            self.rowcount = connection.apsw.changes()
            self.lastrowid = connection.apsw.last_insert_rowid()
        if connection.done is not None and not connection.in_transaction:
            connection.done(connection)
        return self

    def executemany(self, sql: str, parameters: Iterable[Any]) -> Cursor:
        """Run a statement once for each set of parameters."""
        self._begin(sql)
        changed = 0
        try:
            execute, changes = self._cursor.execute, self.connection.apsw.changes
            for each in parameters:
                execute(sql, each)
                changed += changes()
        except apsw.Error as error:
            raise _as_sqlite3(error) from error
        self.rowcount = changed if _changes(sql) else -1
        self.description = None
        return self

    def fetchone(self) -> Any:
        """The next row; ``None`` after the last."""
        rows = self.fetchmany(1)
        return rows[0] if rows else None

    def fetchmany(self, size: int | None = None) -> Sequence[Any]:
        """The next rows."""
        begin = self._next
        self._next = min(begin + (size or self.arraysize), len(self._rows))
        return self._rows[begin : self._next]

    def fetchall(self) -> Sequence[Any]:
        """All rows that are left."""
        return self.fetchmany(len(self._rows) or 1)

    def close(self) -> None:
        """Keep nothing."""
        self._rows = []
        self._cursor.close(True)

    def _begin(self, sql: str) -> None:
        self.description, self.rowcount, self._rows, self._next = None, -1, [], 0
        if sql.startswith("BEGIN"):
            self.connection.keep_checkpoints_quiet()

    def _traced(self, cursor: apsw.Cursor, sql: str, bindings: Any) -> bool:
        columns = cursor.get_description()
        self.description = tuple((name, None, None, None, None, None, None) for name, _ in columns) or None
        return True


def _changes(sql: str) -> bool:
    return sql.lstrip()[:7].upper().startswith(CHANGING)


def _as_sqlite3(error: apsw.Error) -> sqlite3.Error:
    """The same error as ``sqlite3`` raises it."""
    code = getattr(error, "extendedresult", None)
    if code is None:
        # The binding's own complaints are about how it was called.
        return sqlite3.ProgrammingError(str(error))
    raised = CLASSES.get(code & PRIMARY, sqlite3.OperationalError)(str(error))
    raised.sqlite_errorcode = code
    return raised
