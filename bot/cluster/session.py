"""A connection to PostgreSQL that is opened when it is needed, and anew after it was lost."""

from __future__ import annotations

import asyncio
from typing import Any

import psycopg


def plain(url: str) -> str:
    """Return the URL of ``KIU_DATABASE`` without the name of a driver."""
    scheme, _, rest = url.partition("://")
    return f"{scheme.partition('+')[0]}://{rest}"


async def connect(url: str, name: str) -> psycopg.AsyncConnection[tuple[Any, ...]]:
    """Return a connection that notices within seconds that its server is gone."""
    return await psycopg.AsyncConnection.connect(
        plain(url),
        autocommit=True,
        connect_timeout=5,
        keepalives_idle=2,
        keepalives_interval=1,
        keepalives_count=3,
        tcp_user_timeout=5_000,
        application_name=name,
    )


class Session:
    """Runs statements one after the other, each in a transaction of its own."""

    def __init__(self, url: str, name: str, *, durable: bool = True) -> None:
        """Connect under the name of the process's sessions; unless ``durable``, a crash may undo the last changes."""
        self._url, self._name, self._durable = url, name, durable
        self._connection: psycopg.AsyncConnection[tuple[Any, ...]] | None = None
        self._turn = asyncio.Lock()

    async def run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a statement; raise ``psycopg.Error``."""
        async with self._turn:
            if self._connection is None or self._connection.closed:
                self._connection = await connect(self._url, self._name)
                if not self._durable:
                    await self._connection.execute("SET synchronous_commit = off")
            cursor = await self._connection.execute(statement, values or None)
            return await cursor.fetchall() if cursor.description else []

    async def close(self) -> None:
        async with self._turn:
            if self._connection is not None:
                await self._connection.close()
