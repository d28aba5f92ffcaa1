"""Where tests keep ledgers: in files, or on PostgreSQL in a database for each file that there would be."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

import psycopg

from bot.ledger import Ledger
from tests.manual_clock import ManualClock
from tools.postgresql import Server

_TEMPLATE: Final = "with_tables"

_made: list[str] = []
"""The databases of this worker's tests."""

_used: list[Server] = []
"""The server that is used instead of files, if any."""


def url_of(file: Path) -> str:
    """Return the address of a database for :meth:`Ledger.open`."""
    return _database(_used[-1], f"test_{sha256(str(file).encode()).hexdigest()[:24]}") if _used else of_sqlite(file)


def on_server() -> bool:
    return bool(_used)


def of_sqlite(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


@contextmanager
def on(server: Server) -> Iterator[None]:
    """Keep all ledgers that are opened meanwhile on a server."""
    _used.append(server)
    try:
        yield
    finally:
        _used.pop()


def drop_all(server: Server) -> None:
    """Drop the databases of a test that is over; each has 8 MB."""
    with psycopg.connect(server.address(), autocommit=True) as connection:
        while _made:
            connection.execute(f"DROP DATABASE IF EXISTS {_made.pop()} WITH (FORCE)")


def prepare(server: Server) -> None:
    """Make an empty database of which others are copies."""

    async def made() -> None:
        await (await Ledger.open(_database(server, _TEMPLATE, "template1"), now=ManualClock().utc)).close()

    asyncio.run(made())
    _made.clear()


def _database(server: Server, name: str, template: str = _TEMPLATE) -> str:
    with psycopg.connect(server.address(), autocommit=True) as connection:
        if not connection.execute("SELECT FROM pg_database WHERE datname = %s", (name,)).fetchall():
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
            _made.append(name)
    return server.address(name).replace("postgresql:", "postgresql+psycopg:", 1)
