"""The data folder: rights, space, kind and speed of its disk, and platforms that discard it."""

from __future__ import annotations

import errno
import os
import pwd
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from bot.chats.findings import Finding, fault, good, note
from bot.hosting.exit_codes import EXIT_CANNOT_START

MEGABYTE = 1_000_000
LEAST_FREE = 200 * MEGABYTE
"""Least bytes for a start."""

LITTLE_FREE = 1_000 * MEGABYTE
"""Bytes below which the host is warned at every start."""

MAKE_SPACE = "Delete what is not needed on this disk, or set KIU_DATA to a folder on a larger one."
OWN_DISK = "Set KIU_DATA to a folder on a disk of this machine, and move the files there while Kiu is stopped."

PLATFORMS: Final = {
    "DYNO": "Heroku",
    "FLY_APP_NAME": "Fly.io",
    "K_SERVICE": "Cloud Run",
    "RAILWAY_PROJECT_ID": "Railway",
    "RENDER": "Render",
}
"""Platforms that discard disks at a restart, by environment variable."""

IN_MEMORY = "is in memory ({}): chips and hands are gone when the machine is switched off."
IN_A_CONTAINER = "is in the container itself ({}): chips and hands are gone with the container."
ELSEWHERE = "is on another machine ({}), whose locks and answers are not to be relied on."
WITHOUT_A_JOURNAL = "is on a file system ({}) that a power cut can destroy."

DOUBTFUL_KINDS: Final = {
    **dict.fromkeys(("tmpfs", "ramfs", "devtmpfs"), IN_MEMORY),
    **dict.fromkeys(("overlay", "overlayfs", "aufs", "fuse-overlayfs", "fuse.fuse-overlayfs"), IN_A_CONTAINER),
    **dict.fromkeys(("9p", "afpfs", "afs", "beegfs", "ceph", "cifs", "davfs", "fuse.ceph", "fuse.davfs"), ELSEWHERE),
    **dict.fromkeys(("fuse.gcsfuse", "fuse.glusterfs", "fuse.goofys", "fuse.grpcfuse", "fuse.rclone"), ELSEWHERE),
    **dict.fromkeys(("fuse.s3fs", "fuse.sshfs", "fuse.vmhgfs-fuse", "gfs2", "glusterfs", "gpfs"), ELSEWHERE),
    **dict.fromkeys(("lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "prl_fs", "smb2", "smb3"), ELSEWHERE),
    **dict.fromkeys(("smbfs", "vboxsf", "virtiofs", "vmhgfs", "webdav"), ELSEWHERE),
    **dict.fromkeys(("exfat", "fat", "fuse.exfat", "msdos", "vfat"), WITHOUT_A_JOURNAL),
}
"""The end of a sentence by kind of file system."""

PAGE = 4096
"""Bytes of a database page."""

WAITS = 16
"""Number of timed writes."""

QUICKEST = 0.02e-3
"""Seconds, less than any disk needs."""

SLOW = 0.05
SLOWEST = 0.25
"""Seconds of every move from which people may notice, and will."""


class Mount(NamedTuple):
    """The file system of a folder."""

    device: str
    kind: str
    """Its kind, such as ``ext4``."""


def data_findings(folder: Path) -> list[Finding]:
    """Check a data folder without creating it."""
    findings: list[Finding] = []
    try:
        findings.extend(_findings(folder))
    except OSError as error:
        findings.append(_cannot_use(folder, error))
    return findings


def _findings(folder: Path) -> Iterator[Finding]:
    # A folder that is not there yet is made in its nearest parent, so that one must take a file as well.
    there = folder if folder.exists() else next(each for each in folder.resolve().parents if each.exists())
    if not there.is_dir():
        yield fault(f"{there} is no folder.", "Set KIU_DATA to the path of a folder.", EXIT_CANNOT_START)
        return
    if there is folder:
        yield good(f"It is {folder.resolve()}.")
        if folder.stat().st_mode & 0o022:
            shared = "Other users of this machine can put files into the folder, or take some away."
            yield fault(shared, f"Run chmod 700 {folder.resolve()}, or set KIU_DATA to a folder of its own.")
    else:
        yield good(f"{folder.resolve()} will be made at the first start.")
    mount = mount_of(there)
    yield _space(there, mount)
    if mount is not None and mount.kind in DOUBTFUL_KINDS:
        volume = "Give the container a volume for its data folder; docs/hosting.md tells how."
        doubt = DOUBTFUL_KINDS[mount.kind]
        yield fault(f"The data folder {doubt.format(mount.kind)}", volume if doubt == IN_A_CONTAINER else OWN_DISK)
    yield from passing_disk_findings(there, os.environ)
    yield _speed(_seconds_to_store(there), in_memory=mount is not None and DOUBTFUL_KINDS.get(mount.kind) == IN_MEMORY)


def mount_of(folder: Path) -> Mount | None:
    """Return a folder's mount; ``None`` if the machine does not tell."""
    import psutil

    path, found, longest = folder.resolve(), None, -1
    try:
        mounts = psutil.disk_partitions(all=True)
    except OSError:
        return None
    for each in mounts:
        point = Path(each.mountpoint)
        # Of two at one place the later one hides the other.
        if path.is_relative_to(point) and len(point.parts) >= longest:
            found, longest = Mount(each.device, each.fstype.lower()), len(point.parts)
    return found


def passing_disk_findings(folder: Path, environment: Mapping[str, str], root: Path = Path("/")) -> Iterator[Finding]:
    """Warn if a folder is not on a lasting volume."""
    platform = next((name for variable, name in PLATFORMS.items() if variable in environment), None)
    if platform is not None and folder.stat().st_dev == root.stat().st_dev:
        yield fault(
            f"The data folder is on a disk of {platform} that does not last: chips and hands are gone at a restart, "
            "which may come once a day.",
            "Attach a volume and let KIU_DATA name a folder on it, or host Kiu elsewhere; docs/hosting.md tells how.",
        )


def _space(folder: Path, mount: Mount | None) -> Finding:
    free = free_space(folder)
    on = f" on {mount.device} ({mount.kind})" if mount is not None else ""
    if free is None:
        return note(f"The file system{on} does not say how much space is free.")
    if free < LEAST_FREE:
        needed = f"Kiu starts with {size(LEAST_FREE)} and more, or it could store nothing soon."
        return fault(f"Only {size(free)} are free{on}; {needed}", MAKE_SPACE, EXIT_CANNOT_START)
    if free < LITTLE_FREE:
        return fault(f"Only {size(free)} are free{on}; below {size(LEAST_FREE)} Kiu does not start.", MAKE_SPACE)
    return good(f"{size(free)} are free{on}.")


def free_space(folder: Path) -> int | None:
    """Return free bytes, ``None`` if unknown."""
    usage = shutil.disk_usage(folder)
    return usage.free if usage.total else None


def _seconds_to_store(folder: Path) -> float:
    """Return the median of some synced writes of a page; raise ``OSError`` if nothing can be written."""
    with tempfile.NamedTemporaryFile(prefix="doctor-", dir=folder) as file:
        waits = []
        for page in range(WAITS):
            os.pwrite(file.fileno(), bytes([page]) * PAGE, page * PAGE)
            begun = time.perf_counter()
            os.fsync(file.fileno())
            waits.append(time.perf_counter() - begun)
    return statistics.median(waits)


def _speed(seconds: float, *, in_memory: bool) -> Finding:
    told = f"storing takes {1000 * seconds:.{3 if seconds < 0.001 else 0}f} ms"
    if seconds >= SLOWEST:
        quicker = "See what else writes to this disk, or set KIU_DATA to a folder on a quicker one."
        return fault(f"The disk is too slow: {told}, and every move waits for it.", quicker)
    if seconds >= SLOW:
        return note(f"The disk is slow: {told}, and every move waits for it.")
    if seconds < QUICKEST and not in_memory:
        return fault(
            f"Storing takes {1e6 * seconds:.0f} millionths of a second, so nothing waits for the disk: "
            "a power cut can undo what was stored.",
            "Start Kiu without eatmydata or the like, and do not let a virtual machine ignore what its disk is told.",
        )
    return good(f"Files can be written; {told}.")


def _cannot_use(folder: Path, error: OSError) -> Finding:
    me = os.geteuid()
    users = {each.pw_uid: each.pw_name for each in pwd.getpwall()}
    chown = f"Run sudo chown -R {users.get(me, me)} {folder.resolve()}."
    remedies = {
        errno.EACCES: chown,
        errno.EPERM: chown,
        errno.EROFS: "The disk is mounted for reading alone: mount it for writing, or set KIU_DATA to another folder.",
        errno.ENOSPC: MAKE_SPACE,
        errno.EDQUOT: MAKE_SPACE,
    }
    return fault(
        f"Kiu can store nothing in {folder.resolve()}: {error.strerror or error}.",
        remedies.get(
            error.errno or 0, "Look whether the disk is in order, or set KIU_DATA to a folder on another one."
        ),
        EXIT_CANNOT_START,
    )


def size(count: float) -> str:
    """Write a size for people."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if round(count) < 1000:
            return f"{count:.0f} {unit}" if unit == "bytes" or count >= 10 else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} TB"
