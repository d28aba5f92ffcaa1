"""Closed database files, opened by one process at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import Connection, NullPool, create_engine, event
from sqlalchemy import inspect as _inspected
from sqlalchemy.exc import DBAPIError

from bot.ledger import schema
from bot.ledger.errors import AnotherInstance, CannotOpen, Damaged
from bot.ledger.identities import Identities
from bot.ledger.online_copy import OnlineCopy
from bot.ledger.schema_version import is_empty, is_older, migrate
from bot.ledger.storage import LOCAL, Storage, StoredFile
from bot.ledger.transactions import of_driver

DAMAGE: Final = ("SQLITE_NOTADB", "SQLITE_CORRUPT")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock a closed database, creating its folder; raise ``AnotherInstance`` or ``OSError``."""
    LOCAL.make_folder(path.parent)
    with closing(lock_file(path, LOCAL)):
        yield


def lock_file(path: Path, storage: Storage) -> StoredFile:
    try:
        return storage.lock(Path(f"{path}.lock"))
    except BlockingIOError:
        raise another_instance(path) from None


def another_instance(path: Path | None) -> AnotherInstance:
    return AnotherInstance(f"Another instance of Kiu is running on {path}; stop it first, or choose another database.")


def cannot_open(path: Path | None, error: DBAPIError | sqlite3.Error | MemoryError) -> CannotOpen:
    """Return the refusal after a failure of SQLite, which need not be the file's fault."""
    if isinstance(error, MemoryError):
        # SQLite asks for more than there is where a length is damaged.
        return Damaged(f"The file {path} is damaged: a length in it is impossible.")
    cause = of_driver(error)
    if "locked" in str(cause):
        return another_instance(path)
    if getattr(cause, "sqlite_errorname", "").startswith(DAMAGE):
        return Damaged(f"The file {path} is damaged: {cause}.")
    return CannotOpen(f"The database {path} cannot be used: {cause}.")


@contextmanager
def opened(path: Path, *, unchanged: bool = False) -> Iterator[Connection]:
    """Begin a transaction on a file; raise ``CannotOpen`` if that is impossible.

    ``unchanged`` is for a file without a log beside it, on which nothing is locked or written.
    """
    if not path.exists():
        raise CannotOpen(f"There is no database {path}.")
    name = f"file:{quote(str(path.absolute()))}?mode={'ro&immutable=1' if unchanged else 'rw'}"
    engine = create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(name, uri=True, isolation_level=None), poolclass=NullPool
    )

    identities = Identities()
    identities.install(engine)

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        for pragma in ("locking_mode = EXCLUSIVE", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if unchanged else "BEGIN IMMEDIATE")

    try:
        with engine.begin() as connection:
            if _inspected(connection).has_table(schema.person.name):
                with closing(connection.connection.cursor()) as cursor:
                    identities.load(cursor)
            yield connection
    except DBAPIError as error:
        raise cannot_open(path, error) from error
    finally:
        engine.dispose()


def bring_up_to_date(path: Path) -> None:
    """Migrate a closed database of an older version; raise ``DatabaseTooNew`` or ``CannotOpen``."""
    with opened(path) as connection:
        if is_empty(connection) or not is_older(connection):
            return
        migrate(connection)
    with closing(sqlite3.connect(path)) as plain:
        plain.execute("VACUUM")


def copy_stopped(path: Path, target: Path) -> None:
    """Copy a closed database; raise ``AnotherInstance``, ``NotCopied`` or ``OSError``."""
    with locked(path), closing(LOCAL.connect(path)) as source:
        OnlineCopy(source, target, LOCAL).run()
