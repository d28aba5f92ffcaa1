"""The disk under a database and the files beside it.

The ledger touches files only through it while tables are played, so a test may supply a failing disk.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Final

REWRITTEN_AT_ONCE: Final = 1 << 20
"""Bytes in memory while a file is rewritten."""


class StoredFile:
    """An open file that only this user can read; ``new`` forbids an existing one."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        self._descriptor = os.open(path, os.O_CREAT | os.O_RDWR | (os.O_EXCL if new else 0), 0o600)

    def write(self, content: bytes) -> None:
        """Overwrite the beginning."""
        os.pwrite(self._descriptor, content, 0)

    def sync(self) -> None:
        """Make the content survive a power cut."""
        os.fsync(self._descriptor)

    def lock(self) -> None:
        """Lock until closed; raise ``BlockingIOError`` if another process has the lock."""
        fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def close(self) -> None:
        os.close(self._descriptor)


class Storage:
    """The disks of this machine; failures raise ``OSError`` unless noted."""

    def connect(self, path: Path) -> sqlite3.Connection:
        """Connect without implicit transactions and waiting for locks; raise ``sqlite3.Error`` on failure."""
        return sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)

    def make_folder(self, path: Path) -> None:
        """Make missing folders that only this user can enter."""
        path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def sync_folder(self, path: Path) -> None:
        """Make the names in a folder survive a power cut."""
        sync_folder(path)

    def open(self, path: Path, *, new: bool = False) -> StoredFile:
        opened = StoredFile(path, new=new)
        try:
            # An existing file may be readable by others.
            os.chmod(path, 0o600)
        except BaseException:
            opened.close()
            raise
        return opened

    def lock(self, path: Path) -> StoredFile:
        """Open and lock a file until closed; raise ``BlockingIOError`` if another process has the lock."""
        opened = StoredFile(path)
        try:
            opened.lock()
        except BaseException:
            opened.close()
            raise
        return opened

    def rewrite(self, path: Path) -> None:
        """Rewrite a file's bytes in place, durably."""
        with path.open("r+b") as file:
            while piece := file.read(REWRITTEN_AT_ONCE):
                file.seek(-len(piece), os.SEEK_CUR)
                file.write(piece)
                file.flush()
            os.fsync(file.fileno())

    def exists(self, path: Path) -> bool:
        return path.exists()

    def rename(self, path: Path, new: Path) -> None:
        """Rename a file, replacing any other of that name."""
        path.replace(new)

    def modified_at(self, path: Path) -> float:
        """Return the last write, in seconds since 1970."""
        return path.stat().st_mtime

    def size(self, path: Path) -> int:
        """Return a file's bytes; 0 if missing."""
        return path.stat().st_size if path.exists() else 0

    def free(self, path: Path) -> int:
        """Return free bytes at a folder."""
        return shutil.disk_usage(path).free


LOCAL: Final = Storage()


def sync_file(path: Path) -> None:
    """Make a file's content durable."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def sync_folder(folder: Path) -> None:
    """Make a folder's names durable."""
    sync_file(folder)
