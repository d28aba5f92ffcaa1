"""The one connection to SQLite; ``make_safe`` locks before each read, or concurrent updates would be lost."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from aiosqlite import Connection as Driver
from sqlalchemy import Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError

from bot.ledger.closed_file import cannot_open, lock_file
from bot.ledger.errors import CannotOpen, LedgerClosed, LedgerError
from bot.ledger.identities import Identities
from bot.ledger.newest_position import PositionFile, check_nothing_lost
from bot.ledger.online_copy import OnlineCopy
from bot.ledger.replacement import finish_restoring
from bot.ledger.schema_version import is_empty, is_older, make_tables, migrate
from bot.ledger.storage import LOCAL, Storage, StoredFile
from bot.ledger.transactions import in_transaction

T = TypeVar("T")

# Before the journal mode: the log needs no shared memory then, and excludes other connections.
PAGE_BYTES: Final = 1024
"""Page size of new databases; an action writes three or four pages."""

PRAGMAS: Final[dict[str, str | int]] = {
    "locking_mode": "exclusive",
    "journal_mode": "wal",
    # Each commit waits for the disk.
    "synchronous": 2,
    "foreign_keys": 1,
    # Otherwise INSERT OR REPLACE deletes rows without the append-only triggers.
    "recursive_triggers": 1,
    "trusted_schema": 0,
    "secure_delete": 1,
    # In KiB; with less, busy processes read index pages again for every batch.
    "cache_size": -65536,
    # In pages; each checkpoint waits twice for the disk.
    "wal_autocheckpoint": 16000,
}
"""Settings of every connection, which also answer the question for them."""

MEMORY: Final = ":memory:"

VERBOSE_LOGGERS: Final = ("aiosqlite", "sqlalchemy.engine.Engine")
"""Loggers that would write stored data, keys included."""


def make_safe(engine: Engine, *, in_memory: bool = False) -> Identities:
    """Install the hooks without which concurrent transactions create chips, and ids are stored."""
    identities = Identities()
    identities.install(engine)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, record: Any) -> None:
        cursor = record.info["cursor"] = connection.cursor()
        cursor.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        for pragma, wanted in PRAGMAS.items():
            cursor.execute(f"PRAGMA {pragma} = {wanted}")
            cursor.execute(f"PRAGMA {pragma}")
            (answer,) = cursor.fetchone()
            if answer != wanted and not (in_memory and pragma == "journal_mode"):
                raise CannotOpen(f"The database refuses to be safe: {pragma} is {answer!r}, not {wanted!r}.")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        cursor = connection.info["cursor"]
        cursor.execute("BEGIN IMMEDIATE")
        identities.begin(cursor)

    return identities


class Database:
    """The only connection, used by its driver's thread alone, for the life of the program."""

    def __init__(self, url: str, storage: Storage = LOCAL) -> None:
        """Lock the file; raise ``AnotherInstance`` or ``CannotOpen``."""
        file = make_url(url).database or MEMORY
        self.path, self.disk = None if file == MEMORY else Path(file), storage
        self.position_file = PositionFile(None, storage)
        self._driver = Driver(partial(storage.connect, Path(file)), 1)
        # A ledger that nobody closes would keep the process alive.
        self._driver._thread.daemon = True
        self._connection: Connection | None = None
        self._copies: dict[asyncio.Task[None], OnlineCopy] = {}
        self._opened = AsyncExitStack()
        if self.path is not None:
            self._opened.callback(_prepare(self.path, storage).close)
        self._engine = create_engine(
            "sqlite://", creator=lambda: self._driver._conn, poolclass=NullPool, hide_parameters=True
        )
        for each in VERBOSE_LOGGERS:
            logging.getLogger(each).addFilter(without_details)
        self.identities = make_safe(self._engine, in_memory=self.path is None)

    async def connect(self) -> None:
        """Connect, and bring the tables up to date; raise ``DatabaseTooNew``, or ``Lost`` if data is missing."""
        await self._opened.enter_async_context(self._driver)
        self._connection = await self._in_thread(self._engine.connect)
        await self.run(self._prepared)
        self.position_file = PositionFile(self.path, self.disk)
        self._opened.callback(self.position_file.close)

    def _prepared(self, connection: Connection) -> None:
        with connection.begin():
            if is_empty(connection):
                make_tables(connection)
            if older := is_older(connection):
                migrate(connection)
            check_nothing_lost(connection, self.path)
            self.identities.load(connection.info["cursor"])
        if older:
            clean_free_space(connection)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` on the connection; callers take turns."""
        if self._connection is None:
            raise LedgerError("the database is closed")
        return await self._in_thread(work, self._connection)

    async def _in_thread(self, work: Callable[..., T], *args: Any) -> T:
        """Hand work over as a whole, since each trip to the thread takes as long as a row."""
        done: T = await self._driver._execute(work, *args)  # type: ignore[no-untyped-call]
        return done

    def transaction(
        self, connection: Connection, work: Callable[[Connection], T], *, stores: bool, in_turn: bool = True
    ) -> T:
        """Work in a transaction, rolled back on failure; raise ``OutcomeUnknown`` if it may be stored."""
        return in_transaction(connection, work)

    def hurry(self) -> None:
        """Wait for nothing that a closed ledger cannot wait for."""

    def refusal(self, error: DBAPIError | sqlite3.Error | MemoryError) -> CannotOpen:
        return cannot_open(self.path, error)

    def empty_log(self, connection: Connection) -> None:
        empty_log(connection)

    def clean_free_space(self, connection: Connection) -> None:
        clean_free_space(connection)

    async def copy(self, target: Path) -> None:
        """Copy the database durably during use; raise ``NotCopied`` or ``LedgerClosed``, perhaps with
        a partial file.
        """
        if self._connection is None:
            raise LedgerClosed("the database is closed")
        # SQLite allows a second thread beside the driver's.
        copy = OnlineCopy(self._driver._conn, target, self.disk)
        copying = asyncio.create_task(asyncio.to_thread(copy.run))
        self._copies[copying] = copy
        try:
            await asyncio.shield(copying)
        finally:
            copy.stop()
            await asyncio.wait([copying])
            del self._copies[copying]

    async def close(self) -> None:
        """Close the database and end the driver's thread, which would keep the process alive."""
        for copy in self._copies.values():
            copy.stop()
        if self._copies:
            await asyncio.wait(self._copies)
        connection, self._connection = self._connection, None
        if connection is not None:
            # With a statement that somebody holds, SQLite would keep its lock.
            await self._in_thread(connection.info["cursor"].close)
            await self._in_thread(connection.close)
        await self._opened.aclose()

    def storage(self) -> StorageBytes:
        assert self.path is not None
        disk = self.disk
        return StorageBytes(disk.size(self.path), disk.size(Path(f"{self.path}-wal")), disk.free(self.path.parent))


class StorageBytes(NamedTuple):
    """Used and free space."""

    database: int
    log: int

    free: int


def empty_log(connection: Connection) -> None:
    """Truncate the write-ahead log between transactions; raise ``LedgerError`` if somebody else uses it."""
    if _outside(connection, "PRAGMA wal_checkpoint(TRUNCATE)")[0]:
        raise LedgerError("the log of the database is in use")


def clean_free_space(connection: Connection) -> None:
    """Rewrite the database without gaps, which may hold copies of moved rows, between transactions.

    It takes about a second per 100 MB. Raise ``LedgerError`` if the log is in use.
    """
    _outside(connection, "VACUUM")
    empty_log(connection)


def _outside(connection: Connection, sql: str) -> tuple[Any, ...]:
    cursor = connection.info["cursor"]
    cursor.execute(sql)
    return tuple(cursor.fetchone() or ())


def without_details(record: logging.LogRecord) -> bool:
    return record.levelno > logging.DEBUG


def _prepare(path: Path, storage: Storage) -> StoredFile:
    try:
        storage.make_folder(path.parent)
        lock = lock_file(path, storage)
        try:
            finish_restoring(path, storage)
            if storage.exists(log := Path(f"{path}-wal")):
                # After a failed sync, reads may show lost data and another sync hides it; make it durable first.
                storage.rewrite(log)
            new = not storage.exists(path)
            storage.open(path).close()
            if new:
                # The file's name must survive a power cut too.
                storage.sync_folder(path.parent)
        except BaseException:
            lock.close()
            raise
    except OSError as error:
        raise CannotOpen(f"The database {path} cannot be used: {error.strerror or error}.") from error
    return lock
