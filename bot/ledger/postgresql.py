"""The ledger on PostgreSQL, which other processes may use at the same time.

Each transaction sees one moment. One that stores more than lines of a journal waits for its turn before that moment,
so postings and the log of fingerprints have no gaps, and what was decided on still holds.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg.types.numeric import Int8Dumper, IntLoader
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    DateTime,
    MetaData,
    NullPool,
    Sequence,
    Table,
    Text,
    create_engine,
    event,
    func,
    select,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.ledger import queries
from bot.ledger.account import HANDS_A_COUNT
from bot.ledger.database import VERBOSE_LOGGERS, StorageBytes, without_details
from bot.ledger.dialect import Dialect
from bot.ledger.errors import CannotOpen, Contradiction, DatabaseTooNew, LedgerError, NotCopied, OlderInUse, Unreached
from bot.ledger.identities import Identities
from bot.ledger.newest_position import PositionFile
from bot.ledger.schema import metadata
from bot.ledger.schema_version import is_empty, is_older, make_tables, migrate, newest_version
from bot.ledger.storage import LOCAL
from bot.ledger.transactions import of_driver, unknown

T = TypeVar("T")

OPENING: Final = 0x4B6975
"""The advisory lock under which one process at a time makes or upgrades the tables."""

IN_USE: Final = OPENING + 1
"""The advisory lock that each process shares from then on, so that no tables change under it."""

PATIENCE: Final = 5.0
"""Seconds in which a lost server may come back before work is refused."""

PAUSE: Final = 0.05
"""Seconds between two attempts."""

TRIES: Final = 50
"""Most attempts of a transaction that others get in the way of."""

CONNECT: Final = {
    "fallback_application_name": "kiu",
    "connect_timeout": 5,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 4000,
    # The server gives up a client likewise.
    "options": "-c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3",
}

STANDSTILL: Final = "SET LOCAL idle_in_transaction_session_timeout = '2500ms'"
"""Ends the session of a process that stands still in the middle of storing."""

_own: Final = MetaData()

# Of the schema.
_version: Final = Table("schema_version", _own, Column("version", BigInteger, nullable=False))

# Without rows, so that no vacuum locks it.
_turn: Final = Table("turn", _own, Column("nothing", BigInteger))

# The last stored transaction of each open ledger, which tells it what became of an interrupted commit.
_session: Final = Table(
    "ledger_session",
    _own,
    Column("id", BigInteger, primary_key=True),
    Column("stored", BigInteger, nullable=False),
    Column("used", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

# The numbers of ids that were added, renamed or forgotten, in order.
_change: Final = Table(
    "identity_change",
    _own,
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("number", BigInteger, nullable=False),
)


# The beginning of each group's count of hands.
_count: Final = Table(
    "hand_count", _own, Column("group_id", Text, primary_key=True), Column("beginning", BigInteger, nullable=False)
)

_TABLES: Final = Sequence("table_number", metadata=_own)
_GROUPS: Final = Sequence("group_number", metadata=_own, start=0, minvalue=0)


class PostgreSQLDialect(Dialect):
    def version(self, connection: Connection) -> int:
        if connection.exec_driver_sql("SELECT to_regclass('schema_version')").scalar() is None:
            return 0
        return int(connection.execute(_version.select()).scalar() or 0)

    def write_version(self, connection: Connection, version: int) -> None:
        if not connection.execute(_version.update().values(version=version)).rowcount:
            connection.execute(_version.insert().values(version=version))

    def make_own_tables(self, connection: Connection) -> None:
        _own.create_all(connection, checkfirst=False)

    def damage(self, connection: Connection, check: str, most: int) -> list[str]:
        """Return nothing, since the server looks at its pages itself."""
        return []

    def lost_rows(self, connection: Connection, most: int) -> list[str]:
        """Return nothing, since the server refuses such rows."""
        return []

    def run(self, connection: Connection, statements: Iterable[tuple[str, list[Any]]]) -> Iterator[int]:
        """Send all statements before the first answer is waited for."""
        driver, identities = _driver(connection), connection.info["identities"]
        filled = [(statement, identities.rows(rows, connection.info["cursor"])) for statement, rows in statements]
        cursors = []
        with driver.pipeline():
            for statement, rows in filled:
                cursors.append(driver.cursor())
                cursors[-1].executemany(_sql(statement), rows)
        return iter([cursor.rowcount for cursor in cursors])

    def one(self, connection: Connection, statement: str, row: tuple[Any, ...]) -> int:
        return super().one(connection, _sql(statement), row)


class SharedIdentities(Identities):
    """Ids that other processes change too."""

    all_stored = "SELECT convert_to(player, 'UTF8'), known_as FROM person WHERE group_id = ''"

    def __init__(self) -> None:
        super().__init__()
        self._version = 0

    def show_texts(self, connection: psycopg.Connection[Any]) -> None:
        shown = self.shown

        class ShownLoader(Loader):
            def load(self, data: Buffer) -> str:
                return shown(bytes(data))

        for kind in ("text", "varchar"):
            connection.adapters.register_loader(kind, ShownLoader)

    def load(self, cursor: Any) -> None:
        cursor.execute("SELECT coalesce(max(version), 0) FROM identity_change")
        (self._version,) = cursor.fetchone()
        super().load(cursor)

    def ask(self, cursor: Any) -> None:
        """Ask for what others have changed since the last transaction."""
        cursor.execute(
            "SELECT version, number, known_as FROM identity_change JOIN person"
            " ON group_id = '' AND player = chr(2) || number || chr(3) WHERE version > %s ORDER BY version",
            (self._version,),
        )

    def learn(self, cursor: Any) -> None:
        """Read the answer."""
        if self._stale:
            self.load(cursor)
            return
        for self._version, number, known_as in cursor.fetchall():
            before, self._ids[number] = self._ids.get(number, ""), known_as
            self._numbers.pop(before, None)
            if before and not known_as:
                self.forgotten[before] = number
            if known_as:
                self._numbers[known_as] = number
            self._next = max(self._next, number + 1)

    def _run(self, cursor: Any, statement: str, number: int, *parameters: str) -> None:
        """Take the next version too, of which there is one."""
        super()._run(cursor, _sql(statement), number, *parameters)
        self._version += 1
        cursor.execute("INSERT INTO identity_change (version, number) VALUES (%s, %s)", (self._version, number))


class PostgreSQL:
    """The only connection of this process, used by a thread of its own."""

    path = None
    disk = LOCAL

    def __init__(self, url: str) -> None:
        self.position_file = PositionFile(None, LOCAL)
        self.identities = SharedIdentities()
        self._thread = ThreadPoolExecutor(1, "postgresql")
        self._closing = threading.Event()
        self._connection: Connection | None = None
        self._session = self._stored = 0
        self._lost_at: float | None = None
        self._engine = create_engine(
            url,
            connect_args=CONNECT,
            hide_parameters=True,
            isolation_level="AUTOCOMMIT",
            paramstyle="format",
            poolclass=NullPool,
        )
        # It warns of each lost connection many times.
        logging.getLogger("psycopg").setLevel(logging.ERROR)
        for each in VERBOSE_LOGGERS:
            logging.getLogger(each).addFilter(without_details)
        self.identities.install(self._engine)
        event.listen(self._engine, "connect", self._connected)

    def _connected(self, connection: psycopg.Connection[Any], record: Any) -> None:
        # Sums of whole numbers.
        connection.adapters.register_loader("numeric", IntLoader)
        # One kind of number needs one plan.
        connection.adapters.register_dumper(int, Int8Dumper)
        connection.prepared_max = 500
        record.info["dialect"], record.info["cursor"] = PostgreSQLDialect(), connection.cursor()
        if self._session:
            # Meanwhile a newer Kiu may have changed the tables.
            connection.execute("SELECT pg_advisory_lock_shared(%s)", (IN_USE,))
            if connection.execute("SELECT version FROM schema_version").fetchone() != (newest_version(),):
                raise unknown(DatabaseTooNew("the tables were upgraded by a newer Kiu: install it here too"))

    async def connect(self) -> None:
        """Connect, and bring the tables up to date.

        Raise ``OlderInUse``, ``DatabaseTooNew`` or ``CannotOpen``.
        """
        self._connection = await asyncio.get_running_loop().run_in_executor(self._thread, self._reached)
        await self.run(self._prepared)

    def _reached(self) -> Connection:
        while True:
            try:
                connection = self._engine.connect()
            except DBAPIError:
                # A server that starts takes nobody yet.
                if not self._may_come_back():
                    raise
                self._closing.wait(PAUSE)
            else:
                self._lost_at = None
                return connection

    def _prepared(self, connection: Connection) -> None:
        with connection.begin():
            cursor = connection.info["cursor"]
            cursor.execute("BEGIN")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", (OPENING,))
            if is_empty(connection):
                make_tables(connection)
            if is_older(connection):
                if not cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", (IN_USE,)).fetchone()[0]:
                    raise OlderInUse("An older Kiu uses the database: stop all its processes first.")
                migrate(connection)
            cursor.execute("SELECT pg_advisory_lock_shared(%s)", (IN_USE,))
            self._number_on(connection)
            self.identities.load(cursor)
            # Those of processes that were killed; a living one writes its row again with each commit.
            cursor.execute("DELETE FROM ledger_session WHERE used < now() - interval '1 day'")
            (self._session,) = connection.execute(_session.insert().values(stored=0)).inserted_primary_key or (0,)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` on the connection; callers take turns."""
        if self._connection is None:
            raise LedgerError("the database is closed")
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, self._connection)

    # --- transactions ------------------------------------------------------------------------------------------

    def transaction(
        self, connection: Connection, work: Callable[[Connection], T], *, stores: bool, in_turn: bool = True
    ) -> T:
        """Work in a transaction, again after what others did or after a lost connection.

        A commit whose answer was lost is looked up. Raise ``Contradiction`` for rows that PostgreSQL refuses.
        """
        for tries in range(1, TRIES + 1):
            committing = False
            try:
                transaction = connection.begin()
                self._begin(connection, stores=stores, in_turn=in_turn)
                done = work(connection)
                committing = stores
                self._commit(connection, transaction, stores)
            except Exception as error:
                self.identities.end(stored=False)
                # An error of a commit need not mean that it failed.
                lost = _rolled_back(connection, end=committing or _without_answer(error))
                if committing and self._is_stored(connection, error):
                    return done
                again = committing or _in_the_way(error) or (lost and self._may_come_back())
                if tries == TRIES or not again:
                    raise _said(error) from None
                self._closing.wait(PAUSE * lost)
            else:
                self.identities.end(stored=True)
                self._lost_at = None
                return done
        raise AssertionError("the last attempt raises")

    def _begin(self, connection: Connection, *, stores: bool, in_turn: bool) -> None:
        driver, cursor = _driver(connection), connection.info["cursor"]
        with driver.pipeline():
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            if stores:
                cursor.execute(STANDSTILL)
            if stores and in_turn:
                cursor.execute("LOCK TABLE turn IN EXCLUSIVE MODE")
            # A cursor of its own, whose answer is the only one.
            self.identities.ask(asked := driver.cursor())
        self.identities.learn(asked)

    def _commit(self, connection: Connection, transaction: Any, stores: bool) -> None:
        if not stores:
            transaction.commit()
            return
        self._stored += 1
        with _driver(connection).pipeline():
            connection.info["cursor"].execute(
                "INSERT INTO ledger_session (stored, id) VALUES (%s, %s)"
                " ON CONFLICT (id) DO UPDATE SET stored = excluded.stored, used = now()",
                (self._stored, self._session),
            )
            transaction.commit()

    def _is_stored(self, connection: Connection, cause: Exception) -> bool:
        """Return true if the last commit was carried out; wait for the server as long as the ledger is open."""
        while True:
            try:
                # Waits for the end of the old session's transaction.
                cursor = _driver(connection).execute(
                    "SELECT stored FROM ledger_session WHERE id = %s FOR UPDATE", (self._session,)
                )
                return bool(cursor.fetchall() == [(self._stored,)])
            except (psycopg.Error, SQLAlchemyError):
                _rolled_back(connection, end=True)
            if self._closing.wait(PAUSE):
                raise unknown(cause)

    def _may_come_back(self) -> bool:
        now = time.monotonic()
        self._lost_at = self._lost_at or now
        return now - self._lost_at < PATIENCE and not self._closing.is_set()

    # --- numbers -----------------------------------------------------------------------------------------------

    def next_table(self, connection: Connection) -> int:
        """Return the number of a new table, which no other process has."""
        return int(connection.execute(select(_TABLES.next_value())).scalar_one())

    def count_of(self, connection: Connection, group: str) -> int:
        """Return the beginning of a group's count of hands, which it keeps."""
        kept = _count.c
        found: int | None = connection.execute(select(kept.beginning).where(kept.group_id == group)).scalar()
        if found is None:
            found = queries.count_of(connection, group)
            if found is None:
                found = 2 * HANDS_A_COUNT * connection.execute(select(_GROUPS.next_value())).scalar_one()
            connection.execute(_count.insert().values(group_id=group, beginning=found))
        return found

    def _number_on(self, connection: Connection) -> None:
        """Number on behind rows that came with their numbers, as from another database."""
        restored = queries.restoration(connection)
        free = {
            "table_number": 1 + max(queries.newest_table(connection), restored.tables if restored else 0),
            "group_number": queries.next_count(connection) // (2 * HANDS_A_COUNT),
        }
        for table in metadata.sorted_tables:
            if (column := table.autoincrement_column) is not None:
                sequence = connection.execute(select(func.pg_get_serial_sequence(table.name, column.name))).scalar_one()
                free[sequence] = 1 + (connection.execute(select(func.max(column))).scalar() or 0)
        for sequence, number in free.items():
            connection.exec_driver_sql(
                f"SELECT setval('{sequence}', {number}, false) FROM {sequence}"  # noqa: S608
                f" WHERE last_value + is_called::int < {number}"
            )

    # --- the rest ----------------------------------------------------------------------------------------------

    def refusal(self, error: DBAPIError | sqlite3.Error | MemoryError) -> CannotOpen:
        kind = Unreached if isinstance(of_driver(error), psycopg.OperationalError) else CannotOpen
        return kind(f"The database on PostgreSQL cannot be used: {_words(error)}.")

    def empty_log(self, connection: Connection) -> None:
        """Leave the log to the server."""

    def clean_free_space(self, connection: Connection) -> None:
        """Let the server clean deleted rows, between transactions."""
        _driver(connection).execute("VACUUM")

    async def copy(self, target: Path) -> None:
        raise NotCopied("A database on PostgreSQL is copied by PostgreSQL itself: use pg_dump.")

    def storage(self) -> StorageBytes:
        raise LedgerError("PostgreSQL's disk is not this machine's")

    def hurry(self) -> None:
        """Wait for a lost server no longer."""
        self._closing.set()

    async def close(self) -> None:
        self.hurry()
        connection, self._connection = self._connection, None
        if connection is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._ended, connection)
        self._thread.shutdown(wait=False)

    def _ended(self, connection: Connection) -> None:
        with suppress(psycopg.Error, SQLAlchemyError), connection:
            if self._session and not connection.invalidated:
                connection.execute(_session.delete().where(_session.c.id == self._session))


def _driver(connection: Connection) -> psycopg.Connection[Any]:
    """Return the driver's connection, made anew after a loss."""
    driver: Any = connection.connection.driver_connection
    return driver  # type: ignore[no-any-return]


def _sql(statement: str) -> str:
    return statement.replace("?", "%s")


def _without_answer(error: Exception) -> bool:
    """Return true for an error of the connection, which no server has sent."""
    cause = of_driver(error)
    return isinstance(cause, psycopg.OperationalError) and cause.sqlstate is None


def _rolled_back(connection: Connection, *, end: bool) -> bool:
    """Roll back; return true if the session has ended, as it does with ``end``."""
    for _ in range(2):
        with suppress(psycopg.Error, SQLAlchemyError):
            if not connection.invalidated and (end or _driver(connection).closed):
                connection.invalidate()
            connection.rollback()
    return connection.invalidated


def _in_the_way(error: Exception) -> bool:
    """Return true if the same may succeed after another's transaction."""
    cause = of_driver(error)
    if isinstance(cause, psycopg.errors.UniqueViolation):
        return cause.diag.table_name in (_change.name, "person")
    return isinstance(cause, psycopg.errors.SerializationFailure | psycopg.errors.DeadlockDetected)


def _said(error: Exception) -> Exception:
    """Return an error without the rows that PostgreSQL quotes."""
    cause = of_driver(error)
    if isinstance(cause, psycopg.IntegrityError | psycopg.DataError):
        return Contradiction(_words(error))
    if isinstance(cause, psycopg.OperationalError | psycopg.InternalError):
        return LedgerError(f"PostgreSQL does not answer as usual: {_words(error)}")
    return error


def _words(error: BaseException) -> str:
    cause = of_driver(error) if isinstance(error, Exception) else error
    primary = cause.diag.message_primary if isinstance(cause, psycopg.Error) else None
    return (primary or next(iter(str(cause).splitlines()), type(cause).__name__)).rstrip(".")
