"""Replacement of a closed database by another, in one step that counts: a rename.

After an interruption, the next start installs it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from bot.ledger.errors import CannotOpen
from bot.ledger.forgotten import list_beside
from bot.ledger.newest_position import read_position
from bot.ledger.storage import LOCAL, Storage, sync_file, sync_folder


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


def _restored_file(database: Path) -> Path:
    return database.with_name(f"{database.name}.restored")
