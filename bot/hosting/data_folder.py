"""The data folder: space, owner, rights, and platforms that discard it."""

from __future__ import annotations

import errno
import os
import pwd
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from bot.chats.findings import Finding, fault, good, note
from bot.hosting.exit_codes import EXIT_CANNOT_START
from bot.hosting.file_system import BrokenPromise, Mount, kind_findings, mount_of, promise_findings

MEGABYTE = 1_000_000
LEAST_FREE = 200 * MEGABYTE
"""Least bytes for a start."""

LITTLE_FREE = 1_000 * MEGABYTE
"""Bytes below which the host is warned at every start."""

MAKE_SPACE = "Delete what is not needed on this disk, or set KIU_DATA to a folder on a larger one."


PLATFORMS: Final = {
    "DYNO": "Heroku",
    "FLY_APP_NAME": "Fly.io",
    "K_SERVICE": "Cloud Run",
    "RAILWAY_PROJECT_ID": "Railway",
    "RENDER": "Render",
}
"""Platforms that discard disks at a restart, by environment variable."""


def data_findings(folder: Path) -> list[Finding]:
    """Check a data folder without creating it."""
    findings: list[Finding] = []
    try:
        findings.extend(_findings(folder))
    except OSError as error:
        findings.append(_cannot_use(folder, error))
    return findings


def _findings(folder: Path) -> Iterator[Finding]:
    there = folder if folder.exists() else _nearest(folder)
    if not there.is_dir():
        yield fault(f"{there} is no folder.", "Set KIU_DATA to the path of a folder.", EXIT_CANNOT_START)
        return
    if there is folder:
        yield good(f"It is {folder.resolve()}.")
        yield from _whose(folder)
    else:
        yield good(f"{folder.resolve()} will be made at the first start.")
    yield from _without_temporary_files()
    mount = mount_of(there)
    yield from _space(there, mount)
    yield from kind_findings(there, mount)
    yield from passing_disk_findings(there, os.environ)
    try:
        # A folder that is not there yet is made in this one, so this one must take a file as well.
        yield from promise_findings(there, mount)
    except BrokenPromise as error:
        yield fault(
            str(error), "Set KIU_DATA to a folder on a disk of this machine that no other system has formatted."
        )


def passing_disk_findings(folder: Path, environment: Mapping[str, str], root: Path = Path("/")) -> Iterator[Finding]:
    """Warn if a folder is not on a lasting volume."""
    platform = next((name for variable, name in PLATFORMS.items() if variable in environment), None)
    if platform is not None and folder.stat().st_dev == root.stat().st_dev:
        yield fault(
            f"The data folder is on a disk of {platform} that does not last: chips and hands are gone at a restart, "
            "which may come once a day.",
            "Attach a volume and let KIU_DATA name a folder on it, or host Kiu elsewhere; docs/hosting.md tells how.",
        )


def _without_temporary_files() -> Iterator[Finding]:
    try:
        tempfile.gettempdir()
    except FileNotFoundError:
        needed = "No folder for temporary files can be written, and Kiu needs one."
        yield fault(needed, "Make /tmp writable, or set TMPDIR to a folder that is.", EXIT_CANNOT_START)


def _nearest(folder: Path) -> Path:
    return next(each for each in folder.resolve().parents if each.exists())


def _whose(folder: Path) -> Iterator[Finding]:
    me = os.geteuid()
    chown = f"sudo chown -R {_user(me)} {folder.resolve()}"
    of_others = []
    if os.access(folder, os.R_OK):
        with os.scandir(folder) as files:
            of_others = [each.name for each in files if _owner(each) not in (me, None)]
    owner = folder.stat().st_uid
    if owner != me:
        yield note(
            f"The folder belongs to the user {_user(owner)}, and you are {_user(me)}. "
            "What one of you makes there, the other may not be able to use.",
            f"Run Kiu and this always as the same user; {chown} gives all of it to you.",
        )
    elif of_others:
        yield fault(f"Files in it belong to somebody else: {', '.join(sorted(of_others)[:3])}.", f"Run {chown}.")
    rights, close = folder.stat().st_mode, f"Run chmod 700 {folder.resolve()}."
    if rights & stat.S_ISVTX:
        yield fault("The folder is shared by all users of this machine.", "Set KIU_DATA to a folder of its own.")
    elif rights & 0o022:
        yield fault("Other users of this machine can put files into the folder, or take some away.", close)
    elif rights & 0o055:
        yield note("Other users of this machine can see the names of the files in it.", close)


def _owner(file: os.DirEntry[str]) -> int | None:
    """Return the owner; ``None`` if the file is gone, as files of a running Kiu come and go."""
    try:
        return file.stat(follow_symlinks=False).st_uid
    except FileNotFoundError:
        return None


def _space(folder: Path, mount: Mount | None) -> Iterator[Finding]:
    free = free_space(folder)
    on = f" on {mount.device} ({mount.kind})" if mount is not None else ""
    if free is None:
        yield note(f"The file system{on} does not say how much space is free.")
    elif free < LEAST_FREE:
        needed = f"Kiu starts with {size(LEAST_FREE)} and more, or it could store nothing soon."
        yield fault(f"Only {size(free)} are free{on}; {needed}", MAKE_SPACE, EXIT_CANNOT_START)
    elif free < LITTLE_FREE:
        yield fault(f"Only {size(free)} are free{on}; below {size(LEAST_FREE)} Kiu does not start.", MAKE_SPACE)
    else:
        yield good(f"{size(free)} are free{on}.")


def free_space(folder: Path) -> int | None:
    """Return free bytes, ``None`` if unknown."""
    usage = shutil.disk_usage(folder)
    return usage.free if usage.total else None


def _cannot_use(folder: Path, error: OSError) -> Finding:
    remedies = {
        errno.EACCES: f"Run sudo chown -R {_user(os.geteuid())} {folder.resolve()}.",
        errno.EPERM: f"Run sudo chown -R {_user(os.geteuid())} {folder.resolve()}.",
        errno.EROFS: "The disk is mounted for reading alone: mount it for writing, or set KIU_DATA to another folder.",
        errno.ENOSPC: MAKE_SPACE,
        errno.EDQUOT: MAKE_SPACE,
        errno.ENOLCK: "The file system keeps no locks: set KIU_DATA to a folder on a disk of this machine.",
    }
    return fault(
        f"Kiu can store nothing in {folder.resolve()}: {error.strerror or error}.",
        remedies.get(
            error.errno or 0, "Look whether the disk is in order, or set KIU_DATA to a folder on another one."
        ),
        EXIT_CANNOT_START,
    )


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def size(count: float) -> str:
    """Write a size for people."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if round(count) < 1000:
            return f"{count:.0f} {unit}" if unit == "bytes" or count >= 10 else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} TB"
