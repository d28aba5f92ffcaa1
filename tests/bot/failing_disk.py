"""What SQLite says when the disk fails, as the driver raises it."""

from __future__ import annotations

import sqlite3


def full_disk() -> sqlite3.OperationalError:
    """There is no room for what was to be stored; nothing of it is."""
    return _error("database or disk is full", sqlite3.SQLITE_FULL)


def failed_sync() -> sqlite3.OperationalError:
    """The disk did not say whether it has what was written."""
    return _error("disk I/O error", sqlite3.SQLITE_IOERR_FSYNC)


def _error(text: str, code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error
