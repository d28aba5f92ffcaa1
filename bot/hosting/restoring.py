"""Restoring a backup, unless it is damaged, newer, or older than what people were told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bot.environment.clock import SystemClock
from bot.environment.encryption import NotDecrypted, decrypt
from bot.environment.settings import Settings
from bot.environment.terminal import ascii_if_needed
from bot.hosting.archive_backups import FOLDER as ARCHIVES
from bot.hosting.archive_backups import restore_archives
from bot.hosting.backup_files import digest_of, named
from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE, EXIT_CANNOT_START, EXIT_WOULD_LOSE
from bot.ledger import (
    ARCHIVE_ENDING,
    AnotherInstance,
    CannotOpen,
    Damaged,
    Loss,
    ReferredArchive,
    bring_up_to_date,
    check_file,
    copy_file,
    erase_file,
    finish_restoring,
    folder_beside,
    locked,
    loss,
    mark_lost,
    put_in_place,
    unfinished_file,
)

AGE: Final = b"age-encryption.org/"
"""How every file begins that age has encrypted."""

WARNINGS: Final = {
    Loss.SOMETHING: "People were told of more than this backup has: what was played after it would be lost.",
    Loss.UNKNOWN: "Nothing here tells what people were told last, and Kiu was running when this backup was made: "
    "what was played after it would be lost.",
}

NAMES_TOLD: Final = 3
"""How many missing archives are named."""

ADVICE: Final = (
    "Look for a newer backup. If there is none, repeat this with --accept-loss: then the tables that were open \
are closed in public, their running hands are called off, and every stake goes back."
)


def restore_backup(
    settings: Settings, file: Path, identity: Path | None, *, accept_loss: bool, write: Callable[[str], None]
) -> int:
    """Put a backup in the place of the database.

    Args:
        settings: where the database is.
        file: the backup.
        identity: the file with the secret key, if it is encrypted.
        accept_loss: whether it is restored even if people were told of more than it has.
        write: says to the host what is done.

    Returns:
        The exit code.
    """
    database, write = settings.database_file, ascii_if_needed(write)
    try:
        with locked(database):
            finish_restoring(database)
            return _restored(database, file, identity, accept_loss=accept_loss, write=write)
    except AnotherInstance as error:
        write(str(error))
        return EXIT_ANOTHER_INSTANCE
    except (CannotOpen, NotDecrypted) as error:
        write(str(error))
    except OSError as error:
        write(f"Nothing was restored: {error.strerror or error}.")
    return EXIT_CANNOT_START


def _restored(
    database: Path, file: Path, identity: Path | None, *, accept_loss: bool, write: Callable[[str], None]
) -> int:
    unfinished = unfinished_file(database)
    _remove(unfinished)
    try:
        write("Checking the backup …")
        _open(file, identity, unfinished)
        if not check_file(unfinished).audited:
            write("It is of an older version, and is brought up to date …")
            bring_up_to_date(unfinished)
            check_file(unfinished)
        # How far it had come may stand in one of them; and once it is in its place, it refers to all of them.
        missing = restore_archives(unfinished, database, file, identity)
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
            write(f"What was played after {until:%Y-%m-%d %H:%M} UTC is lost; the groups are told at the next start.")
        aside = put_in_place(database, unfinished)
    finally:
        _remove(unfinished)
    write(f"Restored: {file} is now {database}.")
    if missing:
        write(_told(missing, file.parent / ARCHIVES, folder_beside(database)))
    if aside is not None:
        write(f"What was there before is kept as {aside}, with the keys of its hands; delete it when all is well.")
    return 0


def _told(missing: Sequence[ReferredArchive], looked_in: Path, folder: Path) -> str:
    """What the host is told of archives that could not be brought back."""
    hands = sum(len(each.entries) for each in missing if not each.has_pictures)
    pictures = sum(len(each.entries) for each in missing if each.has_pictures)
    lost = " and ".join(
        text
        for count, text in ((hands, f"the replays and proofs of {hands:,} hands"), (pictures, f"{pictures:,} pictures"))
        if count
    )
    names = ", ".join(f"{each.name}{ARCHIVE_ENDING}" for each in missing[:NAMES_TOLD])
    more = f" and {len(missing) - NAMES_TOLD} more" if len(missing) > NAMES_TOLD else ""
    return (
        f"Without {lost}: {names}{more} were not found whole in {looked_in} (encrypted ones need --identity). "
        f"If you have a copy, put it into {folder}; it counts at once."
    )


def _open(file: Path, identity: Path | None, target: Path) -> None:
    """Make a backup a file of its own, as the database that it is.

    Raises:
        Damaged: it is not what it was when it was made.
        NotDecrypted: it is encrypted, and cannot be opened.
    """
    name = named(file)
    if name is not None and digest_of(file) != name.digest:
        raise Damaged(f"The backup {file} is damaged: it is not what it was when it was made.")
    with file.open("rb") as opened:
        encrypted = opened.read(len(AGE)) == AGE
    if not encrypted:
        copy_file(file, target)
    elif identity is None:
        raise NotDecrypted(f"{file} is encrypted: give the file with its secret key after --identity.")
    else:
        decrypt(file, target, identity)


def _remove(unfinished: Path) -> None:
    for path in unfinished.parent.glob(f"{unfinished.name}*"):
        # A journal that an interrupted process has left goes with its file.
        erase_file(path) if path == unfinished else path.unlink(missing_ok=True)
