"""SQLite's files on the disk in memory, with the habits of SQLite's own layer for Unix."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import apsw

from tools.simulation.disk import DiskFailed, Failure, File, PowerCut

if TYPE_CHECKING:
    from tools.simulation.mount import Mount

JOURNALS: Final = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL
"""Files whose name has to survive with them: their folder is synced when they are, the first time."""

PRIMARY: Final = 0xFF
TEXTS: Final = {
    apsw.SQLITE_IOERR: "disk I/O error",
    apsw.SQLITE_FULL: "database or disk is full",
    apsw.SQLITE_CANTOPEN: "unable to open database file",
}
"""What SQLite says of an error, by its primary code."""

TEMPORARY: Final = "a temporary file"

_numbers = itertools.count(1)


class Vfs(apsw.VFS):
    """Serves the connections of one life."""

    def __init__(self, mount: Mount) -> None:
        self.name: Final = f"kiu-{next(_numbers)}"
        self._mount = mount
        super().__init__(self.name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> Any:  # noqa: N802
        """Open a file, or make one."""
        flags[1] = flags[0]
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if path is None:
            return VfsFile(self._mount, TEMPORARY, File(), journal=False)
        with driver_errors(apsw.SQLITE_CANTOPEN), self._mount.asked() as disk:
            if path not in disk.names and not flags[0] & apsw.SQLITE_OPEN_CREATE:
                raise _error(apsw.SQLITE_CANTOPEN)
            return VfsFile(self._mount, path, disk.open(path), journal=bool(flags[0] & JOURNALS))

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        """Whether there is a file; one of SQLite's that is empty counts for nothing."""
        file = self._mount.disk.names.get(pathname)
        return file is not None and bool(file.content)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        """Remove a file."""
        with driver_errors(apsw.SQLITE_IOERR_DELETE), self._mount.asked() as disk:
            try:
                disk.delete(filename)
            except FileNotFoundError:
                raise _error(apsw.SQLITE_IOERR_DELETE_NOENT) from None
        if syncdir:
            with driver_errors(apsw.SQLITE_IOERR_DIR_FSYNC), self._mount.asked() as disk:
                disk.sync_folder(_folder_of(filename))

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        """The name, since all are given from the root on."""
        return name

    def excepthook(self, *_: object) -> bool:
        """Say nothing of what a dead process still tries."""
        return True


class VfsFile:
    """An open file."""

    def __init__(self, mount: Mount, path: str, file: File, *, journal: bool) -> None:
        self._mount = mount
        self._path = path
        self._file = file
        self._name_is_new = journal

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        """What is at a place."""
        if self._mount.dead:
            raise _error(apsw.SQLITE_IOERR_READ)
        return bytes(self._file.content[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        """Write to a place."""
        with driver_errors(apsw.SQLITE_IOERR_WRITE, apsw.SQLITE_FULL), self._mount.asked() as disk:
            disk.write(self._path, self._file, bytes(data), offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        """Change the size."""
        with driver_errors(apsw.SQLITE_IOERR_TRUNCATE), self._mount.asked() as disk:
            disk.truncate(self._path, self._file, newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        """Make it durable, and its name with it if that is a journal's."""
        with driver_errors(apsw.SQLITE_IOERR_FSYNC), self._mount.asked() as disk:
            disk.sync(self._path, self._file)
            if self._name_is_new:
                self._name_is_new = False
                # SQLite's own layer does not look at what comes out of it.
                with _unless_it_fails():
                    disk.sync_folder(_folder_of(self._path))

    def xFileSize(self) -> int:  # noqa: N802
        """How many bytes it has."""
        return len(self._file.content)

    def xLock(self, level: int) -> None:  # noqa: N802
        """Nobody else has it open: the ledger has a lock of its own."""

    def xUnlock(self, level: int) -> None:  # noqa: N802
        """As above."""

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        """As above."""
        return False

    def xClose(self) -> None:  # noqa: N802
        """Leave it as it is."""

    def xFileControl(self, op: int, ptr: int) -> bool:  # noqa: N802
        """Tell that nothing is mapped into memory, and know nothing else."""
        if op == apsw.SQLITE_FCNTL_MMAP_SIZE:
            ctypes.c_int64.from_address(ptr).value = 0
            return True
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        """What SQLite takes on Unix for the size of a sector, whatever it is."""
        return 4096

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        """What SQLite believes of every disk on Unix."""
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE

    def excepthook(self, *_: object) -> bool:
        """Say nothing of what a dead process still tries."""
        return True


class driver_errors:  # noqa: N801 - it is used like a function
    """Raises what the driver takes for an error of SQLite's.

    Args:
        code: the extended code of an error.
        full: the code for a full disk, if it is another.

    Raises:
        apsw.Error: the disk failed, or the process is dead.
    """

    __slots__ = ("_code", "_full")

    # A generator would do, and take three times as long: everything that is stored comes this way.
    def __init__(self, code: int, full: int | None = None) -> None:
        self._code, self._full = code, full

    def __enter__(self) -> None:
        """Nothing has happened yet."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, DiskFailed):
            raise _error(self._full if self._full and error.failure is Failure.FULL else self._code) from error
        if isinstance(error, PowerCut):
            raise _error(self._code) from error


@contextmanager
def _unless_it_fails() -> Iterator[None]:
    try:
        yield
    except DiskFailed:
        return


def _error(code: int) -> apsw.Error:
    error = apsw.exception_for(code)
    assert isinstance(error, apsw.Error)
    error.args = (TEXTS[code & PRIMARY],)
    return error


def _folder_of(path: str) -> str:
    return path.rpartition("/")[0]
