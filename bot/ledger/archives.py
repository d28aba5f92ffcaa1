"""Archives: files beside the database with what is old, so that the database stays small.

An archive is a ZIP file whose content never changes, and its name follows from the content: under one name there is the
same thing for ever, also in backups and after one of them was restored. What is put there is compressed already.

The archives of hands name nobody: a packed record has pairwise ids, and packed lines have seats. Names may be drawn in
the pictures of posts, so these have archives of their own (``picture_archives``), which go when somebody is forgotten.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import structlog
from sqlalchemy import Connection

from bot.ledger.syncing import sync_folder

log = structlog.get_logger()

LENGTH_BYTES: Final = 4
"""How many bytes before the lines say how many they are."""

LARGEST_NUMBER: Final = 2**31 - 1

ENDING: Final = ".zip"
UNFINISHED: Final = ".part"
"""How the name of an archive ends that is being written."""


class ArchivedHand(NamedTuple):
    """What an archive has of a hand; a part that the hand does not have is empty."""

    lines: bytes
    """Its lines of the journal, packed."""

    record: bytes
    """Its record, packed."""


def folder_of(connection: Connection) -> Path:
    """Where the archives of a database lie: in a folder beside it, with its name.

    Raises:
        ValueError: the database is in memory.
    """
    file = connection.engine.url.database
    if not file or file == ":memory:":
        raise ValueError("a database in memory has no archives")
    return folder_beside(Path(file))


def folder_beside(database: Path) -> Path:
    """Where the archives of the database in a file lie."""
    return database.with_name(f"{database.name}.archives")


# --- of hands ------------------------------------------------------------------------------------------------------


def write_archive(folder: Path, hands: Mapping[int, ArchivedHand]) -> int:
    """Write an archive of hands, or write it anew if it was written and never referred to; then it is durable.

    Returns:
        Its number.

    Raises:
        OSError: the disk failed, or what it gives back is not what was written.
    """
    entries = {
        str(hand): len(content.lines).to_bytes(LENGTH_BYTES, "big") + content.lines + content.record
        for hand, content in hands.items()
    }
    number = int(digest_of(entries)[:8], 16) & LARGEST_NUMBER
    while (file := folder / f"{name_of(number)}{ENDING}").exists() and not holds(file, entries):
        number = (number + 1) & LARGEST_NUMBER
    write_entries(folder, name_of(number), entries)
    return number


def read_archive(folder: Path, number: int, hands: Iterable[int]) -> dict[int, ArchivedHand]:
    """What an archive has of some hands; nothing, with a word in the log, if it cannot be read."""
    found = {}
    for hand, content in read_entries(folder, name_of(number), map(str, hands)).items():
        ends = LENGTH_BYTES + int.from_bytes(content[:LENGTH_BYTES], "big")
        found[int(hand)] = ArchivedHand(content[LENGTH_BYTES:ends], content[ends:])
    return found


def name_of(number: int) -> str:
    """The name of the archive of hands with a number."""
    return f"{number:06}"


# --- of anything ---------------------------------------------------------------------------------------------------


def digest_of(entries: Mapping[str, bytes]) -> str:
    """The SHA-256 of names and contents, in hex."""
    hashed = hashlib.sha256()
    for name, content in entries.items():
        hashed.update(f"{name} {len(content)}\n".encode())
        hashed.update(content)
    return hashed.hexdigest()


def write_entries(folder: Path, name: str, entries: Mapping[str, bytes]) -> None:
    """Write an archive with some contents by their names; when this returns it is durable and was read back.

    Raises:
        OSError: the disk failed, or what it gives back is not what was written.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    file = folder / f"{name}{ENDING}"
    unfinished = file.with_suffix(UNFINISHED)
    with open(os.open(unfinished, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600), "wb") as written:
        with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
            for entry, content in entries.items():
                archive.writestr(zipfile.ZipInfo(entry), content)
        written.flush()
        os.fsync(written.fileno())
    if contents_of(unfinished, entries) != entries:
        raise OSError(f"the disk has not kept what was written to {unfinished}")
    unfinished.replace(file)
    for each in (folder, folder.parent):
        sync_folder(each)


def read_entries(folder: Path, name: str, wanted: Iterable[str]) -> dict[str, bytes]:
    """Some contents of an archive; nothing, with a word in the log, if it cannot be read."""
    try:
        return contents_of(folder / f"{name}{ENDING}", wanted)
    except (OSError, zipfile.BadZipFile, KeyError) as error:
        log.error("archive not read", archive=name, why=type(error).__name__)
        return {}


def entries_in(file: Path) -> set[str]:
    """The names of what is in an archive.

    Raises:
        OSError: it cannot be read.
        zipfile.BadZipFile: it is damaged.
    """
    with zipfile.ZipFile(file) as archive:
        return set(archive.namelist())


def holds(file: Path, entries: Mapping[str, bytes]) -> bool:
    """Whether a file is the archive with some contents.

    Raises:
        OSError: it cannot be read.
    """
    try:
        return contents_of(file, entries) == entries
    except (zipfile.BadZipFile, KeyError):
        return False


def contents_of(file: Path, wanted: Iterable[str]) -> dict[str, bytes]:
    """Some contents of an archive, by their names.

    Raises:
        OSError: it cannot be read.
        zipfile.BadZipFile: it is damaged.
        KeyError: it has not got all of them.
    """
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in wanted}
