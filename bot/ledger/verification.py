"""Verification of a whole ledger: file pages, postings, records, and log of fingerprints.

Years of play take minutes, in steps between which Kiu stores and reads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import islice
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, make_url, text
from sqlalchemy.exc import DBAPIError

from bot.ledger import auditing, queries
from bot.ledger.database import Database
from bot.ledger.errors import AuditFailed, CannotOpen
from bot.ledger.read_models import Audit
from bot.ledger.record_chain import (
    FAULTS_REPORTED,
    LogTree,
    RecordChain,
    log_end,
    log_entries,
    records_after,
    stored_subtrees,
)
from bot.ledger.schema_upgrade import HEAD, checked_version
from bot.ledger.writer import Writer


class Part(StrEnum):
    """A part of the verification."""

    MOVEMENTS = "movements of chips"
    RECORDS = "hands with a record"
    LOG = "entries of the log of fingerprints"


Progress: TypeAlias = Callable[[Part, int, int], None]
"""Gets the part, its progress, and its total."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a verification."""

    damage: Sequence[str] = ()
    """SQLite's words on damaged pages and rows; with any, the rest is unchecked."""

    audit: Audit | None = None
    records: int = 0

    entries: int = 0

    faults: Sequence[str] = ()

    pages: bool = False
    """True if the file's pages were checked, which needs exclusive use."""

    @property
    def sound(self) -> bool:
        return not self.damage and not self.faults and self.audit is not None and self.audit.sound


async def verify_file(url: str, progress: Progress) -> Verification:
    """Verify a closed database; raise ``AnotherInstance``, ``DatabaseTooNew`` or ``CannotOpen``."""
    file = make_url(url).database
    database = await Database.open(url, upgrade=False)
    try:
        if (version := await database.run(_version)) != HEAD:
            raise CannotOpen(f"The database is of version {version}, and this Kiu needs {HEAD}: start Kiu once first.")
        damage = await database.run(_damage)
        if damage:
            return Verification(damage, pages=True)
        writer = Writer(database, lambda: datetime.now(UTC))
        try:
            await writer.start()
            return await verify_everything(writer, progress, pages=True)
        finally:
            await writer.stop()
    except AuditFailed as error:
        return Verification(faults=(str(error),), pages=True)
    except DBAPIError as error:
        raise CannotOpen(f"The database {file} cannot be read: {error.orig}.") from error
    finally:
        await database.close()


async def verify_everything(writer: Writer, progress: Progress, *, pages: bool = False) -> Verification:
    """Verify all but the pages during use."""
    audit = await writer.read(auditing.audit)
    sums = await writer.read(auditing.sum_faults)
    progress(Part.MOVEMENTS, audit.postings, audit.postings)
    chain = await _records_verified(writer, progress)
    log = await _log_verified(writer, progress)
    return Verification((), audit, chain.records, log.tail.size, (*sums, *chain.faults, *log.faults), pages)


def _version(connection: Connection) -> str | None:
    with connection.begin():
        return checked_version(connection)


def _damage(connection: Connection) -> list[str]:
    with connection.begin():
        said = [row[0] for row in connection.execute(text(f"PRAGMA integrity_check({FAULTS_REPORTED})"))]
        damage = [] if said == ["ok"] else said
        for table, *_ in islice(connection.execute(text("PRAGMA foreign_key_check")), FAULTS_REPORTED):
            damage.append(f"a row of {table} refers to one that is not there")
    return damage


async def _records_verified(writer: Writer, progress: Progress) -> RecordChain:
    newest = (await writer.read(queries.newest))[0]
    chain, last = RecordChain(), 0
    while rows := await _records(writer, last):
        # Unpack and hash in another thread, so that nobody waits.
        await asyncio.to_thread(chain.add, rows)
        last = rows[-1].id
        progress(Part.RECORDS, min(last, newest), newest)
    progress(Part.RECORDS, newest, newest)
    return chain


async def _records(writer: Writer, after: int) -> Sequence[Row[Any]]:
    return await writer.read(lambda connection: records_after(connection, after))


async def _log_verified(writer: Writer, progress: Progress) -> LogTree:
    size, tree = writer.log_head.size, LogTree()
    while not tree.faults and (entries := await _entries(writer, tree.tail.size)):
        made = await asyncio.to_thread(tree.add, entries)
        tree.compare(made, await _subtrees(writer, tree.subtrees, len(made)))
        progress(Part.LOG, tree.tail.size, max(size, tree.tail.size))
    if not tree.faults:
        tree.end(*await writer.read(lambda connection: _end(connection, tree)))
    return tree


async def _entries(writer: Writer, first: int) -> Sequence[Row[Any]]:
    return await writer.read(lambda connection: log_entries(connection, first))


async def _subtrees(writer: Writer, first: int, count: int) -> list[bytes]:
    return await writer.read(lambda connection: stored_subtrees(connection, first, count))


def _end(connection: Connection, tree: LogTree) -> tuple[int, int]:
    made = tree.add(log_entries(connection, tree.tail.size))
    tree.compare(made, stored_subtrees(connection, tree.subtrees, len(made)))
    return log_end(connection)
