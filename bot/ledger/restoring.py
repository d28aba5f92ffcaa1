"""Putting a backup in the place of the database: what would be lost, what cannot go on then, and one step that counts.

A restored database is made ready beside the one that there is, and then gets a name of its own. From then on it is
what counts: whoever opens the database next puts it in its place, whatever was interrupted.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, NullPool, create_engine, event, func, insert, select
from sqlalchemy.exc import DBAPIError

from bot.ledger import queries, schema
from bot.ledger.batch import microseconds
from bot.ledger.errors import CannotOpen, Damaged
from bot.ledger.forgotten import list_beside, note, numbers_in
from bot.ledger.lasting import PSEUDONYM
from bot.ledger.newest_position import Position, covers, position_of, read_position
from bot.ledger.online_copy import in_one_file
from bot.ledger.schema_upgrade import migrate
from bot.ledger.storage import LOCAL, Storage
from bot.ledger.syncing import sync_file, sync_folder

HANDS_LOST: Final = 10_000
TABLES_LOST: Final = 1_000
"""How many hands and tables there may have been after a backup, if nothing tells their numbers."""


class Loss(Enum):
    """What restoring a backup would lose of what people were told."""

    NOTHING = auto()
    SOMETHING = auto()
    """It is older than something that was announced, or of another history."""

    UNKNOWN = auto()
    """Nothing tells what was announced last."""


def unfinished_file(database: Path) -> Path:
    """Where a restored database is made ready; it counts for nothing."""
    return database.with_name(f"{database.name}.restoring")


def bring_up_to_date(path: Path) -> None:
    """Bring a file that an older version of the program wrote up to date; nobody else has it open.

    Raise ``DatabaseTooNew`` if a newer version of the program wrote it. Raise ``CannotOpen`` if it belongs to another
    program, or is damaged.
    """
    with _opened(path) as connection:
        migrate(connection)
    in_one_file(path)
    with closing(sqlite3.connect(path)) as plain:
        plain.execute("PRAGMA secure_delete = ON")
        # What a migration removes would be left in gaps between the rows that it has moved.
        plain.execute("VACUUM")


def loss(database: Path, backup: Path) -> Loss:
    """What restoring a backup would lose."""
    told = [each for each in (read_position(database), _position_in(database)) if each and not each.is_beginning]
    if not told:
        # Where nothing was ever played, nothing can be lost by what is there already.
        return Loss.NOTHING if _is_same(database, backup) else Loss.UNKNOWN
    with _opened(backup) as connection:
        lost = not all(covers(connection, each) for each in told)
    return Loss.SOMETHING if lost else Loss.NOTHING


def mark_lost(backup: Path, database: Path, now: datetime) -> datetime | None:
    """Note in a backup what is lost by restoring it, so that nothing goes on of which people have seen more.

    Return the moment of the newest thing in the backup; ``None`` if nothing was played before it.
    """
    known = _numbers_in(database)
    with _opened(backup) as connection:
        hands, tables = queries.newest(connection)
        lost = (hands + HANDS_LOST, tables + TABLES_LOST) if known is None else known
        until = _stored_until(connection)
        numbers = {"hands": max(hands, lost[0]), "tables": max(tables, lost[1])}
        connection.execute(insert(schema.restoration).values(at=microseconds(now), stored_until=until, **numbers))
    in_one_file(backup)
    return queries.moment(until) if until else None


def forget_again(backup: Path, database: Path, now: datetime) -> int:
    """Let a backup forget all who were forgotten since it was made, at the next start; return how many they are.

    Later numbers leave the list, because the restored database gives them to others.
    """
    people, asked = schema.person.c, schema.erasure
    listed = numbers_in(database)
    with _opened(backup) as connection:
        newest = connection.execute(select(func.max(people.number))).scalar() or 0
        known = [number for number in listed if number <= newest]
        named = select(people.player).where(people.number.in_(known), ~people.player.startswith(PSEUDONYM))
        players = connection.execute(named.distinct()).scalars().all()
        for player in players:
            pseudonym = PSEUDONYM + secrets.token_hex(6)
            connection.execute(insert(asked).values(player=player, pseudonym=pseudonym, at=microseconds(now)))
    in_one_file(backup)
    if known != listed:
        list_beside(database).unlink()
        note(database, known)
    return len(players)


def is_gone(database: Path, *, was_backed_up: bool) -> bool:
    """Tell whether there is no database, or an empty file, where people have played before."""
    if _restored_file(database).exists() or (database.exists() and database.stat().st_size):
        return False
    told = read_position(database)
    return was_backed_up or (told is not None and not told.is_beginning)


def put_in_place(database: Path, backup: Path) -> Path | None:
    """Put a restored database in its place.

    Returns:
        Where the database is now that was there; ``None`` if there was none.

    Raise ``CannotOpen`` if the disk failed after the backup had got the name with which it counts, so nobody knows
    whether it is restored; whoever opens the database next finds out. Raise ``OSError`` if the disk failed before, and
    nothing was restored.
    """
    sync_file(backup)
    backup.rename(_restored_file(database))
    try:
        sync_folder(database.parent)
        return finish_restoring(database)
    except OSError as error:
        raise CannotOpen(
            f"The disk failed while the backup was put in its place ({error.strerror or error}), so nobody knows \
whether it is restored: repeat this, or start Kiu and look."
        ) from error


def finish_restoring(database: Path, storage: Storage = LOCAL) -> Path | None:
    """Put a restored database that has its name already in its place, if there is one; nobody has the database open.

    Returns:
        As above.
    """
    restored = _restored_file(database)
    if not storage.exists(restored):
        return None
    # The same name each time, if this is interrupted.
    aside = _set_aside(database, int(storage.modified_at(restored)), storage)
    storage.rename(restored, database)
    storage.sync_folder(database.parent)
    return aside if storage.exists(aside) else None


def begin_anew(database: Path, now: datetime) -> None:
    """Set a database aside that cannot be used, as if a backup took its place; nobody has it open."""
    _set_aside(database, int(now.timestamp()), LOCAL)
    # Its numbers are given to others.
    list_beside(database).unlink(missing_ok=True)


def _set_aside(database: Path, at: int, storage: Storage) -> Path:
    """Rename a database and all that belongs to it, and return its new name."""
    aside = database.with_name(f"{database.name}.replaced-{at}")
    # What was announced last belongs to the database that is replaced, and would hold this one to it.
    for ending in (".newest", "-wal", "-shm", ""):
        with_ending = database.with_name(f"{database.name}{ending}")
        if storage.exists(with_ending):
            # A log that stayed would be taken for that of the restored database.
            storage.rename(with_ending, aside.with_name(f"{aside.name}{ending}"))
    # Otherwise a power cut might undo these and keep the next, and there the log would be again.
    storage.sync_folder(database.parent)
    return aside


def replaced_files(database: Path) -> list[tuple[Path, datetime]]:
    """The files of databases that were replaced by a backup and are kept beside it, and when each was replaced."""
    found = []
    for path in database.parent.glob(f"{database.name}.replaced-*"):
        at = path.name.removeprefix(f"{database.name}.replaced-").partition("-")[0].removesuffix(".newest")
        if at.isdigit():
            found.append((path, datetime.fromtimestamp(int(at), UTC)))
    return found


def copy_file(source: Path, target: Path) -> None:
    """Copy a file to one that only this user can read.

    Raise ``OSError`` if the disk failed.
    """
    descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with source.open("rb") as read, os.fdopen(descriptor, "wb") as written:
        shutil.copyfileobj(read, written, 1 << 20)


def _restored_file(database: Path) -> Path:
    return database.with_name(f"{database.name}.restored")


def _position_in(database: Path) -> Position | None:
    """The position of a database that may be damaged or missing."""
    try:
        with _opened(database) as connection:
            return position_of(connection)
    except (CannotOpen, KeyError):
        return None


def _is_same(database: Path, backup: Path) -> bool:
    """True if a database, which may be damaged or missing, has the very rows of a backup."""
    try:
        with _opened(database) as here, _opened(backup) as there:
            return all(
                here.execute(select(table)).all() == there.execute(select(table)).all()
                for table in schema.metadata.sorted_tables
            )
    except CannotOpen:
        return False


def _numbers_in(database: Path) -> tuple[int, int] | None:
    """The largest numbers of a hand and of a table in a database that may be damaged or missing."""
    try:
        with _opened(database) as connection:
            return queries.newest(connection)
    except CannotOpen:
        return None


def _stored_until(connection: Connection) -> int:
    newest = 0
    for table in (schema.posting, schema.receipt):
        at = connection.execute(select(table.c.at).order_by(table.c.id.desc()).limit(1)).scalar()
        newest = max(newest, at or 0)
    hands = connection.execute(select(func.max(schema.hand.c.opened_at), func.max(schema.hand.c.closed_at))).one()
    return max(newest, *(at or 0 for at in hands))


@contextmanager
def _opened(path: Path) -> Iterator[Connection]:
    """A transaction on a file that nobody else has open.

    Raise ``CannotOpen`` if there is none, it is no database, or damaged.
    """
    if not path.exists():
        raise CannotOpen(f"There is no database {path}.")
    url = URL.create("sqlite", database=str(path))
    engine = create_engine(url, creator=lambda: sqlite3.connect(path, isolation_level=None), poolclass=NullPool)

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        for pragma in ("locking_mode = EXCLUSIVE", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with engine.begin() as connection:
            yield connection
    except DBAPIError as error:
        raise Damaged(f"The database {path} cannot be read: {error.orig}.") from error
    finally:
        engine.dispose()
