"""A database that costs a test little: files, statements and transactions are real, and nobody waits for them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, Final
from unittest.mock import patch

import aiosqlite
from aiosqlite.core import set_exception, set_result
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.ledger import database
from bot.ledger.schema_upgrade import checked_version, migrate

_engines: Final[list[AsyncEngine]] = []
"""The first engine that was made; all others have from it what is compiled already."""

_schema: Final[list[str]] = []
"""What the migrations have made of the first empty database, as statements."""


@contextmanager
def fast_database() -> Iterator[None]:
    """A ledger that is opened meanwhile is fast as long as it is open.

    A process that is killed loses nothing of them; only a power cut takes what the system has and the disk has not.
    """
    with patch.dict(database.PRAGMAS, synchronous=("OFF", 0)), compiled_once(), schema_made_once():
        yield


@contextmanager
def schema_made_once() -> Iterator[None]:
    """An empty database that is opened meanwhile has the tables that the migrations have made in the first one."""
    with patch.object(database, "migrate", _migrated_once):
        yield


@contextmanager
def compiled_once() -> Iterator[None]:
    """A ledger that is opened meanwhile has its queries from the first one, and needs no thread."""
    with patch.object(database, "create_async_engine", _own_driver):
        yield


@contextmanager
def statements_compiled_once() -> Iterator[None]:
    """A ledger that is opened meanwhile has its queries from the first one; its driver is Kiu's, or the fast one."""
    driver: Any = vars(database)["create_async_engine"]
    made = driver if driver is _own_driver else _engine
    with patch.object(database, "create_async_engine", made):
        yield


def _migrated_once(connection: Connection) -> bool:
    if checked_version(connection) is not None:
        return migrate(connection)
    if _schema:
        for statement in _schema:
            connection.exec_driver_sql(statement).close()
    else:
        migrate(connection)
        driver: Any = connection.connection.driver_connection
        _schema.extend(each for each in driver._conn.iterdump() if each not in ("BEGIN TRANSACTION;", "COMMIT;"))
    return False


def _own_driver(*args: Any, connect_args: dict[str, Any], **settings: Any) -> AsyncEngine:
    return _engine(*args, connect_args={"async_creator_fn": _Connection.to, **connect_args}, **settings)


def _engine(*args: Any, **settings: Any) -> AsyncEngine:
    engine = create_async_engine(*args, **settings)
    if not _engines:
        _engines.append(engine)
    first, here = _engines[0].sync_engine, engine.sync_engine
    here.dialect, here._compiled_cache = first.dialect, first._compiled_cache
    return engine


class _Connection(aiosqlite.Connection):
    """Works where it is asked to: two changes of thread take longer than what is done there."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._tx = _Orders()

    @classmethod
    def to(cls, file: str, **settings: Any) -> _Connection:
        """What the library makes of a file and its settings."""
        return cls(lambda: sqlite3.connect(file, **settings))

    def __await__(self) -> Generator[Any, None, aiosqlite.Connection]:
        return self._connect().__await__()

    async def commit(self) -> None:
        """Others have their turn meanwhile, as they have while the disk is busy."""
        await asyncio.sleep(0)
        await super().commit()


class _Orders(SimpleQueue[Any]):
    """Has everything done at once, where the driver's thread would do it in its time."""

    def put_nowait(self, item: tuple[asyncio.Future[Any], Callable[[], Any]]) -> None:
        answer, work = item
        try:
            result = work()
        except Exception as error:
            set_exception(answer, error)
        else:
            set_result(answer, result)
