"""The newest position: how far a database had come when anything of it was last announced, in a small file beside it.

Whoever restores a backup has to know what was announced after it, even if the database is gone. So what was stored last
is named in a file of its own, after it is durable and before anybody hears of it. A process that is killed leaves it
exact; after a power cut it may be some seconds old.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from bot.ledger import schema
from bot.ledger.fingerprint_log import log_root, log_size
from bot.ledger.queries import last_seq
from bot.ledger.storage import Storage, StoredFile

LENGTH: Final = 512
"""How many bytes the file always has, so that writing it anew neither needs space nor is ever done by half."""

_table = schema.game_table.c


class Position(NamedTuple):
    """What was stored last. Write sets become durable in one order, so whoever has this has all before it."""

    posting: int
    """The number of the newest posting."""

    log_size: int
    """How many entries the log of fingerprints has."""

    log_root: str
    """The hash of them all."""

    lines: tuple[tuple[str, int], ...] = ()
    """The newest lines of the journal, each by its table and its number there."""

    @property
    def is_beginning(self) -> bool:
        """True if nothing was ever played."""
        return not self.posting and not self.log_size


def position_of(connection: Connection) -> Position:
    """The position of a database, with the newest line of each open table."""
    size = log_size(connection)
    tables = connection.execute(select(_table.id).where(_table.open)).scalars().all()
    lines = tuple((table, seq) for table in tables if (seq := last_seq(connection, table)))
    return Position(_newest_posting(connection), size, log_root(connection, size), lines)


def covers(connection: Connection, position: Position) -> bool:
    """True if a database has all that there was at a position, with the same history."""
    posting, size = _newest_posting(connection), log_size(connection)
    if size < position.log_size or posting < position.posting:
        return False
    if log_root(connection, position.log_size) != position.log_root:
        return False
    if size > position.log_size or posting > position.posting:
        return True
    return all(last_seq(connection, table) >= seq for table, seq in position.lines)


def _newest_posting(connection: Connection) -> int:
    return connection.execute(select(func.max(schema.posting.c.id))).scalar() or 0


class PositionFile:
    """The file beside an open database."""

    def __init__(self, path: Path | None, storage: Storage) -> None:
        self._file: StoredFile | None = None
        if path is not None:
            # A full disk or the like must not keep tables from being played.
            with suppress(OSError):
                self._file = storage.open(file_beside(path))

    def write(self, position: Position) -> None:
        """Name what was stored last."""
        if self._file is not None:
            while len(content := json.dumps(position).encode()) > LENGTH:
                # A position without one of many tables still tells; one that is cut off could not be read.
                position = position._replace(lines=position.lines[:-1])
            with suppress(OSError):
                self._file.write(content.ljust(LENGTH))

    def close(self) -> None:
        """Leave it on the disk."""
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                file.sync()
            file.close()


def file_beside(path: Path) -> Path:
    """Where the newest position of a database is."""
    return path.with_name(f"{path.name}.newest")


def read_position(path: Path) -> Position | None:
    """The newest position of a database; ``None`` if nothing tells it."""
    try:
        return position_in(file_beside(path).read_bytes())
    except (OSError, ValueError):
        return None


def position_in(content: bytes) -> Position:
    """What such a file names.

    Raise ``ValueError`` if it names nothing.
    """
    try:
        posting, size, root, lines = json.loads(content)
        return Position(int(posting), int(size), str(root), tuple((str(table), int(seq)) for table, seq in lines))
    except TypeError as error:
        raise ValueError(f"this is no position: {error}") from error
