"""The files of backups: what their names tell, and which of them are kept."""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

PARTIAL: Final = "kiu-partial"
"""How the name of a file begins that is not finished."""

DIGITS: Final = 16
"""How many hex digits of the SHA-256 of its content stand in the name of a backup."""

_TIME: Final = "%Y%m%dT%H%M%SZ"
_NAME: Final = re.compile(r"kiu-(\d{8}T\d{6}Z)(-stopped)?-([0-9a-f]{16})\.sqlite3")


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A finished backup. Its name is given to it last, so a file with such a name is whole."""

    path: Path
    made: datetime
    """When it was made, in UTC."""

    stopped: bool
    """Whether no Kiu was running when it was made."""

    digest: str
    """The first digits of the SHA-256 of its content."""


class Kept(NamedTuple):
    """How many backups are kept: the newest ones, as many as are made in so many hours, and the newest of each of the
    latest days and weeks in which there are any."""

    hourly: int
    daily: int
    weekly: int


def named(path: Path) -> BackupFile | None:
    """What the name of a file tells; ``None`` if it is not the name of a backup."""
    match = _NAME.fullmatch(path.name)
    if match is None:
        return None
    try:
        made = datetime.strptime(match[1], _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None
    return BackupFile(path, made, stopped=bool(match[2]), digest=match[3])


def name_of(made: datetime, content: Path, *, stopped: bool) -> str:
    """The name of a backup.

    Args:
        made: when it was made.
        content: the file that it will be.
        stopped: whether no Kiu was running.
    """
    mark = "-stopped" if stopped else ""
    return f"kiu-{made.astimezone(UTC):{_TIME}}{mark}-{digest_of(content)}.sqlite3"


def digest_of(path: Path) -> str:
    """The digits of the content of a file that stand in the name of a backup."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:DIGITS]


def backups_in(folder: Path) -> list[BackupFile]:
    """All backups in a folder, the oldest first."""
    files = folder.iterdir() if folder.is_dir() else ()
    found = [backup for path in files if (backup := named(path)) is not None]
    return sorted(found, key=lambda each: (each.made, each.path.name))


def way_back(folder: Path) -> str:
    """Tell the host of a lost or damaged database how to go on: the newest backup, and the command that restores it."""
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


def to_remove(backups: Collection[BackupFile], kept: Kept, longest: timedelta, now: datetime) -> list[BackupFile]:
    """The backups that are not kept any longer.

    Args:
        backups: those that there are.
        kept: how many are kept.
        longest: how old one may become at most, however few there are.
        now: the present moment.
    """
    periods: Iterable[tuple[int, Callable[[BackupFile], Any]]] = (
        # Not by hours, or one that a host has asked for would be gone with the next.
        (kept.hourly, lambda each: each.path),
        (kept.daily, lambda each: each.made.date()),
        (kept.weekly, lambda each: each.made.isocalendar()[:2]),
    )
    newest_first = sorted(backups, key=lambda each: each.made, reverse=True)
    keep: set[Path] = set()
    for most, period in periods:
        newest_of: dict[Any, Path] = {}
        for each in newest_first:
            newest_of.setdefault(period(each), each.path)
        keep.update(list(newest_of.values())[:most])
    return [each for each in backups if each.path not in keep or now - each.made > longest]
