"""Backup files with their names and findings."""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.chats.findings import Finding, fault, good, note
from bot.environment.settings import Settings

PARTIAL: Final = "kiu-partial"
"""The prefix of an unfinished file."""

DIGITS: Final = 16
"""SHA-256 hex digits in a backup's name."""

LATE: Final = 2
"""Intervals after which a backup is missing."""

MAKE_ONE: Final = "python -m bot backup makes one now, and says what is wrong if it cannot."

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
    """Read a file's name; return ``None`` if it is no backup."""
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
    """Return the digits for a backup's name."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:DIGITS]


def backups_in(folder: Path) -> list[BackupFile]:
    """Return all backups, the oldest first."""
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


def backup_findings(settings: Settings, now: datetime, running_since: datetime | None) -> Iterator[Finding]:
    """Check the backups by name only."""
    every, folder = settings.backup_every, settings.backups
    try:
        found = backups_in(folder)
        same_disk = bool(found) and settings.data.exists() and folder.stat().st_dev == settings.data.stat().st_dev
    except OSError as error:
        yield fault(f"{folder} cannot be looked at: {error.strerror}.", "Run this as the user who runs Kiu.")
        return
    newest = found[-1].made if found else None
    kept = f"{len(found)} {'is' if len(found) == 1 else 'are'} kept in {folder}."
    told = f"The newest backup is from {newest:%Y-%m-%d %H:%M} UTC; {kept}" if newest else ""
    if not every:
        yield note(f"{told or 'There is no backup.'} None is made, since KIU_BACKUP_EVERY is 0.", MAKE_ONE)
    elif running_since is not None and now - max(running_since, newest or running_since) > LATE * every:
        yield fault(f"{told or 'There is no backup.'} One should be made every {_words(every)}.", MAKE_ONE)
    else:
        yield good(f"{told or 'There is none yet.'} While Kiu runs one is made every {_words(every)}.")
    if same_disk:
        yield note(
            "They are on the disk of the database, so both are lost if it breaks.",
            "Copy them to another machine now and then, or set KIU_BACKUP_FOLDER to a folder on another disk.",
        )


def _words(time: timedelta) -> str:
    seconds = round(time.total_seconds())
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        count, rest = divmod(seconds, length)
        if count and not rest:
            return unit if count == 1 else f"{count} {unit}s"
    return f"{seconds} seconds"
