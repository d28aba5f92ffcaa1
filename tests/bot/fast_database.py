"""A database that costs a test little: files, statements and transactions are real, and nobody waits for them."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar
from unittest.mock import patch

from sqlalchemy import Connection, Engine, create_engine

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
    with patch.object(database, "create_engine", _compiled), patch.object(database, "Driver", InPlace):
        yield


def _made_once(connection: Connection) -> None:
    if _schema:
        for statement in _schema:
            connection.exec_driver_sql(statement).close()
        write_version(connection)
    else:
        make_tables(connection)
        driver: Any = connection.connection.driver_connection
        _schema.extend(each for each in driver.iterdump() if each not in ("BEGIN TRANSACTION;", "COMMIT;"))


def _compiled(*args: Any, **settings: Any) -> Engine:
    engine = create_engine(*args, **settings)
    first = _engines.setdefault(engine.driver, engine)
    engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
    return engine


class InPlace:
    """Works where it is asked to: a change of thread takes longer than what is done there."""

    _conn: sqlite3.Connection

    def __init__(self, connector: Callable[[], sqlite3.Connection], _: int) -> None:
        self._connector, self._thread = connector, threading.Thread()

    async def __aenter__(self) -> InPlace:
        self._conn = self._connector()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._conn.close()

    async def _execute(self, work: Callable[..., T], *args: Any) -> T:
        """Do some work; others have their turn before and after, as they have while the disk is busy."""
        await asyncio.sleep(0)
        try:
            return work(*args)
        finally:
            await asyncio.sleep(0)
