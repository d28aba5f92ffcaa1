"""Transactions, and the blame for a failed one: the disk, the database or the write set."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from bot.ledger.errors import LedgerError, NotStored, OutcomeUnknown
from bot.ledger.identities import identities_of

T = TypeVar("T")

STORAGE_ERRORS: Final = ("DatabaseError", "InternalError", "OperationalError")
"""Driver errors that blame disk or database, not the write set."""

NEVER_STORED: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CONSTRAINT)
"""Codes of a failed COMMIT that certainly stored nothing, since its valid end is written last."""

PRIMARY_CODE: Final = 0xFF
"""Bits of an SQLite error code that tell its kind; the rest tell the place."""


def in_transaction(connection: Connection, work: Callable[[Connection], T]) -> T:
    """Work in a transaction, rolled back on failure; raise ``OutcomeUnknown`` if it may be stored."""
    transaction = connection.begin()
    try:
        done = work(connection)
    except Exception:
        _roll_back(connection)
        raise
    try:
        transaction.commit()
    except Exception as error:
        _roll_back(connection)
        if _code(error) in NEVER_STORED:
            raise
        raise unknown(error) from error
    identities_of(connection).end(stored=True)
    return done


def _roll_back(connection: Connection) -> None:
    identities_of(connection).end(stored=False)
    # A failed COMMIT may leave the transaction open; the first error matters, not this one.
    with suppress(sqlite3.Error, SQLAlchemyError):
        connection.connection.rollback()
    with suppress(sqlite3.Error, SQLAlchemyError):
        connection.rollback()


def storage_failed(error: Exception) -> bool:
    # A bare cursor raises driver errors, with standard names.
    return isinstance(error, OSError) or type(error) is LedgerError or type(error).__name__ in STORAGE_ERRORS


def disk_failed(error: Exception) -> bool:
    return _code(error) == sqlite3.SQLITE_IOERR


def not_stored(error: Exception) -> LedgerError:
    refusal = NotStored(f"nothing was stored: {of_driver(error)}")
    refusal.__cause__ = error
    return refusal


def unknown(error: Exception) -> OutcomeUnknown:
    unknown = OutcomeUnknown(f"nobody knows whether this is stored: {of_driver(error)}")
    unknown.__cause__ = error
    return unknown


def _code(error: Exception) -> int | None:
    code: int | None = getattr(of_driver(error), "sqlite_errorcode", None)
    return None if code is None else code & PRIMARY_CODE


def of_driver(error: Exception) -> Exception:
    orig = error.orig if isinstance(error, SQLAlchemyError) and hasattr(error, "orig") else error
    return orig if isinstance(orig, Exception) else error
