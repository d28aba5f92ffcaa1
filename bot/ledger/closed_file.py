"""Closed database files: opened by one process at a time, checked and upgraded."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from sqlalchemy import Connection, NullPool, create_engine, event, select, union
from sqlalchemy import inspect as _inspected
from sqlalchemy.exc import DBAPIError

from bot.ledger import queries, schema
from bot.ledger.errors import AnotherInstance, CannotOpen, Damaged
from bot.ledger.identities import Identities
from bot.ledger.newest_position import check_nothing_lost
from bot.ledger.online_copy import in_one_file
from bot.ledger.schema_upgrade import HEAD, checked_version, migrate
from bot.ledger.storage import LOCAL, Storage, StoredFile
from bot.ledger.verification import Verification, inspection, page_damage
from bot.ledger.writes import GUESTS

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


def cannot_open(path: Path | None, error: DBAPIError) -> CannotOpen:
    """Return the refusal after a failure of SQLite, which need not be the file's fault."""
    if "locked" in str(error.orig):
        return another_instance(path)
    if getattr(error.orig, "sqlite_errorname", "").startswith(DAMAGE):
        return Damaged(f"The file {path} is damaged: {error.orig}.")
    return CannotOpen(f"The database {path} cannot be used: {error.orig}.")


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


def inspect(path: Path) -> Verification:
    """Look at the database of a stopped Kiu for its host.

    Raise ``AnotherInstance``, ``DatabaseTooNew``, ``Lost``, ``Damaged`` or ``CannotOpen``.
    """
    with locked(path), opened(path) as connection:
        version = checked_version(connection)
        if version in (None, HEAD):
            check_nothing_lost(connection, path, is_empty=version is None)
        damage = page_damage(connection, "quick_check")
        return Verification(version, damage) if damage else inspection(connection)


class StoredPlaces(NamedTuple):
    """All places that used Kiu."""

    groups: list[str]
    tables: list[tuple[str, str]]
    """Group and channel of tables that are open or owe announcements."""


def places(connection: Connection) -> StoredPlaces:
    # Groups without settings have only people.
    people = schema.person.c
    groups = union(select(schema.chat_group.c.id), select(people.group_id).where(people.group_id.not_in(("", GUESTS))))
    tables = [(each.group, each.channel) for each in queries.tables_to_resume(connection)]
    return StoredPlaces(sorted(connection.execute(groups).scalars()), tables)


def stored_places(path: Path) -> StoredPlaces:
    """Return the places in the database of a stopped Kiu; raise ``CannotOpen``."""
    with locked(path), opened(path) as connection:
        return places(connection) if checked_version(connection) == HEAD else StoredPlaces([], [])


def bring_up_to_date(path: Path) -> None:
    """Upgrade a closed file; raise ``DatabaseTooNew``, or ``CannotOpen`` if it is foreign or damaged."""
    with opened(path) as connection:
        migrate(connection)
    in_one_file(path)
    with closing(sqlite3.connect(path)) as plain:
        plain.execute("PRAGMA secure_delete = ON")
        # Migrations leave removed data in gaps.
        plain.execute("VACUUM")
