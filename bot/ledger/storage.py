"""Where a database lies, and the files beside it: a disk that whoever opens a ledger may choose.

Nothing else of the ledger opens, renames or locks a file as long as tables are played, so a test may give a disk that
fails, or that loses what was never synced.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from bot.ledger.syncing import sync_folder

if sys.platform != "win32":
    import fcntl


REWRITTEN_AT_ONCE: Final = 1 << 20
"""How many bytes of a file are in memory while it is written again."""


class StoredFile(Protocol):
    """An open file."""

    def write(self, content: bytes) -> None:
        """Write over its beginning."""

    def sync(self) -> None:
        """Let what is in it survive a power cut."""

    def close(self) -> None:
        """Leave it as it is, and unlocked."""


class Storage(Protocol):
    """A disk; everything that it cannot do raises ``OSError``, unless something else is said."""

    connect_arguments: Mapping[str, Any]
    """What SQLAlchemy gives the driver besides the name of the database."""

    def connect(self, path: Path) -> sqlite3.Connection:
        """Connect to a database without the driver, and without transactions of the connection's own.

        Raise ``sqlite3.Error`` if it cannot be opened.
        """

    def make_folder(self, path: Path) -> None:
        """Make a folder that only this user can look into, and those around it, if they are missing."""

    def sync_folder(self, path: Path) -> None:
        """Let the names in a folder survive a power cut."""

    def open(self, path: Path, *, new: bool = False) -> StoredFile:
        """Open a file; it is made if it is missing, or has to be missing, and only this user can read it."""

    def lock(self, path: Path) -> StoredFile:
        """Open a file as above and lock it, until it is closed or the process ends.

        Raise ``BlockingIOError`` if another process has it locked.
        """

    def rewrite(self, path: Path) -> None:
        """Write what is in a file again, each byte in its place, and let it survive a power cut."""

    def exists(self, path: Path) -> bool:
        """True if there is a file."""

    def rename(self, path: Path, new: Path) -> None:
        """Give a file another name, and take the place of what had it."""

    def modified_at(self, path: Path) -> float:
        """When something was last written to a file, in seconds since 1970."""

    def size(self, path: Path) -> int:
        """How many bytes a file has; 0 if there is none."""

    def free(self, path: Path) -> int:
        """How many bytes are left where a folder is."""


class LocalStorage:
    """The disks of this machine."""

    connect_arguments: Mapping[str, Any] = {}

    def connect(self, path: Path) -> sqlite3.Connection:
        return sqlite3.connect(path, isolation_level=None)

    def make_folder(self, path: Path) -> None:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def sync_folder(self, path: Path) -> None:
        sync_folder(path)

    def open(self, path: Path, *, new: bool = False) -> _LocalFile:
        opened = _LocalFile(path, new=new)
        try:
            # It may have been made by somebody who was less careful.
            os.chmod(path, 0o600)
        except BaseException:
            opened.close()
            raise
        return opened

    def lock(self, path: Path) -> _LocalFile:
        opened = _LocalFile(path)
        try:
            opened.lock()
        except BaseException:
            opened.close()
            raise
        return opened

    def rewrite(self, path: Path) -> None:
        with path.open("r+b") as file:
            while piece := file.read(REWRITTEN_AT_ONCE):
                file.seek(-len(piece), os.SEEK_CUR)
                file.write(piece)
                # Between writing and reading.
                file.flush()
            os.fsync(file.fileno())

    def exists(self, path: Path) -> bool:
        return path.exists()

    def rename(self, path: Path, new: Path) -> None:
        path.replace(new)

    def modified_at(self, path: Path) -> float:
        return path.stat().st_mtime

    def size(self, path: Path) -> int:
        return path.stat().st_size if path.exists() else 0

    def free(self, path: Path) -> int:
        return shutil.disk_usage(path).free


class _LocalFile:
    def __init__(self, path: Path, *, new: bool = False) -> None:
        self._descriptor = os.open(path, os.O_CREAT | os.O_RDWR | (os.O_EXCL if new else 0), 0o600)

    def write(self, content: bytes) -> None:
        os.pwrite(self._descriptor, content, 0)

    def sync(self) -> None:
        os.fsync(self._descriptor)

    def lock(self) -> None:
        if sys.platform != "win32":
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def close(self) -> None:
        os.close(self._descriptor)


LOCAL: Final[Storage] = LocalStorage()
"""What a ledger lies on if nobody says anything else."""
