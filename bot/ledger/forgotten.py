"""The list of forgotten people beside the database, so that restored backups forget them again.

It has only row numbers of ``person``, meaningless without a database of that time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from bot.ledger.errors import NotStored
from bot.ledger.storage import LOCAL, Storage

LENGTH: Final = 13
"""Bytes of a line: twelve digits and an end, so that a partial line is recognised."""


def list_beside(database: Path) -> Path:
    return database.with_name(f"{database.name}.forgotten")


def numbers_in(database: Path) -> list[int]:
    path = list_beside(database)
    content = path.read_bytes() if path.exists() else b""
    lines = (content[at : at + LENGTH] for at in range(0, len(content), LENGTH))
    return [int(line) for line in lines if re.fullmatch(rb"[0-9]{12}\n", line)]


def note(database: Path, numbers: Iterable[int], storage: Storage = LOCAL) -> None:
    """Add numbers durably; raise ``NotStored`` if the disk failed."""
    all_numbers = dict.fromkeys((*numbers_in(database), *numbers))
    try:
        file = storage.open(list_beside(database))
        try:
            file.write(b"".join(b"%012d\n" % number for number in all_numbers))
            file.sync()
        finally:
            file.close()
        storage.sync_folder(database.parent)
    except OSError as error:
        raise NotStored(f"the list of forgotten people cannot be written: {error.strerror or error}") from error
