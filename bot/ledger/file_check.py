"""Checking the file of a database that nobody has open: whether it is whole, balances, and hangs together."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from sqlalchemy import Connection, NullPool, create_engine, text
from sqlalchemy.exc import DBAPIError

from bot.ledger import auditing, queries
from bot.ledger.errors import AuditFailed, CannotOpen, Damaged
from bot.ledger.record_chain import chain_faults, log_faults
from bot.ledger.schema_upgrade import HEAD, checked_version

FAULTS_REPORTED: Final = 5


class CheckedFile(NamedTuple):
    """What was found in a file that is in order."""

    version: str
    """The version of its schema."""

    audited: bool
    """True if its chips and records were checked: only the schema of this version is understood for that."""

    hands: int
    """The number of the newest hand."""


def check_file(path: Path, newest: int | None = None) -> CheckedFile:
    """Check the file of a database that nobody has open, and change nothing in it.

    Raise ``Damaged`` if its pages are damaged, or it is no database. Raise ``AuditFailed`` if its chips or its records
    contradict each other. Raise ``DatabaseTooNew`` if a newer version of the program wrote it. Raise ``CannotOpen`` if
    it cannot be read, or belongs to another program.
    """
    url = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(url, uri=True), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            return _checked(connection, newest)
    except DBAPIError as error:
        raise Damaged(f"The file {path} is damaged: {error.orig}.") from None
    finally:
        engine.dispose()


def _checked(connection: Connection, newest: int | None) -> CheckedFile:
    found = connection.execute(text(f"PRAGMA integrity_check({FAULTS_REPORTED})")).scalars().all()
    if found != ["ok"]:
        raise Damaged(f"The file is damaged: {'; '.join(found)}.")
    if connection.execute(text("PRAGMA foreign_key_check")).first() is not None:
        raise Damaged("The file is damaged: it names things that are not in it.")
    current = checked_version(connection)
    if current is None:
        raise CannotOpen("The file is no database of Kiu's.")
    if current != HEAD:
        return CheckedFile(current, audited=False, hands=0)
    books = (*auditing.audit(connection).faults, *auditing.sum_faults(connection))
    faults = [*books, *chain_faults(connection, newest), *log_faults(connection)]
    if faults:
        raise AuditFailed(f"The ledger does not hold together: {'; '.join(faults)}.")
    return CheckedFile(current, audited=True, hands=queries.newest(connection)[0])
