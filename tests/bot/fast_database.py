"""A database that costs a test little: files, statements and transactions are real, and nobody waits for them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar
from unittest.mock import patch

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.ledger import database
from bot.ledger.schema_version import make_tables, write_version

T = TypeVar("T")

_engines: Final[dict[str, Engine]] = {}
"""The first engine of each driver; all others have from it what is compiled already."""

_schema: Final[list[str]] = []
"""The tables of the first empty database, as statements."""


@contextmanager
def fast_database() -> Iterator[None]:
    """A ledger that is opened meanwhile is fast as long as it is open.

    A process that is killed loses nothing of them; only a power cut takes what the system has and the disk has not.
    """
    with patch.dict(database.PRAGMAS, synchronous=0), compiled_once(), schema_made_once():
        yield


@contextmanager
def schema_made_once() -> Iterator[None]:
    """An empty database that is opened meanwhile has the tables of the first one."""
    with patch.object(database, "make_tables", _made_once):
        yield


@contextmanager
def compiled_once() -> Iterator[None]:
    """A ledger that is opened meanwhile has its queries from the first one, and needs no thread."""
    with patch.object(database, "create_async_engine", _own_driver):
        yield


def _made_once(connection: Connection) -> None:
    if _schema:
        for statement in _schema:
            connection.exec_driver_sql(statement).close()
        write_version(connection)
    else:
        make_tables(connection)
        driver: Any = connection.connection.driver_connection
        _schema.extend(each for each in driver._conn.iterdump() if each not in ("BEGIN TRANSACTION;", "COMMIT;"))


def _own_driver(url: URL, *, connect_args: dict[str, Any], **settings: Any) -> Any:
    if "async_creator_fn" in connect_args:
        return _engine(url, connect_args=connect_args, **settings)
    return _Engine(url, connect_args, settings)


def _engine(*args: Any, **settings: Any) -> AsyncEngine:
    engine = create_async_engine(*args, **settings)
    _share_compiled(engine.sync_engine)
    return engine


def _share_compiled(engine: Engine) -> None:
    first = _engines.setdefault(engine.driver, engine)
    engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache


class _Engine:
    """Works where it is asked to: changes of thread and of greenlet take longer than what is done there."""

    def __init__(self, url: URL, connect_args: dict[str, Any], settings: dict[str, Any]) -> None:
        self.url = url
        arguments = {"check_same_thread": False, "factory": _Driver, **connect_args}
        self.sync_engine = create_engine(url.set(drivername="sqlite"), connect_args=arguments, **settings)
        _share_compiled(self.sync_engine)
        self.dialect = self.sync_engine.dialect

    async def connect(self) -> _Connection:
        return _Connection(self.sync_engine.connect())

    async def dispose(self) -> None:
        self.sync_engine.dispose()


class _Connection:
    def __init__(self, sync_connection: Connection) -> None:
        self.sync_connection = sync_connection

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        """Do some work; others have their turn before and after, as they have while the disk is busy."""
        await asyncio.sleep(0)
        try:
            return work(self.sync_connection)
        finally:
            await asyncio.sleep(0)

    async def close(self) -> None:
        self.sync_connection.close()


class _Driver(sqlite3.Connection):
    @property
    def _conn(self) -> sqlite3.Connection:
        """The connection that the asynchronous driver would have."""
        return self
