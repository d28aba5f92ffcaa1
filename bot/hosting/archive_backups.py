"""The archives of a pruned database among its backups: copied there once, removed when no backup needs them any more.

They lie in a folder beside the backups. An archive never changes and is named by its content, so one copy is that of
every backup that refers to it: a second name of the same file where the disk allows that, and otherwise a copy. With
a recipient they are encrypted to them. The time of a copy is when a backup last referred to it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bot.environment.encryption import NotDecrypted, decrypt, encrypt
from bot.ledger import (
    ARCHIVE_ENDING,
    UNFINISHED_ARCHIVE,
    ReferredArchive,
    copy_file,
    folder_beside,
    referred_archives,
    sync_file,
    sync_folder,
)

FOLDER: Final = "archives"
"""The folder beside the backups."""

ENCRYPTED: Final = ".age"

DIGITS: Final = 8
"""How many hex digits of the SHA-256 of a recipient's key stand in the names of what is encrypted to them."""


def keep_archives(copy: Path, database: Path, backups: Path, recipient: str, now: datetime) -> int:
    """Have every archive that a copy of the database refers to among the backups; when this returns they are durable.

    Args:
        copy: the copy that is about to become a backup.
        database: the database that it was made of, beside which its archives are.
        backups: the folder of the backups.
        recipient: the public key that they are encrypted to; they are not if it is empty.
        now: the present moment.

    Returns:
        How many of them are nowhere, and so not in this backup.

    Raises:
        OSError: the disk failed.
    """
    folder, missing = backups / FOLDER, 0
    for archive in referred_archives(copy):
        kept = folder / _name(archive.name, recipient)
        if not kept.exists():
            source = folder_beside(database) / f"{archive.name}{ARCHIVE_ENDING}"
            if not source.exists():
                missing += 1
                continue
            folder.mkdir(mode=0o700, exist_ok=True)
            _bring(source, kept, recipient)
        os.utime(kept, (now.timestamp(), now.timestamp()))
    if folder.exists():
        # Also the names of those that were there: whoever gave them may have been killed before they were durable.
        for each in (folder, backups):
            sync_folder(each)
    return missing


def remove_archives(backups: Path, longest: timedelta, now: datetime) -> None:
    """Remove the copies that no backup has referred to for as long as one is kept, and what was never finished.

    Raises:
        OSError: the disk failed.
    """
    for file in (backups / FOLDER).glob("*"):
        unused = now.timestamp() - file.stat().st_mtime > longest.total_seconds()
        if unused or file.suffix == UNFINISHED_ARCHIVE:
            file.unlink()


def restore_archives(restored: Path, database: Path, backup: Path, identity: Path | None) -> list[ReferredArchive]:
    """Bring back the archives that a restored database refers to; those that are there already stay as they are.

    Args:
        restored: the file of the database, before it is put in its place.
        database: its place.
        backup: the backup that it comes from.
        identity: the file with the secret key, if it is encrypted.

    Returns:
        Those that are neither beside the database nor among the backups, or are damaged there.

    Raises:
        OSError: the disk failed.
    """
    folder, missing = folder_beside(database), []
    for archive in referred_archives(restored):
        target = folder / f"{archive.name}{ARCHIVE_ENDING}"
        if archive.is_in(target):
            continue
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished = target.with_suffix(UNFINISHED_ARCHIVE)
        for kept in _copies(backup.parent / FOLDER, archive.name):
            unfinished.unlink(missing_ok=True)
            if _opened(kept, unfinished, identity) and archive.is_in(unfinished):
                sync_file(unfinished)
                unfinished.replace(target)
                break
        else:
            missing.append(archive)
        unfinished.unlink(missing_ok=True)
    if folder.exists():
        # As above.
        for each in (folder, folder.parent):
            sync_folder(each)
    return missing


def _name(archive: str, recipient: str) -> str:
    """The name of a copy; what is encrypted for one recipient is of no use to another."""
    if not recipient:
        return f"{archive}{ARCHIVE_ENDING}"
    return f"{archive}-{hashlib.sha256(recipient.encode()).hexdigest()[:DIGITS]}{ARCHIVE_ENDING}{ENCRYPTED}"


def _copies(folder: Path, archive: str) -> Iterator[Path]:
    """The copies of an archive, the open one first."""
    yield from (file for file in (folder / _name(archive, ""),) if file.exists())
    yield from sorted(folder.glob(f"{archive}-{'?' * DIGITS}{ARCHIVE_ENDING}{ENCRYPTED}"))


def _bring(source: Path, target: Path, recipient: str) -> None:
    if not recipient:
        with suppress(OSError):
            target.hardlink_to(source)
            return
    unfinished = target.with_name(f"{target.name}{UNFINISHED_ARCHIVE}")
    unfinished.unlink(missing_ok=True)
    if recipient:
        encrypt(source, unfinished, recipient)
    else:
        copy_file(source, unfinished)
    sync_file(unfinished)
    unfinished.replace(target)


def _opened(kept: Path, target: Path, identity: Path | None) -> bool:
    """Copy an archive out of the backups; tell whether it could be opened."""
    if kept.suffix != ENCRYPTED:
        copy_file(kept, target)
        return True
    if identity is None:
        return False
    try:
        decrypt(kept, target, identity)
    except NotDecrypted:
        return False
    return True
