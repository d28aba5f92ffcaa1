"""Check of a closed database file: pages, balances and references."""

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
    """The contents of a sound file."""

    version: str
    """The schema's version."""

    audited: bool
    """True if chips and records were checked, which needs the present schema."""

    hands: int


def check_file(path: Path, newest: int | None = None) -> CheckedFile:
    """Check a closed database without changes.

    Raise ``Damaged`` for damaged pages, ``AuditFailed`` for contradictions, ``DatabaseTooNew``, or ``CannotOpen`` if
    unreadable or foreign.
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
