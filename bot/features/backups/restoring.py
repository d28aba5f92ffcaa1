"""Restoring a backup, unless it is damaged, newer, or older than people's knowledge."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bot.environment.clock import SystemClock
from bot.environment.settings import Settings
from bot.features.backups.queries import Loss, check_file, forget_again, loss, mark_lost
from bot.hosting.backup_files import ON_A_SERVER, digest_of, named
from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE, EXIT_CANNOT_START, EXIT_WOULD_LOSE
from bot.ledger import (
    AnotherInstance,
    CannotOpen,
    Damaged,
    bring_up_to_date,
    erase_file,
    finish_restoring,
    locked,
    put_in_place,
)

WARNINGS: Final = {
    Loss.SOMETHING: "People were told of more than this backup has: what was played after it would be lost.",
    Loss.UNKNOWN: "Nothing here tells what people were told last, and Kiu was running when this backup was made: "
    "what was played after it would be lost.",
}

ADVICE: Final = (
    "Look for a newer backup. If there is none, repeat this with --accept-loss: then the tables that were open \
are closed in public, their running hands are called off, and every stake goes back."
)


def restore_backup(settings: Settings, file: Path, *, accept_loss: bool, write: Callable[[str], None]) -> int:
    """Replace the database by a backup; return the exit code."""
    if settings.several:
        write(ON_A_SERVER)
        return EXIT_CANNOT_START
    database = settings.database_file
    try:
        with locked(database):
            finish_restoring(database)
            return _restored(database, file, accept_loss=accept_loss, write=write)
    except AnotherInstance as error:
        write(str(error))
        return EXIT_ANOTHER_INSTANCE
    except CannotOpen as error:
        write(str(error))
    except OSError as error:
        write(f"Nothing was restored: {error.strerror or error}.")
    return EXIT_CANNOT_START


def _restored(database: Path, file: Path, *, accept_loss: bool, write: Callable[[str], None]) -> int:
    unfinished = database.with_name(f"{database.name}.restoring")
    _remove(unfinished)
    try:
        write("Checking the backup …")
        _open(file, unfinished)
        bring_up_to_date(unfinished)
        check_file(unfinished)
        would_lose = loss(database, unfinished)
        name = named(file)
        if would_lose is Loss.UNKNOWN and name is not None and name.stopped:
            # Nothing was told after it, unless that Kiu was started again.
            would_lose = Loss.NOTHING
        if would_lose is not Loss.NOTHING:
            if not accept_loss:
                write(WARNINGS[would_lose])
                write(ADVICE)
                return EXIT_WOULD_LOSE
            until = mark_lost(unfinished, database, SystemClock().utc())
            if until is None:
                write("All that was played is lost: nothing was played before this backup.")
            else:
                lost = f"What was played after {until:%Y-%m-%d %H:%M} UTC is lost"
                write(f"{lost}; the groups are told at the next start.")
        if count := forget_again(unfinished, database, SystemClock().utc()):
            write(f"People who were forgotten since then are forgotten again at the next start: {count}.")
        aside = put_in_place(database, unfinished)
    finally:
        _remove(unfinished)
    write(f"Restored: {file} is now {database}.")
    if aside is not None:
        write(f"What was there before is kept as {aside}, with the keys of its hands; delete it when all is well.")
    return 0


def _open(file: Path, target: Path) -> None:
    """Copy a backup as a database; raise ``Damaged`` if it has changed."""
    name = named(file)
    if name is not None and digest_of(file) != name.digest:
        raise Damaged(f"The backup {file} is damaged: it is not what it was when it was made.")
    copy_file(file, target)


def _remove(unfinished: Path) -> None:
    for path in unfinished.parent.glob(f"{unfinished.name}*"):
        # A journal that an interrupted process has left goes with its file.
        erase_file(path) if path == unfinished else path.unlink(missing_ok=True)


def copy_file(source: Path, target: Path) -> None:
    """Copy to a file that only this user can read."""
    descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with source.open("rb") as read, os.fdopen(descriptor, "wb") as written:
        shutil.copyfileobj(read, written, 1 << 20)
