"""Restoration of a backup, in one step that counts: a rename of the prepared database.

After an interruption, the next start installs it.
"""

from __future__ import annotations

import os
import secrets
import shutil
from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, func, insert, select

from bot.ledger import queries, schema
from bot.ledger.closed_file import opened
from bot.ledger.errors import CannotOpen
from bot.ledger.forgotten import list_beside, note, numbers_in
from bot.ledger.lasting import PSEUDONYM
from bot.ledger.newest_position import Position, covers, position_of, read_position
from bot.ledger.online_copy import in_one_file
from bot.ledger.storage import LOCAL, Storage
from bot.ledger.syncing import sync_file, sync_folder
from bot.ledger.times import microseconds, moment

HANDS_LOST: Final = 10_000
TABLES_LOST: Final = 1_000
"""Hands and tables assumed lost if their numbers are unknown."""


class Loss(Enum):
    """The loss of announced data by a restoration."""

    NOTHING = auto()
    SOMETHING = auto()
    """It lacks announced data, or has another history."""

    UNKNOWN = auto()
    """The last announcement is unknown."""


def unfinished_file(database: Path) -> Path:
    """Return the path of a restored database in preparation."""
    return database.with_name(f"{database.name}.restoring")


def loss(database: Path, backup: Path) -> Loss:
    told = [each for each in (read_position(database), _position_in(database)) if each and not each.is_beginning]
    if not told:
        # Without play there is nothing to lose.
        return Loss.NOTHING if _is_same(database, backup) else Loss.UNKNOWN
    with opened(backup) as connection:
        lost = not all(covers(connection, each) for each in told)
    return Loss.SOMETHING if lost else Loss.NOTHING


def mark_lost(backup: Path, database: Path, now: datetime) -> datetime | None:
    """Note the loss in a backup, so that tables people saw further on do not continue.

    Return the moment of its newest data; ``None`` if nothing was played.
    """
    known = _numbers_in(database)
    with opened(backup) as connection:
        hands, tables = queries.newest(connection)
        lost = (hands + HANDS_LOST, tables + TABLES_LOST) if known is None else known
        until = _stored_until(connection)
        numbers = {"hands": max(hands, lost[0]), "tables": max(tables, lost[1])}
        connection.execute(insert(schema.restoration).values(at=microseconds(now), stored_until=until, **numbers))
    in_one_file(backup)
    return moment(until) if until else None


def forget_again(backup: Path, database: Path, now: datetime) -> int:
    """Let a backup forget people forgotten since, at the next start; return their number.

    Later numbers leave the list, since the restored database assigns them anew.
    """
    people, asked = schema.person.c, schema.erasure
    listed = numbers_in(database)
    with opened(backup) as connection:
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
    """Return true if a database with play is missing or empty."""
    if _restored_file(database).exists() or (database.exists() and database.stat().st_size):
        return False
    told = read_position(database)
    return was_backed_up or (told is not None and not told.is_beginning)


def put_in_place(database: Path, backup: Path) -> Path | None:
    """Install a restored database; return the new path of the old one, if any.

    Raise ``OSError`` if nothing was restored, and ``CannotOpen`` if only the next start finds out.
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
    """Install a restored database that was renamed already, while closed; return the old one's new path, if any."""
    restored = _restored_file(database)
    if not storage.exists(restored):
        return None
    # The same name again after an interruption.
    aside = _set_aside(database, int(storage.modified_at(restored)), storage)
    storage.rename(restored, database)
    storage.sync_folder(database.parent)
    return aside if storage.exists(aside) else None


def begin_anew(database: Path, now: datetime) -> None:
    """Set an unusable, closed database aside, as if a backup replaced it."""
    _set_aside(database, int(now.timestamp()), LOCAL)
    list_beside(database).unlink(missing_ok=True)


def _set_aside(database: Path, at: int, storage: Storage) -> Path:
    aside = database.with_name(f"{database.name}.replaced-{at}")
    # This position belongs to the replaced database.
    for ending in (".newest", "-wal", "-shm", ""):
        with_ending = database.with_name(f"{database.name}{ending}")
        if storage.exists(with_ending):
            # Or the log would apply to the restored database.
            storage.rename(with_ending, aside.with_name(f"{aside.name}{ending}"))
    # Or a power cut might undo only these, and bring the log back.
    storage.sync_folder(database.parent)
    return aside


def replaced_files(database: Path) -> list[tuple[Path, datetime]]:
    """Return the kept files of replaced databases, with times of replacement."""
    found = []
    for path in database.parent.glob(f"{database.name}.replaced-*"):
        at = path.name.removeprefix(f"{database.name}.replaced-").partition("-")[0].removesuffix(".newest")
        if at.isdigit():
            found.append((path, datetime.fromtimestamp(int(at), UTC)))
    return found


def copy_file(source: Path, target: Path) -> None:
    """Copy to a file that only this user can read."""
    descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with source.open("rb") as read, os.fdopen(descriptor, "wb") as written:
        shutil.copyfileobj(read, written, 1 << 20)


def _restored_file(database: Path) -> Path:
    return database.with_name(f"{database.name}.restored")


def _position_in(database: Path) -> Position | None:
    try:
        with opened(database) as connection:
            return position_of(connection)
    except (CannotOpen, KeyError):
        return None


def _is_same(database: Path, backup: Path) -> bool:
    try:
        with opened(database) as here, opened(backup) as there:
            return all(
                here.execute(select(table)).all() == there.execute(select(table)).all()
                for table in schema.metadata.sorted_tables
            )
    except CannotOpen:
        return False


def _numbers_in(database: Path) -> tuple[int, int] | None:
    try:
        with opened(database) as connection:
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
