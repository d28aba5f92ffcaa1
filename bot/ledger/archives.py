"""Archives: files beside the database with what is old of hands, so that the database stays small.

What is put there names nobody: a packed record has pairwise ids, and packed lines have seats. So an archive never has
to be changed, whoever is forgotten. It is a ZIP file with one entry for each hand, by its number.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import structlog
from sqlalchemy import Connection

log = structlog.get_logger()

LENGTH_BYTES: Final = 4
"""How many bytes before the lines say how many they are."""


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
    return Path(f"{file}.archives")


def write_archive(folder: Path, number: int, hands: Mapping[int, ArchivedHand]) -> None:
    """Write an archive, or write it anew if it was written and never referred to; when this returns it is durable.

    Raises:
        OSError: the disk failed, or what it gives back is not what was written.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    file = _file(folder, number)
    unfinished = file.with_suffix(".part")
    with open(os.open(unfinished, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600), "wb") as written:
        # What is packed is compressed already.
        with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
            for hand, content in hands.items():
                lines = content.lines
                entry = zipfile.ZipInfo(str(hand))
                archive.writestr(entry, len(lines).to_bytes(LENGTH_BYTES, "big") + lines + content.record)
        written.flush()
        os.fsync(written.fileno())
    if _read(unfinished, hands) != hands:
        raise OSError(f"the disk has not kept what was written to {unfinished}")
    unfinished.replace(file)
    for each in (folder, folder.parent):
        _sync(each)


def read_archive(folder: Path, number: int, hands: Iterable[int]) -> dict[int, ArchivedHand]:
    """What an archive has of some hands; nothing, with a word in the log, if it cannot be read."""
    try:
        return _read(_file(folder, number), hands)
    except (OSError, zipfile.BadZipFile, KeyError) as error:
        log.error("archive not read", archive=number, why=type(error).__name__)
        return {}


def _read(file: Path, hands: Iterable[int]) -> dict[int, ArchivedHand]:
    found = {}
    with zipfile.ZipFile(file) as archive:
        for hand in hands:
            content = archive.read(str(hand))
            ends = LENGTH_BYTES + int.from_bytes(content[:LENGTH_BYTES], "big")
            found[hand] = ArchivedHand(content[LENGTH_BYTES:ends], content[ends:])
    return found


def _file(folder: Path, number: int) -> Path:
    return folder / f"{number:06}.zip"


def _sync(folder: Path) -> None:
    """Let the names in a folder survive a power cut; a system that cannot open folders keeps them by itself."""
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
