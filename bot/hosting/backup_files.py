"""Backup files with their names and findings."""

from __future__ import annotations

import hashlib
import re
import shlex
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

PARTIAL: Final = "kiu-partial"
"""The prefix of an unfinished file."""

ON_A_SERVER: Final = (
    "The database is on PostgreSQL: back it up with pg_dump, and restore that with pg_restore into an empty one."
)

DIGITS: Final = 16
"""SHA-256 hex digits in a backup's name."""

_TIME: Final = "%Y%m%dT%H%M%SZ"
_NAME: Final = re.compile(r"kiu-(\d{8}T\d{6}Z)(-stopped)?-([0-9a-f]{16})\.sqlite3")


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A finished backup; named last, so a file with such a name is whole."""

    path: Path
    made: datetime
    """Its time in UTC."""

    stopped: bool
    """True if no Kiu was running."""

    digest: str
    """The first digits of its SHA-256."""


def named(path: Path) -> BackupFile | None:
    """Return ``None`` if it is no backup."""
    match = _NAME.fullmatch(path.name)
    if match is None:
        return None
    try:
        made = datetime.strptime(match[1], _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None
    return BackupFile(path, made, stopped=bool(match[2]), digest=match[3])


def name_of(made: datetime, content: Path, *, stopped: bool) -> str:
    """Return the name for a content and the state of Kiu."""
    mark = "-stopped" if stopped else ""
    return f"kiu-{made.astimezone(UTC):{_TIME}}{mark}-{digest_of(content)}.sqlite3"


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:DIGITS]


def backups_in(folder: Path) -> list[BackupFile]:
    files = folder.iterdir() if folder.is_dir() else ()
    found = [backup for path in files if (backup := named(path)) is not None]
    return sorted(found, key=lambda each: (each.made, each.path.name))


def way_back(folder: Path) -> str:
    """Return the newest backup and the command that restores it."""
    try:
        newest = next(reversed(backups_in(folder)), None)
    except OSError:
        newest = None
    anew = "To begin anew without it: python -m bot run --new."
    if newest is None:
        return f"There is no backup in {folder}; if you have one elsewhere: python -m bot restore FILE. {anew}"
    return (
        f"The newest backup is from {newest.made:%Y-%m-%d %H:%M} UTC. Keep a copy of the data folder, then restore it: "
        f"python -m bot restore {shlex.quote(str(newest.path))}. {anew}"
    )
