"""Copying of the database during use, by SQLite's online backup.

A thread copies a few pages, then pauses, so writes wait one step at most, and enter the copy too.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.ledger.errors import LedgerClosed, NotCopied
from bot.ledger.storage import LOCAL, Storage, StoredFile

PAGES_A_STEP: Final = 64
"""Pages of a step, which blocks the database for less than a millisecond."""

PAUSE: Final = 0.001
"""Seconds for others between steps."""

STEPS_A_SYNC: Final = 16
"""Steps before a sync; more would delay the next commit."""


class OnlineCopy:
    """A copy of the database, made in a thread."""

    def __init__(self, source: sqlite3.Connection, target: Path, storage: Storage) -> None:
        self._source = source
        self._target = target
        self._storage = storage
        self._stopped = threading.Event()

    def stop(self) -> None:
        """End soon; the partial copy is useless."""
        self._stopped.set()

    def run(self) -> None:
        """Copy to the disk; raise ``NotCopied`` on failure, ``LedgerClosed`` once stopped."""
        try:
            # Set rights before SQLite opens it by name.
            with closing(self._storage.open(self._target, new=True)) as file:
                self._copy(file)
                in_one_file(self._target, self._storage)
                file.sync()
        except (OSError, sqlite3.Error) as error:
            raise NotCopied(f"The database cannot be copied: {error}.") from error
        except MemoryError as error:
            # SQLite asks for far too much when it believes the sizes on a damaged page.
            raise NotCopied("The database cannot be copied: a page is damaged.") from error

    def _copy(self, file: StoredFile) -> None:
        steps = 0

        def copied(status: int, *_: int) -> None:
            nonlocal steps
            if self._stopped.is_set():
                raise LedgerClosed("the ledger was closed before it was copied")
            if status not in (sqlite3.SQLITE_OK, sqlite3.SQLITE_DONE):
                # SQLite copies nothing during a transaction, and retries after the pause.
                return
            steps += 1
            if steps % STEPS_A_SYNC == 0:
                file.sync()
            time.sleep(PAUSE)

        with closing(self._storage.connect(self._target)) as target:
            # A partial copy is useless, so no journal.
            target.execute("PRAGMA journal_mode = OFF")
            target.execute("PRAGMA synchronous = OFF")
            self._source.backup(target, pages=PAGES_A_STEP, progress=copied, sleep=PAUSE)


def in_one_file(path: Path, storage: Storage = LOCAL) -> None:
    """Merge a closed database's write-ahead log into its file; raise ``sqlite3.Error`` on failure."""
    with closing(storage.connect(path)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA secure_delete = ON")
        # Only the answer reveals a failure.
        if connection.execute("PRAGMA journal_mode = DELETE").fetchone() != ("delete",):
            raise sqlite3.OperationalError(f"{path.name} keeps its write-ahead log")
