"""The data folder: rights, space, kind and speed of its disk, and platforms that discard it."""

from __future__ import annotations

import errno
import getpass
import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from bot.chats.findings import Finding, fault, good, note
from bot.hosting.disk_space import LEAST_FREE, MEGABYTE, free_space, size
from bot.hosting.exit_codes import EXIT_CANNOT_START

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

SLOW = 0.05
SLOWEST = 0.25
"""Seconds of every move from which people may notice, and will."""


class Mount(NamedTuple):
    device: str
    kind: str
    """Its kind, such as ``ext4``."""


def data_findings(folder: Path) -> list[Finding]:
    """Check a data folder without creating it."""
    try:
        return list(_findings(folder))
    except OSError as error:
        return [_cannot_use(folder, error)]


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
    yield _speed(_seconds_to_store(there))


def mount_of(folder: Path) -> Mount | None:
    import psutil

    path, found, longest = folder.resolve(), None, -1
    try:
        mounts = psutil.disk_partitions(all=True)
    except OSError:
        return None
    for each in mounts:
        point = Path(each.mountpoint)
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


def _speed(seconds: float) -> Finding:
    told = f"storing takes {1000 * seconds:.{3 if seconds < 0.001 else 0}f} ms"
    if seconds >= SLOWEST:
        quicker = "See what else writes to this disk, or set KIU_DATA to a folder on a quicker one."
        return fault(f"The disk is too slow: {told}, and every move waits for it.", quicker)
    if seconds >= SLOW:
        return note(f"The disk is slow: {told}, and every move waits for it.")
    return good(f"Files can be written; {told}.")


def _cannot_use(folder: Path, error: OSError) -> Finding:
    remedy = "Look whether the disk is in order, or set KIU_DATA to a folder on another one."
    if error.errno in (errno.EACCES, errno.EPERM):
        remedy = f"Run sudo chown -R {getpass.getuser()} {folder.resolve()}."
    elif error.errno in (errno.ENOSPC, errno.EDQUOT):
        remedy = MAKE_SPACE
    text = f"Kiu can store nothing in {folder.resolve()}: {error.strerror or error}."
    return fault(text, remedy, EXIT_CANNOT_START)
