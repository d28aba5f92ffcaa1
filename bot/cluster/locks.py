"""The session of PostgreSQL that holds all locks of a process, as long as it lasts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from enum import IntEnum
from typing import Any, Final, NamedTuple

import psycopg

from bot.cluster.session import plain

SILENT_SECONDS: Final = 3.0
"""Seconds without a beat until others end a process's sessions."""

ANSWER_SECONDS: Final = 2.5
"""Seconds until a silent server counts as lost."""

NOBODY: Final = 0
"""The number of no process."""

CHANNEL: Final = "kiu_locks"
"""Notified of free locks."""

FIRST_CLASS: Final = 0x4B697500
"""The first class of Kiu's advisory locks."""

_CONNECTION: Final[Mapping[str, Any]] = {
    "autocommit": True,
    "connect_timeout": 3,
    "keepalives": 1,
    "keepalives_idle": 1,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "tcp_user_timeout": 2500,
    # The server too notices a machine that is gone.
    "options": "-c statement_timeout=2000 -c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1"
    " -c tcp_keepalives_count=2 -c tcp_user_timeout=3000 -c synchronous_commit=off",
}

_TABLE: Final = """
CREATE UNLOGGED TABLE IF NOT EXISTS process (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sessions text NOT NULL,
    name text NOT NULL,
    version text NOT NULL,
    address text NOT NULL,
    begun timestamptz NOT NULL DEFAULT clock_timestamp(),
    beat timestamptz NOT NULL DEFAULT clock_timestamp(),
    draining boolean NOT NULL DEFAULT false,
    works integer NOT NULL DEFAULT -1
)
"""

_LOCKS: Final = """
    SELECT pid, classid::bigint - %(first)s AS kind, objid::bigint AS number FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint BETWEEN %(first)s AND %(first)s + 15
"""

_LOOK: Final = f"""
WITH locks AS MATERIALIZED ({_LOCKS}),
beaten AS (
    UPDATE process SET beat = clock_timestamp(), draining = %(draining)s, works = %(works)s WHERE number = %(number)s
)
SELECT process.number, process.name, process.version, process.address,
    CASE WHEN process.number = %(number)s THEN %(draining)s ELSE process.draining END,
    CASE WHEN process.number = %(number)s THEN %(works)s ELSE process.works END,
    process.number <> %(number)s AND process.beat < clock_timestamp() - %(silent)s * interval '1 second',
    held.kind, held.number
FROM process
JOIN locks AS own ON own.kind = 0 AND own.number = process.number
JOIN locks AS held ON held.pid = own.pid
ORDER BY process.number, held.kind, held.number
"""  # noqa: S608

_FORGET: Final = f"""
DELETE FROM process WHERE number NOT IN (SELECT locks.number FROM ({_LOCKS}) AS locks WHERE locks.kind = 0)
"""  # noqa: S608

_END: Final = """
SELECT count(pg_terminate_backend(activity.pid, 1000))
FROM pg_stat_activity AS activity JOIN process ON process.sessions = activity.application_name
WHERE activity.datname = current_database() AND process.number = ANY(%(numbers)s)
AND process.beat < clock_timestamp() - %(silent)s * interval '1 second'
"""


class Kind(IntEnum):
    PROCESS = 0
    """A live process, by its number."""

    SLOT = 1
    READER = 2
    """Reading Telegram's updates."""

    MAINTENANCE = 3
    SHARD = 4
    """A shard of Discord's gateway."""


class SessionLost(Exception):
    """The session has ended, or its server is silent; its locks are another's."""


class Process(NamedTuple):
    """A live process as others see it."""

    number: int
    """A new one for each session."""

    name: str
    version: str
    address: str
    draining: bool
    works: int
    """The kinds of work that it takes, as bits: a refused platform's is none of them."""

    frozen: bool
    """True after too long without a beat."""

    holds: frozenset[tuple[Kind, int]]


class Named(NamedTuple):
    """A process as it tells others."""

    name: str
    version: str
    address: str
    sessions: str
    """The unique ``application_name`` of its sessions, by which others end them."""


class LockSession:
    """Its calls, by one task, raise ``SessionLost``."""

    def __init__(self, connection: psycopg.AsyncConnection[Any], number: int) -> None:
        self._connection = connection
        self.number = number
        self._asked: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked.set_result(None)

    async def look(self, *, draining: bool = False, works: int = 0) -> list[Process]:
        """Beat, and return all live processes."""
        given = {"first": FIRST_CLASS, "number": self.number, "silent": SILENT_SECONDS}
        rows = await self._run(_LOOK, {**given, "draining": draining, "works": works})
        holds: dict[tuple[Any, ...], set[tuple[Kind, int]]] = {}
        for *process, kind, number in rows:
            holds.setdefault(tuple(process), set()).add((Kind(kind), number))
        return [Process._make((*process, frozenset(held))) for process, held in holds.items()]

    async def take(self, kind: Kind, numbers: Collection[int]) -> frozenset[int]:
        """Lock free numbers, return them, and tell others."""
        if not numbers:
            return frozenset()
        rows = await self._run(
            "SELECT number, pg_try_advisory_lock(%s, number) FROM unnest(%s::integer[]) AS number",
            (FIRST_CLASS + kind, list(numbers)),
        )
        await self._notify()
        return frozenset(number for number, locked in rows if locked)

    async def give(self, kind: Kind, numbers: Collection[int]) -> None:
        """Unlock, and wake up others."""
        await self._run(
            "SELECT pg_advisory_unlock(%s, number) FROM unnest(%s::integer[]) AS number",
            (FIRST_CLASS + kind, list(numbers)),
        )
        await self._notify()

    async def end_frozen(self, numbers: Collection[int]) -> int:
        """End the sessions of processes that are still frozen, and return their count."""
        ended = await self._run(_END, {"numbers": list(numbers), "silent": SILENT_SECONDS})
        await self._notify()
        return int(ended[0][0])

    async def _notify(self) -> None:
        """Wake up others, who look besides where the queue is full."""
        try:
            await self._run(f"NOTIFY {CHANNEL}")
        except SessionLost as lost:
            if not isinstance(lost.__cause__, psycopg.errors.ProgramLimitExceeded):
                raise

    async def wait(self, seconds: float, wake: asyncio.Event) -> None:
        """Wait for the server, ``wake``, or some seconds."""
        loop, socket = asyncio.get_running_loop(), self._connection.fileno()
        loop.add_reader(socket, wake.set)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await wake.wait()
        finally:
            loop.remove_reader(socket)
            wake.clear()

    async def _run(self, statement: str, given: Any = None) -> list[tuple[Any, ...]]:
        with _lost():
            self._asked = asyncio.ensure_future(self._connection.execute(statement.encode(), given))
            # Cancelled, it would wait seconds for the server.
            answered, _ = await asyncio.wait((self._asked,), timeout=ANSWER_SECONDS)
            if not answered:
                raise TimeoutError
            cursor = self._asked.result()
            return await cursor.fetchall() if cursor.description else []

    def close(self) -> None:
        """End without waiting for a silent server."""
        if self._asked.done():
            self._connection.pgconn.finish()
        else:
            self._asked.add_done_callback(lambda _: self._connection.pgconn.finish())
            self._asked.cancel()


@contextmanager
def _lost() -> Iterator[None]:
    try:
        yield
    except (psycopg.Error, TimeoutError, OSError) as error:
        raise SessionLost(str(error).strip() or "the server does not answer") from error


@asynccontextmanager
async def lock_session(url: str, named: Named) -> AsyncIterator[LockSession]:
    """Begin as a new process; raise ``SessionLost`` without a server."""
    connection = await _connect(url, application_name=named.sessions)
    try:
        with _lost():
            async with asyncio.timeout(ANSWER_SECONDS):
                number = await _begin(connection, named)
    except BaseException:
        connection.pgconn.finish()
        raise
    session = LockSession(connection, number)
    try:
        yield session
    finally:
        session.close()


async def look(url: str) -> list[Process]:
    """Return all live processes without being one; raise ``SessionLost``."""
    async with await _connect(url) as connection:
        return await LockSession(connection, NOBODY).look()


async def _connect(url: str, **more: Any) -> psycopg.AsyncConnection[Any]:
    with _lost():
        return await psycopg.AsyncConnection.connect(plain(url), **_CONNECTION, **more)


async def _begin(connection: psycopg.AsyncConnection[Any], named: Named) -> int:
    async with connection.transaction():
        # Two such statements at once would fail.
        await connection.execute("SELECT pg_advisory_xact_lock(%s, 0)", (FIRST_CLASS + 15,))
        await connection.execute(_TABLE)
    await connection.execute(f"LISTEN {CHANNEL}")
    found = await connection.execute("SELECT nextval(pg_get_serial_sequence('process', 'number'))::integer")
    ((number,),) = await found.fetchall()
    # Without the lock, others delete the row.
    await connection.execute("SELECT pg_advisory_lock(%s, %s)", (FIRST_CLASS + Kind.PROCESS, number))
    await connection.execute(
        "INSERT INTO process (number, sessions, name, version, address) OVERRIDING SYSTEM VALUE"
        " VALUES (%s, %s, %s, %s, %s)",
        (number, named.sessions, named.name, named.version, named.address),
    )
    await connection.execute(_FORGET, {"first": FIRST_CLASS})
    return int(number)
