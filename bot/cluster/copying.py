"""Copying of a stopped Kiu's database to an empty one of either kind, all or nothing.

Rows are copied as they are stored, with the numbers of identities, and read again from the copy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg
from sqlalchemy import URL, Boolean, Connection, NullPool, Table, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from bot.cluster.locks import FIRST_CLASS, Kind
from bot.cluster.slots import SLOTS
from bot.ledger import AnotherInstance, CannotOpen, audit, locked, schema
from bot.ledger.database import PAGE_BYTES
from bot.ledger.newest_position import covers, position_of
from bot.ledger.postgresql import PostgreSQLDialect
from bot.ledger.replacement import put_in_place
from bot.ledger.schema_version import is_empty, is_older, make_tables

ROWS_AT_ONCE: Final = 5_000

ROWS_A_LINE: Final = 1_000_000
"""Rows from one line of progress to the next."""

Row = tuple[Any, ...]


class CannotCopy(CannotOpen):
    """Nothing was copied; the text tells the host the reason."""


def copy(source: str, target: str, tell: Callable[[str], None]) -> None:
    """Copy everything and verify it; raise ``CannotOpen``."""
    old_url, new_url = _url(source), _url(target)
    with ExitStack() as opened:
        old = opened.enter_context(_source(old_url))
        if is_empty(old):
            raise CannotCopy(f"There is nothing to copy: {_shown(old_url)} has no tables yet.")
        if is_older(old):
            raise CannotCopy(f"{_shown(old_url)} is of an older version: start Kiu with it once, and stop it again.")
        new = opened.enter_context(_target(new_url))
        make_tables(new)
        hashes = {table: _copied(old, new, table, tell) for table in schema.metadata.sorted_tables}
        tell("Reading the copy …")
        for table, copied in hashes.items():
            if _hash(_rows(new, table)) != copied:
                raise CannotCopy(f"The copy of the table {table.name} is not what was copied: look after the disk.")
        if found := audit(new).faults:
            raise CannotCopy(f"The ledger does not hold together: {'; '.join(found)}.")
        position = position_of(old)
        if not covers(new, position):
            raise CannotCopy("The log of fingerprints or a journal ends elsewhere in the copy: look after the disk.")
    rows, log = sum(each.rows for each in hashes.values()), f"{position.log_size:,} entries of the log of fingerprints"
    tell(f"Copied and verified: {rows:,} rows, {log} with the head {position.log_root[:16]}…")
    tell(f"{_shown(old_url)} is as it was; {_shown(new_url)} is the database to start Kiu with.")


# --- rows ----------------------------------------------------------------------------------------------------------


class _Hash(NamedTuple):
    """The number of a table's rows, and the hash of all of them in the order of its key."""

    rows: int
    digest: str


def _copied(old: Connection, new: Connection, table: Table, tell: Callable[[str], None]) -> _Hash:
    digest, count = blake2b(), 0

    def passed() -> Generator[Row, None, None]:
        nonlocal count
        with closing(_rows(old, table)) as rows:
            for row in rows:
                digest.update(repr(row).encode())
                count += 1
                if count % ROWS_A_LINE == 0:
                    tell(f"{table.name}: {count:,} rows so far")
                yield row

    try:
        with closing(passed()) as rows:
            _write(new, table, rows)
    except (DBAPIError, sqlite3.Error, psycopg.Error, ValueError) as error:
        raise CannotCopy(f"The table {table.name} cannot be copied: {' '.join(str(error).split())}.") from error
    tell(f"{table.name}: {count:,} rows")
    return _Hash(count, digest.hexdigest())


def _hash(rows: Iterable[Row]) -> _Hash:
    digest, count = blake2b(), 0
    for row in rows:
        digest.update(repr(row).encode())
        count += 1
    return _Hash(count, digest.hexdigest())


def _rows(connection: Connection, table: Table) -> Generator[Row, None, None]:
    """Yield rows in the order of their key, alike from both kinds of databases."""
    # Texts of keys are in the order of bytes in both.
    in_order = ", ".join(column.name for column in table.primary_key)
    query = f"SELECT {_columns(table)} FROM {table.name} ORDER BY {in_order}"  # noqa: S608
    truths = [number for number, column in enumerate(table.columns) if isinstance(column.type, Boolean)]
    streaming = connection.execution_options(stream_results=True, max_row_buffer=ROWS_AT_ONCE)
    with closing(streaming.exec_driver_sql(query)) as found:
        for partition in found.partitions(ROWS_AT_ONCE):
            for each in partition:
                row = list(each)
                for number in truths:
                    row[number] = None if row[number] is None else bool(row[number])
                yield tuple(row)


def _write(connection: Connection, table: Table, rows: Iterable[Row]) -> None:
    driver: Any = connection.connection.driver_connection
    if not _is_server(connection):
        marks = ", ".join("?" * len(table.columns))
        driver.executemany(f"INSERT INTO {table.name} ({_columns(table)}) VALUES ({marks})", rows)  # noqa: S608
        return
    with closing(driver.cursor()) as cursor:
        with cursor.copy(f"COPY {table.name} ({_columns(table)}) FROM STDIN") as copying:
            for row in rows:
                copying.write_row(row)
        if (number := table.autoincrement_column) is not None:
            newest = f"(SELECT max({number.name}) FROM {table.name})"  # noqa: S608
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table.name}', '{number.name}'), {newest})")


def _columns(table: Table) -> str:
    return ", ".join(column.name for column in table.columns)


# --- databases -----------------------------------------------------------------------------------------------------


@contextmanager
def _source(url: URL) -> Iterator[Connection]:
    if _is_file(url):
        path = _path(url)
        if not path.exists():
            raise CannotCopy(f"There is no database {path}.")
        with locked(path), _connected(url) as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection
    else:
        with _connected(url, isolation_level="REPEATABLE READ") as connection:
            yield connection


@contextmanager
def _target(url: URL) -> Iterator[Connection]:
    """Connect to an empty database, which is filled if nothing fails."""
    if not _is_file(url):
        with _connected(url) as connection, connection.begin():
            if not is_empty(connection):
                raise CannotCopy(f"{_shown(url)} is not empty: name a database without tables.")
            yield connection
        return
    path = _path(url)
    with locked(path):
        if path.exists() and path.stat().st_size:
            raise CannotCopy(f"There is a database {path} already: name another file, or move it away.")
        unfinished = path.with_name(f"{path.name}.copying")
        unfinished.unlink(missing_ok=True)
        try:
            with _connected(url.set(database=str(unfinished))) as connection:
                unfinished.chmod(0o600)
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
                connection.exec_driver_sql("COMMIT")
            put_in_place(path, unfinished)
        finally:
            unfinished.unlink(missing_ok=True)


@contextmanager
def _connected(url: URL, **settings: Any) -> Iterator[Connection]:
    """Connect without translating identities, as the only one that uses the database."""
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True, **settings)
    event.listen(engine, "connect", _begun_file if _is_file(url) else _begun_session)
    try:
        with engine.connect() as connection:
            if not _is_file(url):
                _lock(connection, url)
            yield connection
    except DBAPIError as error:
        raise CannotCopy(f"{_shown(url)} cannot be used: {' '.join(str(error.orig).split())}.") from error
    finally:
        engine.dispose()


def _begun_session(_: object, record: Any) -> None:
    record.info["dialect"] = PostgreSQLDialect()


def _begun_file(driver: sqlite3.Connection, _: object) -> None:
    driver.isolation_level = None
    driver.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    driver.execute("PRAGMA locking_mode = EXCLUSIVE")


def _lock(connection: Connection, url: URL) -> None:
    """Take the locks of every slot and of all single work, which end with the session."""
    for kind, numbers in ((Kind.SLOT, SLOTS), (Kind.READER, 1), (Kind.MAINTENANCE, 1)):
        for number in range(numbers):
            took = f"SELECT pg_try_advisory_lock({FIRST_CLASS + kind}, {number})"
            if not connection.exec_driver_sql(took).scalar_one():
                raise AnotherInstance(f"Kiu is running on {_shown(url)}; stop all its processes first.")
    connection.rollback()


def _url(text: str) -> URL:
    """Read the address or, for SQLite, the path of a database."""
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except ArgumentError:
        raise CannotCopy("An address is like sqlite:///data/kiu.sqlite3 or postgresql://name@host/database.") from None
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
    if (driver := drivers.get(url.get_backend_name())) is None or not url.database:
        raise CannotCopy(f"{_shown(url)} is no database of SQLite or PostgreSQL.")
    return url.set(drivername=driver)


def _shown(url: URL) -> str:
    return str(_path(url)) if _is_file(url) else url.set(drivername="postgresql").render_as_string(hide_password=True)


def _is_file(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _path(url: URL) -> Path:
    return Path(url.database or "")


def _is_server(connection: Connection) -> bool:
    return connection.dialect.name != "sqlite"
