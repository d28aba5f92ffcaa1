"""The newest announced position, in a small file, so that a restoration knows its loss.

It is written between commit and announcement: exact after a kill, seconds old after a power cut.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from bot.ledger import schema
from bot.ledger.errors import Lost
from bot.ledger.fingerprint_log import log_root, log_size
from bot.ledger.queries import last_seq
from bot.ledger.storage import Storage, StoredFile

LENGTH: Final = 512
"""Constant bytes of the file, so that rewriting needs no space and is never partial."""

_table = schema.game_table.c


class Position(NamedTuple):
    """The last stored data, which implies all before."""

    posting: int

    log_size: int

    log_root: str

    lines: tuple[tuple[str, int], ...] = ()
    """Newest journal lines by table and number."""

    @property
    def is_beginning(self) -> bool:
        """True before any play."""
        return not self.posting and not self.log_size


def position_of(connection: Connection) -> Position:
    """Return a database's position, with the newest line of each open table."""
    size = log_size(connection)
    tables = connection.execute(select(_table.id).where(_table.open)).scalars().all()
    lines = tuple((table, seq) for table in tables if (seq := last_seq(connection, table)))
    return Position(_newest_posting(connection), size, log_root(connection, size), lines)


def covers(connection: Connection, position: Position) -> bool:
    """Return true if a database includes a position and its history."""
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


def check_nothing_lost(connection: Connection, path: Path | None) -> None:
    """Compare a database with the announced position; raise ``Lost`` if it has less."""
    told = read_position(path) if path is not None else None
    if told is not None and not told.is_beginning and not covers(connection, told):
        raise Lost(
            f"The database {path} is not the one that Kiu had here: {told.posting:,} movements of chips were stored, \
and they are not all in it."
        )


class PositionFile:
    """The file beside an open database."""

    def __init__(self, path: Path | None, storage: Storage) -> None:
        self._file: StoredFile | None = None
        if path is not None:
            # Tables go on even on a full disk.
            with suppress(OSError):
                self._file = storage.open(file_beside(path))

    def write(self, position: Position) -> None:
        if self._file is not None:
            while len(content := json.dumps(position).encode()) > LENGTH:
                # Leave tables out, since a truncated position is unreadable.
                position = position._replace(lines=position.lines[:-1])
            with suppress(OSError):
                self._file.write(content.ljust(LENGTH))

    def close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                file.sync()
            file.close()


def file_beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.newest")


def read_position(path: Path) -> Position | None:
    """Return a database's newest position, if known."""
    try:
        return position_in(file_beside(path).read_bytes())
    except (OSError, ValueError):
        return None


def position_in(content: bytes) -> Position:
    """Parse such a file; raise ``ValueError`` if invalid."""
    try:
        posting, size, root, lines = json.loads(content)
        return Position(int(posting), int(size), str(root), tuple((str(table), int(seq)) for table, seq in lines))
    except TypeError as error:
        raise ValueError(f"this is no position: {error}") from error
