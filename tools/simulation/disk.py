"""A disk in memory: it knows what of its files would survive a power cut, and fails when it is told to.

What is written and not synced is kept sector by sector, with every version of each, and what happens to the names in a
folder in its order. A crash image is what may be found after a power cut: of each sector any version since the
last sync, of the names any part of what was never synced. A process uses the disk through a mount, which is dead once
the process is, while the disk goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

SECTOR: Final = 512
"""How many bytes are written whole or not at all."""

CAPACITY: Final = 1 << 34
"""How many bytes fit on the disk."""


class Kind(Enum):
    """What is asked of the disk; reading changes nothing and is not counted."""

    OPEN = "open"
    WRITE = "write"
    TRUNCATE = "truncate"
    SYNC = "sync"
    DELETE = "delete"
    RENAME = "rename"
    LINK = "link"
    MAKE_FOLDER = "make folder"
    SYNC_FOLDER = "sync folder"


class Operation(NamedTuple):
    """One thing that was asked of the disk."""

    number: int
    """From 1 on."""

    kind: Kind
    path: str
    grows: bool = False
    """Whether it needs room that the file does not have yet."""


class Failure(Enum):
    """What the disk says when it does not do what is asked."""

    ERROR = "input/output error"
    FULL = "no space left on device"


class DiskFailed(Exception):
    """The disk did not do what was asked, or did it by half."""

    def __init__(self, failure: Failure, operation: Operation) -> None:
        super().__init__(f"{operation.kind.value} {operation.path}: {failure.value}")
        self.failure = failure
        self.operation = operation


class PowerCut(Exception):
    """The process that asks is dead: the power is off, or it was killed."""


class Change(NamedTuple):
    """What happened to the names in a folder and was not synced."""

    path: str
    """The name that goes, if it is given to another file or removed; the new name otherwise."""

    new: str = ""
    """The new name, if it was renamed."""

    file: File | None = None
    """What has the new name; ``None`` if one was removed."""


Watch = Callable[[Operation], Failure | None]
"""Says before each operation whether it fails; it may cut the power, and then raises :class:`PowerCut`."""


class File:
    """The content of a file, whatever its name is."""

    def __init__(self, content: bytes = b"", modified_at: float = 0.0) -> None:
        self.content = bytearray(content)
        self.modified_at = modified_at
        self._sizes = [len(content)]
        """The size that is durable, and those that it had since."""

        self._versions: dict[int, list[bytes]] = {}
        """Of each sector that is not as it is on the disk, the durable content and all that it had since."""

        self._doubtful: dict[int, list[bytes]] = {}
        """The same of sectors whose sync has failed: another sync that succeeds says nothing of them."""

    def write(self, data: bytes, offset: int) -> None:
        """Write, so far without being durable."""
        end = offset + len(data)
        sectors = range(offset // SECTOR, -(-end // SECTOR))
        content, versions = self.content, self._versions
        for sector in sectors:
            if sector not in versions:
                versions[sector] = [bytes(content[sector * SECTOR : (sector + 1) * SECTOR])]
        if offset > len(content):
            content.extend(bytes(offset - len(content)))
        content[offset:end] = data
        for sector in sectors:
            versions[sector].append(bytes(content[sector * SECTOR : (sector + 1) * SECTOR]))
        if len(content) != self._sizes[-1]:
            self._sizes.append(len(content))

    def truncate(self, size: int) -> None:
        """Change the size, so far without being durable."""
        content, versions = self.content, self._versions
        for sector in range(size // SECTOR, -(-len(content) // SECTOR)):
            old = bytes(content[sector * SECTOR : (sector + 1) * SECTOR])
            versions.setdefault(sector, [old]).append(old[: max(size - sector * SECTOR, 0)])
        if size > len(content):
            content.extend(bytes(size - len(content)))
        else:
            del content[size:]
        self._sizes.append(size)

    def sync(self) -> None:
        """Make all that was written durable, unless its sync has failed before."""
        self._doubtful = {sector: old for sector, old in self._doubtful.items() if sector not in self._versions}
        self._versions.clear()
        if not self._doubtful:
            del self._sizes[:-1]

    def fail_sync(self) -> None:
        """Fail to sync: what was written may be durable or not, and the disk thinks no more of it."""
        for sector, old in self._versions.items():
            self._doubtful.setdefault(sector, []).extend(old)
        self._versions.clear()

    def after_crash(self, random: Random, kept: float) -> File:
        """What may be found of it after a power cut.

        Args:
            random: chance.
            kept: how likely it is that the newest version of a sector was kept.
        """
        size, dirty = len(self.content), {}
        if len(self._sizes) > 1:
            size = self._sizes[-1] if random.random() < kept else random.choice(self._sizes)
        for sector, versions in self._dirty().items():
            if random.random() >= kept:
                dirty[sector] = versions[random.randrange(len(versions))]
        return self._found(size, dirty)

    def as_kept(self) -> File:
        """What is found of it if all was kept."""
        return File(bytes(self.content), self.modified_at)

    def as_lost(self) -> File:
        """What is found of it if nothing was kept that is not durable."""
        return self._found(self._sizes[0], {sector: versions[0] for sector, versions in self._dirty().items()})

    def _dirty(self) -> dict[int, list[bytes]]:
        """Of each sector that may be found otherwise than it is, what may be found, the oldest first."""
        dirty = dict(self._versions)
        for sector, old in self._doubtful.items():
            dirty[sector] = old + dirty.get(sector, [])
        return dirty

    def _found(self, size: int, dirty: Mapping[int, bytes]) -> File:
        content = bytearray(self.content)
        if size > len(content):
            content.extend(bytes(size - len(content)))
        for sector, version in dirty.items():
            begin = sector * SECTOR
            content[begin : begin + SECTOR] = version.ljust(SECTOR, b"\0")[: max(len(content) - begin, 0)]
        del content[size:]
        return File(bytes(content), self.modified_at)

    @property
    def is_durable(self) -> bool:
        """Whether a power cut would change nothing of it."""
        return not self._versions and not self._doubtful and len(self._sizes) == 1


class Folder(File):
    """A folder that may be lost with all that is in it; most are taken to be there."""


@dataclass(eq=False)
class Disk:
    """A disk, as the operating system shows it to whoever looks."""

    watch: Watch | None = None
    """Says what fails; ``None`` if all goes well."""

    now: Callable[[], float] = lambda: 0.0
    """The time, in seconds since 1970."""

    names: dict[str, File] = field(default_factory=dict)
    """The files by their paths."""

    locks: set[str] = field(default_factory=set)
    """The files that a process has locked."""

    operations: int = 0
    """How many there have been."""

    durable_names: dict[str, File] = field(default_factory=dict)
    """Those that a power cut leaves, whatever else it does."""

    _changes: list[Change] = field(default_factory=list)

    @classmethod
    def holding(cls, files: Mapping[str, bytes]) -> Disk:
        """A disk with some files, all of them durable."""
        names = {path: File(content) for path, content in files.items()}
        return cls(names=names, durable_names=dict(names))

    # --- what is asked of it ---------------------------------------------------------------------------------------

    def open(self, path: str, *, new: bool = False) -> File:
        """Open a file, which is made if it is missing.

        Raises:
            FileExistsError: it was to be new, and is not.
            DiskFailed, PowerCut: it was not done.
        """
        file = self.names.get(path)
        if file is not None and new:
            raise FileExistsError(f"{path} exists")
        self._begin(Kind.OPEN, path, grows=file is None)
        if file is None:
            file = self.names[path] = File(modified_at=self.now())
            self._changes.append(Change(path, path, file))
        return file

    def write(self, path: str, file: File, data: bytes, offset: int) -> None:
        """Write to a file; where there is no room, or the disk fails, part of it may be written.

        Raises:
            DiskFailed, PowerCut: it was not done.
        """
        try:
            self._begin(Kind.WRITE, path, grows=offset + len(data) > len(file.content))
        except DiskFailed as error:
            if error.failure is Failure.ERROR:
                file.write(data[: len(data) // 2], offset)
            raise
        file.write(data, offset)
        file.modified_at = self.now()

    def truncate(self, path: str, file: File, size: int) -> None:
        """Change the size of a file.

        Raises:
            DiskFailed, PowerCut: it was not done.
        """
        self._begin(Kind.TRUNCATE, path)
        file.truncate(size)

    def sync(self, path: str, file: File) -> None:
        """Make durable what was written to a file; its name may get lost with the folder's.

        Raises:
            DiskFailed: nobody knows what of it is durable.
            PowerCut: it was not done.
        """
        try:
            self._begin(Kind.SYNC, path)
        except DiskFailed:
            file.fail_sync()
            raise
        file.sync()

    def delete(self, path: str) -> None:
        """Remove a name.

        Raises:
            FileNotFoundError: there is none.
            DiskFailed, PowerCut: it was not done.
        """
        if path not in self.names:
            raise FileNotFoundError(path)
        self._begin(Kind.DELETE, path)
        del self.names[path]
        self._changes.append(Change(path))

    def rename(self, path: str, new: str) -> None:
        """Give a file another name, in the place of what had it.

        Raises:
            FileNotFoundError: there is none.
            DiskFailed, PowerCut: it was not done.
        """
        if path not in self.names:
            raise FileNotFoundError(path)
        self._begin(Kind.RENAME, path)
        file = self.names[new] = self.names.pop(path)
        self._changes.append(Change(path, new, file))

    def link(self, path: str, new: str) -> None:
        """Give a file a second name.

        Raises:
            FileNotFoundError: there is none.
            FileExistsError: the name is taken.
            DiskFailed, PowerCut: it was not done.
        """
        if path not in self.names:
            raise FileNotFoundError(path)
        if new in self.names:
            raise FileExistsError(new)
        self._begin(Kind.LINK, new, grows=True)
        file = self.names[new] = self.names[path]
        self._changes.append(Change(new, new, file))

    def make_folder(self, path: str) -> None:
        """Make a folder, whose name may be lost like that of a file.

        Raises:
            FileExistsError: the name is taken.
            DiskFailed, PowerCut: it was not done.
        """
        if path in self.names:
            raise FileExistsError(path)
        self._begin(Kind.MAKE_FOLDER, path, grows=True)
        folder = self.names[path] = Folder()
        self._changes.append(Change(path, path, folder))

    def sync_folder(self, folder: str) -> None:
        """Make the names in a folder durable.

        Raises:
            DiskFailed, PowerCut: it was not done.
        """
        self._begin(Kind.SYNC_FOLDER, folder)
        left = []
        for change in self._changes:
            if str(Path(change.path).parent) == folder:
                _apply(change, self.durable_names)
            else:
                left.append(change)
        self._changes = left

    def _begin(self, kind: Kind, path: str, *, grows: bool = False) -> None:
        self.operations += 1
        if self.watch is not None:
            operation = Operation(self.operations, kind, path, grows)
            if (failure := self.watch(operation)) is not None:
                raise DiskFailed(failure, operation)

    # --- what is left of it ----------------------------------------------------------------------------------------

    def crash_image(self, random: Random, kept: float | None = None) -> Disk:
        """A disk with what may be found on this one after the power is cut now; this one stays as it is.

        Args:
            random: chance.
            kept: how much is kept of what is not durable: all with 1, as if the process alone had ended, and nothing
                with 0. If it is not given, chance says that too.
        """
        if kept is None:
            # Both ends are likely, for most faults need nearly all, or nearly nothing, to be lost.
            kept = random.choice((0.0, 0.05, 0.5, 0.95, 1.0, random.random()))
            surviving = [*self._surviving(random, kept)]
        else:
            surviving = [change for change in self._changes if random.random() < kept]
        return self._image(surviving, lambda file: file.after_crash(random, kept))

    def telling_images(self) -> Iterator[Disk]:
        """What tells most of what is not durable, and chance may miss.

        Nothing is kept; all is; all names are, and nothing of what is in the files; or all but one change of the names.
        """
        changes = self._changes
        yield self._image([], File.as_lost)
        yield self._image(changes, File.as_kept)
        yield self._image(changes, File.as_lost)
        for lost in range(len(changes)):
            yield self._image([*changes[:lost], *changes[lost + 1 :]], File.as_kept)

    def _image(self, surviving: Iterable[Change], found: Callable[[File], File]) -> Disk:
        names = dict(self.durable_names)
        for change in surviving:
            _apply(change, names)
        folders = {path for path, file in self.names.items() if isinstance(file, Folder)}
        for path in [each for each in names if str(Path(each).parent) in folders - names.keys()]:
            del names[path]
        files: dict[int, File] = {}
        for path in sorted(names):
            file = names[path]
            # One file may be found under two names.
            if id(file) not in files:
                files[id(file)] = file if isinstance(file, Folder) else found(file)
            names[path] = files[id(file)]
        return Disk(now=self.now, names=names, durable_names=dict(names))

    def _surviving(self, random: Random, kept: float) -> Iterator[Change]:
        changes = self._changes
        if random.random() < 0.5:
            # As a journal of the file system would have it: up to a point, and nothing after it.
            yield from changes[: random.randint(0, len(changes))]
        else:
            yield from (change for change in changes if random.random() < kept)

    @property
    def is_durable(self) -> bool:
        """Whether a power cut now would change nothing."""
        return not self._changes and all(file.is_durable for file in self.names.values())

    def used(self) -> int:
        """How many bytes its files have."""
        return sum(len(file.content) for file in self.names.values())


def _apply(change: Change, names: dict[str, File]) -> None:
    if change.file is None or change.new != change.path:
        names.pop(change.path, None)
    if change.file is not None:
        names[change.new] = change.file
