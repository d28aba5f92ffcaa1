"""Promises of a file system: rights, locks, and durability through a power cut."""

from __future__ import annotations

import fcntl
import os
import stat
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bot.chats.findings import Finding, fault, good, note
from bot.ledger import sync_folder

OWN_DISK = "Set KIU_DATA to a folder on a disk of this machine, and move the files there while Kiu is stopped."

IN_MEMORY = frozenset({"tmpfs", "ramfs", "devtmpfs"})

OF_A_CONTAINER = frozenset({"overlay", "overlayfs", "aufs", "fuse-overlayfs", "fuse.fuse-overlayfs"})
"""File systems of containers, discarded with them."""

OF_OTHER_MACHINES = frozenset(
    {
        *("9p", "afpfs", "afs", "beegfs", "ceph", "cifs", "davfs", "fuse.ceph", "fuse.davfs", "fuse.gcsfuse"),
        *("fuse.glusterfs", "fuse.goofys", "fuse.grpcfuse", "fuse.rclone", "fuse.s3fs", "fuse.sshfs"),
        *("fuse.vmhgfs-fuse", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "gfs2", "orangefs"),
        *("prl_fs", "smb2", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs", "webdav"),
    }
)
"""Remote file systems, with locks and durability decided elsewhere."""

WITHOUT_A_JOURNAL = frozenset({"exfat", "fat", "fuse.exfat", "msdos", "vfat"})

COPIERS = {
    "dropbox": "Dropbox",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "icloud drive": "iCloud",
    "mobile documents": "iCloud",
    "nextcloud": "Nextcloud",
    "onedrive": "OneDrive",
    "owncloud": "ownCloud",
}
"""Folders copied to other machines by programs, in lower case."""

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


class BrokenPromise(Exception):
    """The file system fails the database; the text is one sentence for the host."""


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


def kind_findings(folder: Path, mount: Mount | None) -> Iterator[Finding]:
    """Report doubts by kind of file system and by path."""
    copier = next((COPIERS[part.lower()] for part in folder.resolve().parts if part.lower() in COPIERS), "")
    if copier:
        yield fault(f"The data folder is in a folder of {copier}, which copies files while Kiu writes them.", OWN_DISK)
    if mount is None:
        return
    if mount.kind in IN_MEMORY:
        yield fault(
            f"The data folder is in memory ({mount.kind}): chips and hands are gone when the machine is switched off.",
            OWN_DISK,
        )
    elif mount.kind in OF_A_CONTAINER:
        yield fault(
            f"The data folder is in the container itself ({mount.kind}): chips and hands are gone with the container.",
            "Give the container a volume for its data folder; docs/hosting.md tells how.",
        )
    elif mount.kind in OF_OTHER_MACHINES:
        yield fault(
            f"The data folder is on another machine ({mount.kind}), whose locks and answers are not to be relied on.",
            OWN_DISK,
        )
    elif mount.kind in WITHOUT_A_JOURNAL:
        yield fault(f"The data folder is on a file system ({mount.kind}) that a power cut can destroy.", OWN_DISK)


def promise_findings(folder: Path, mount: Mount | None) -> Iterator[Finding]:
    """Try rights, lock, write, sync and rename; raise ``BrokenPromise`` for a failure, ``OSError`` if nothing can be
    written.
    """
    seconds = _seconds_to_store(folder)
    told = f"storing takes {1000 * seconds:.{3 if seconds < 0.001 else 0}f} ms"
    in_memory = mount is not None and mount.kind in IN_MEMORY
    if seconds >= SLOWEST:
        yield fault(
            f"The disk is too slow: {told}, and every move waits for it.",
            "See what else writes to this disk, or set KIU_DATA to a folder on a quicker one.",
        )
    elif seconds >= SLOW:
        yield note(f"The disk is slow: {told}, and every move waits for it.")
    elif seconds < QUICKEST and not in_memory:
        yield fault(
            f"Storing takes {1e6 * seconds:.0f} millionths of a second, so nothing waits for the disk: "
            "a power cut can undo what was stored.",
            "Start Kiu without eatmydata or the like, and do not let a virtual machine ignore what its disk is told.",
        )
    else:
        yield good(f"Files can be written, locked and renamed; {told}.")


def _seconds_to_store(folder: Path) -> float:
    number, first = tempfile.mkstemp(prefix="doctor-", dir=folder)
    name = first
    try:
        _try_rights(number)
        _try_lock(number, name)
        seconds = statistics.median(_waits(number))
        name = f"{first}.renamed"
        os.rename(first, name)
        # As is done for every new file that counts.
        sync_folder(folder)
    finally:
        os.close(number)
        for each in (first, name):
            Path(each).unlink(missing_ok=True)
    return seconds


def _try_rights(number: int) -> None:
    os.fchmod(number, 0o600)
    if stat.S_IMODE(os.fstat(number).st_mode) & 0o077:
        raise BrokenPromise("The file system of the data folder keeps no rights: others can read what Kiu stores.")


def _try_lock(number: int, name: str) -> None:
    other = os.open(name, os.O_RDWR)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        try:
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pass
        else:
            raise BrokenPromise("The file system of the data folder keeps no locks: two Kius could write at once.")
    finally:
        os.close(other)


def _waits(number: int, clock: Callable[[], float] = time.perf_counter) -> Sequence[float]:
    waits = []
    for page in range(WAITS):
        os.pwrite(number, bytes([page]) * PAGE, page * PAGE)
        begun = clock()
        os.fsync(number)
        waits.append(clock() - begun)
    return waits
