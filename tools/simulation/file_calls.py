"""What a real process asks of the files in a folder: every call in its order, and any of them fails if that is wanted.

A small library (``file_calls.c``) stands between the process and the C library, so that nothing goes past it, whether
Python, SQLite or a library in Rust asks. Played on a disk in memory, the calls tell what a power cut would have left of
the folder at each of them. It takes Linux and a C compiler.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tools.simulation.disk import Disk, Failure, File, Folder, Kind

SOURCE: Final = Path(__file__).with_suffix(".c")
COMPILER: Final = shutil.which("cc") if sys.platform == "linux" else None
"""What compiles the library; ``None`` where it cannot be used."""

ERRORS: Final = {Failure.ERROR: errno.EIO, Failure.FULL: errno.ENOSPC}

CREATED: Final = "c"
TOLD: Final = "!"
KINDS: Final = {
    "o": Kind.OPEN,
    CREATED: Kind.OPEN,
    "w": Kind.WRITE,
    "t": Kind.TRUNCATE,
    "s": Kind.SYNC,
    "f": Kind.SYNC_FOLDER,
    "d": Kind.DELETE,
    "r": Kind.RENAME,
    "l": Kind.LINK,
    "m": Kind.MAKE_FOLDER,
}
HEADER: Final = struct.Struct("<cBHHIQQ")


class Call(NamedTuple):
    """Something that was asked, or that somebody was told meanwhile."""

    kind: Kind | None
    """``None`` if somebody was told something."""

    path: str
    """Of the file or folder; or what somebody was told."""

    other: str
    """The new name."""

    data: bytes
    """What was written."""

    inode: int
    offset: int
    """Where it was written, or the new size."""

    created: bool
    failed: bool


class FileCalls:
    """The library, in a process that was started with it.

    Raises:
        AttributeError: the process was not.
    """

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)
        self._library.file_calls_begin.argtypes = (
            ctypes.c_char_p,
            ctypes.c_char_p,
            ctypes.c_long,
            ctypes.c_int,
            ctypes.c_long,
        )

    def begin(self, folder: Path, log: Path, fails: int = 0, failure: Failure | None = None, until: int = 0) -> None:
        """Write down from now on what is asked of a folder.

        Args:
            folder: the folder, with all that is in it.
            log: where it is written down.
            fails: the number of the call that fails; 0 for none.
            failure: what it fails with; ``None`` if the process is killed instead.
            until: the number of the call up to which the disk stays full.
        """
        self._library.file_calls_begin(
            os.fsencode(folder), os.fsencode(log), fails, ERRORS[failure] if failure else 0, until
        )

    def tell(self, what: str) -> None:
        """Write down that somebody was told something."""
        self._library.file_calls_tell(what.encode())

    def end(self) -> None:
        """Write down nothing more."""
        self._library.file_calls_end()


def compiled(folder: Path) -> Path:
    """The library, compiled into a folder.

    Raises:
        subprocess.CalledProcessError: it cannot be compiled.
    """
    assert COMPILER is not None
    library = folder / "file_calls.so"
    subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl", "-lpthread"], check=True)  # noqa: S603
    return library


def environment_with(library: Path) -> dict[str, str]:
    """The environment of a process that is started with the library."""
    return {**os.environ, "LD_PRELOAD": str(library)}


def calls_in(log: Path) -> Iterator[Call]:
    """What was written down, in its order."""
    content, at = log.read_bytes(), 0
    while at < len(content):
        kind, failed, path, other, data, inode, offset = HEADER.unpack_from(content, at)
        at += HEADER.size
        ends = (at + path, at + path + other, at + path + other + data)
        letter = kind.decode()
        yield Call(
            None if letter == TOLD else KINDS[letter],
            os.fsdecode(content[at : ends[0]]),
            os.fsdecode(content[ends[0] : ends[1]]),
            content[ends[1] : ends[2]],
            inode,
            offset,
            letter == CREATED,
            bool(failed),
        )
        at = ends[2]


class CallsPlayed:
    """A disk in memory on which the calls are played that a process has made in a folder.

    Args:
        folder: the folder as it was before; all of it is durable.
    """

    def __init__(self, folder: Path) -> None:
        self.disk = Disk()
        self._by_inode: dict[int, File] = {}
        for path in sorted(folder.rglob("*")):
            file = Folder() if path.is_dir() else self._by_inode.get(path.stat().st_ino) or File(path.read_bytes())
            self._by_inode[path.stat().st_ino] = self.disk.names[str(path)] = file
        self.disk.durable_names.update(self.disk.names)

    def play_all(self, calls: Iterable[Call]) -> frozenset[str]:
        """Do all of it, and say what somebody was told meanwhile."""
        told = set()
        for call in calls:
            if call.kind is None:
                told.add(call.path)
            self.play(call)
        return frozenset(told)

    def play(self, call: Call) -> None:
        """Do on the disk what was done to the folder."""
        disk = self.disk
        if call.failed and call.kind not in (Kind.SYNC, Kind.WRITE):
            return
        match call.kind:
            case Kind.OPEN if call.created:
                self._by_inode[call.inode] = disk.open(call.path, new=True)
            case Kind.WRITE:
                disk.write(call.path, self._by_inode[call.inode], call.data, call.offset)
            case Kind.TRUNCATE:
                disk.truncate(call.path, self._by_inode[call.inode], call.offset)
            case Kind.SYNC if call.failed:
                self._by_inode[call.inode].fail_sync()
            case Kind.SYNC:
                disk.sync(call.path, self._by_inode[call.inode])
            case Kind.SYNC_FOLDER:
                disk.sync_folder(call.path)
            case Kind.DELETE:
                disk.delete(call.path)
            case Kind.RENAME:
                disk.rename(call.path, call.other)
            case Kind.LINK:
                disk.link(call.path, call.other)
            case Kind.MAKE_FOLDER:
                disk.make_folder(call.path)


def put(names: Mapping[str, File], folder: Path, there: Path) -> None:
    """Put the files of a folder on a disk in memory into a real folder, which is made anew."""
    shutil.rmtree(there, ignore_errors=True)
    there.mkdir(parents=True)
    for path, file in sorted(names.items()):
        target = there / Path(path).relative_to(folder)
        if isinstance(file, Folder):
            target.mkdir(mode=0o700, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.content)
