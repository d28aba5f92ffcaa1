"""The disk in memory as one life of Kiu's process has it: what the ledger is given in the place of a real disk."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from bot.ledger import Storage, StoredFile
from tools.simulation.disk import CAPACITY, Disk, DiskFailed, Failure, File, PowerCut
from tools.simulation.sqlite_driver import Connection
from tools.simulation.sqlite_vfs import Vfs

NUMBERS = {Failure.ERROR: errno.EIO, Failure.FULL: errno.ENOSPC}


class Mount(Storage):
    """A disk for one life, with which everything ends that it has opened."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.dead = False
        """Whether the process is; then nothing that it asks for is done any more."""

        self.after_statement: Callable[[Connection], None] | None = None
        """Called after each statement that leaves no transaction open, with the connection that has run it."""

        self._connections: list[Connection] = []
        self._locks: set[str] = set()
        self.vfs = Vfs(self)

    def kill(self) -> None:
        """Let the process end at once; the disk has all that it was given, and nothing more."""
        self.dead = True
        self.disk.locks -= self._locks
        for connection in self._connections:
            connection.leave()

    def asked(self) -> Asked:
        """The disk, for something that the process asks.

        Raises:
            PowerCut: the process is dead, or was while this was done.
        """
        return Asked(self)

    # --- what the ledger asks --------------------------------------------------------------------------------------

    def connect(self, path: Path) -> sqlite3.Connection:
        """A connection that blocks."""
        connection = Connection(str(path), self.vfs.name, self._after_statement)
        self._connections.append(connection)
        return cast(sqlite3.Connection, connection)

    def _after_statement(self, connection: Connection) -> None:
        if self.after_statement is not None and not self.dead:
            self.after_statement(connection)

    def make_folder(self, path: Path) -> None:
        """All folders are there."""

    def sync_folder(self, path: Path) -> None:
        """Make its names durable."""
        with system_errors(), self.asked() as disk:
            disk.sync_folder(str(path))

    def open(self, path: Path, *, new: bool = False) -> OpenFile:
        """Open or make a file."""
        with system_errors(), self.asked() as disk:
            return OpenFile(self, str(path), disk.open(str(path), new=new))

    def lock(self, path: Path) -> OpenFile:
        """Open a file that no other process has locked."""
        opened = self.open(path)
        if str(path) in self.disk.locks:
            raise BlockingIOError(f"{path} is locked")
        self.disk.locks.add(str(path))
        self._locks.add(str(path))
        return opened

    def unlock(self, path: str) -> None:
        """Unlock a file, if it was locked."""
        if path in self._locks:
            self._locks.discard(path)
            self.disk.locks.discard(path)

    def rewrite(self, path: Path) -> None:
        """Write all of it again, and sync it."""
        file = self.disk.names[str(path)]
        with system_errors(), self.asked() as disk:
            disk.write(str(path), file, bytes(file.content), 0)
            disk.sync(str(path), file)

    def exists(self, path: Path) -> bool:
        """Whether it has the file."""
        return str(path) in self.disk.names

    def rename(self, path: Path, new: Path) -> None:
        """Give it another name."""
        with system_errors(), self.asked() as disk:
            disk.rename(str(path), str(new))

    def modified_at(self, path: Path) -> float:
        """When it was written to last."""
        return self.disk.names[str(path)].modified_at

    def size(self, path: Path) -> int:
        """Its bytes."""
        file = self.disk.names.get(str(path))
        return 0 if file is None else len(file.content)

    def free(self, path: Path) -> int:
        """What is left of the disk."""
        return CAPACITY - self.disk.used()


class Asked:
    """The disk while something is asked of it, which a power cut then makes the last thing of all."""

    __slots__ = ("_mount",)

    # A generator would do, and take three times as long: everything that is stored comes this way.
    def __init__(self, mount: Mount) -> None:
        self._mount = mount

    def __enter__(self) -> Disk:
        if self._mount.dead:
            raise PowerCut("the process is dead")
        return self._mount.disk

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, PowerCut):
            self._mount.kill()


class OpenFile(StoredFile):
    """A file that the ledger has opened."""

    def __init__(self, mount: Mount, path: str, file: File) -> None:
        self._mount = mount
        self._path = path
        self._file = file

    def write(self, content: bytes) -> None:
        """Write over its beginning."""
        with system_errors(), self._mount.asked() as disk:
            disk.write(self._path, self._file, content, 0)

    def sync(self) -> None:
        """Make it durable."""
        with system_errors(), self._mount.asked() as disk:
            disk.sync(self._path, self._file)

    def close(self) -> None:
        """Unlock it."""
        self._mount.unlock(self._path)


@contextmanager
def system_errors() -> Iterator[None]:
    """Raise what the system would.

    Raises:
        OSError: the disk failed, or the process is dead.
    """
    try:
        yield
    except DiskFailed as error:
        raise OSError(NUMBERS[error.failure], error.failure.value, error.operation.path) from error
    except PowerCut as error:
        raise OSError(errno.EIO, "the power is off") from error
