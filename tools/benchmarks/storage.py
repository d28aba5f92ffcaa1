"""Places to store in, and the bare database writes that the ledger is measured beside."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import aiosqlite

from bot.ledger.statements import STATEMENTS

PAGE = b"\0" * 4096
"""As much as the database writes at once."""

FOLDER: Final = Path(".benchmarks")
"""In the working folder, because the folder for temporary files may lie in memory, where nothing waits for a disk."""

PRAGMAS: Final = ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 4000")

SCHEMA: Final = """
CREATE TABLE journal (opened INTEGER, table_id TEXT, seq INTEGER, hand INTEGER, actor TEXT, text TEXT, update_key BLOB,
    PRIMARY KEY (table_id, seq)) WITHOUT ROWID;
CREATE TABLE hand (id INTEGER PRIMARY KEY, table_id TEXT, group_id TEXT, number INTEGER, game TEXT, rules_hash TEXT,
    players TEXT, stacks TEXT, dealer INTEGER, carried INTEGER, opened_at INTEGER, streak INTEGER, line INTEGER);
CREATE TABLE deal (hand INTEGER PRIMARY KEY, sealed TEXT);
CREATE TABLE key_slot (id INTEGER PRIMARY KEY, hand INTEGER, kept INTEGER, content BLOB);
"""

JOURNAL: Final = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)"

TABLES: Final = 200

HAND: Final = 12
"""Actions of a hand."""

KEYS: Final = b"k" * 128
"""As long as the keys of the packs that are sealed for a hand."""

AT: Final = 4_000_000_000_000_000


@contextmanager
def folder() -> Iterator[Path]:
    """A new folder on the disk that the project lies on; it goes when it is not needed any more."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as path:
        yield Path(path)


class SyncedFile:
    """What no durable store can be quicker than: write a page, wait for the disk."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_CREAT | os.O_RDWR)

    def write(self, times: int) -> None:
        """Write and wait, one after another."""
        for _ in range(times):
            os.write(self._file, PAGE)
            os.fdatasync(self._file)

    def close(self) -> None:
        """Give the file back."""
        os.close(self._file)


class Bulk:
    """Plain SQLite fed with as many rows at once as one likes: nobody is answered."""

    journal = JOURNAL

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        for pragma in PRAGMAS:
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.executescript(SCHEMA)
        self._actions = 0

    def write(self, times: int, *, together: int) -> None:
        """Store a line for each action, at times with a new hand, ``together`` of them in a transaction."""
        sql, many = STATEMENTS, self._connection.executemany
        for _ in range(times // together):
            # Which action of which table in which hand.
            lines = [
                (*divmod(n, TABLES), n // (TABLES * HAND) * TABLES + n % TABLES + 1)
                for n in range(self._actions, self._actions + together)
            ]
            opened = [(hand, f"t{table}") for seq, table, hand in lines if seq % HAND == 0]
            self._actions += together
            self._connection.execute("BEGIN IMMEDIATE")
            many(
                sql["hand_opened"],
                [(n, t, "bench", n, "qiuqiu", "x", '["p"]', "[1000]", 0, 0, AT + n * 1000, 0, 0) for n, t in opened],
            )
            many(sql["hand_dealt"], [(n, "{}") for n, _ in opened])
            many(sql["hand_keys"], [(n, True, KEYS) for n, _ in opened])
            many(self.journal, [(n, f"t{t}", seq + 1, n, "p", "raise 60", None) for seq, t, n in lines])
            self._connection.execute("COMMIT")

    def close(self) -> None:
        """Close the database."""
        self._connection.close()


class BulkAsStored(Bulk):
    """The same, into a database as the ledger makes it: with its indexes and its triggers."""

    journal = STATEMENTS["journal"]

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        for pragma in (*PRAGMAS, "foreign_keys = ON", "secure_delete = ON", "cache_size = -65536"):
            self._connection.execute(f"PRAGMA {pragma}")
        (hands,) = self._connection.execute("SELECT max(id) FROM hand").fetchone()
        self._actions = (hands // TABLES + 1) * TABLES * HAND


class Direct:
    """The same row through aiosqlite, an action a transaction."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._seq = 0

    @classmethod
    async def open(cls, path: Path) -> Direct:
        """Open a database of its own."""
        connection = await aiosqlite.connect(path, isolation_level=None)
        for pragma in PRAGMAS:
            await connection.execute(f"PRAGMA {pragma}")
        await connection.executescript(SCHEMA)
        return cls(connection)

    async def write(self, times: int) -> None:
        """Store actions one after another."""
        execute = self._connection.execute
        for _ in range(times):
            self._seq += 1
            statements: Sequence[tuple[str, tuple[object, ...]]] = (
                ("BEGIN IMMEDIATE", ()),
                (JOURNAL, (AT, "t", self._seq, 1, "p", "raise 60", None)),
                ("COMMIT", ()),
            )
            for sql, values in statements:
                await execute(sql, values)

    async def close(self) -> None:
        """Close the database, and end its thread."""
        await self._connection.close()
