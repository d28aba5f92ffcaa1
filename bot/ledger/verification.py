"""Verifying a whole ledger: the pages of its file, every movement of chips, every record, and the log of fingerprints.

It takes minutes where people have played for years, in steps between which a running Kiu stores and reads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from itertools import islice
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, Row, func, make_url, select, text
from sqlalchemy.exc import DBAPIError

from bot.ledger import schema
from bot.ledger.database import Database
from bot.ledger.errors import CannotOpen
from bot.ledger.full_audit import audit_everything
from bot.ledger.read_models import Audit
from bot.ledger.schema_upgrade import HEAD, checked_version
from bot.ledger.writer import Writer
from engine.fairness import records
from engine.fairness.transparency_log import Entry, EntryKind, LogTail

RECORDS_A_STEP: Final = 200
ENTRIES_A_STEP: Final = 5_000

FAULTS_NAMED: Final = 20
"""How many faults of records and of the log are told of; whoever has more knows enough."""

_hand, _deal = schema.hand.c, schema.deal.c
_entry, _node = schema.log_entry.c, schema.log_node.c


class Part(StrEnum):
    """What is verified, one after another."""

    MOVEMENTS = "movements of chips"
    RECORDS = "hands with a record"
    LOG = "entries of the log of fingerprints"


Progress: TypeAlias = Callable[[Part, int, int], None]
"""Is told of which part how much is done so far, and of how much."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found."""

    damage: Sequence[str] = ()
    """What SQLite says of pages and rows that are not as it left them; with any, nothing else was looked at."""

    audit: Audit | None = None
    records: int = 0
    """How many records there are."""

    entries: int = 0
    """How many entries the log of fingerprints has."""

    faults: Sequence[str] = ()
    """One sentence for each fault of a record or of the log."""

    pages: bool = False
    """Whether the pages of the file were looked at, for which nobody else may be using it."""

    @property
    def sound(self) -> bool:
        """Whether no fault was found."""
        return not self.damage and not self.faults and self.audit is not None and self.audit.sound


async def verify_file(url: str, progress: Progress) -> Verification:
    """Verify a database that exists and that nobody has open.

    Raises:
        AnotherInstance: another process has the database open.
        DatabaseTooNew: a newer version of the program wrote it.
        CannotOpen: it cannot be used for another reason, which the text tells.
    """
    file = make_url(url).database
    database = await Database.open(url, upgrade=False)
    try:
        if (version := await database.run(_version)) != HEAD:
            raise CannotOpen(f"The database is of version {version}, and this Kiu needs {HEAD}; run migrate first.")
        damage = await database.run(_damage)
        if damage:
            return Verification(damage, pages=True)
        writer = Writer(database, lambda: datetime.now(UTC))
        try:
            await writer.start()
            return await verify_everything(writer, progress, pages=True)
        finally:
            await writer.stop()
    except DBAPIError as error:
        raise CannotOpen(f"The database {file} cannot be read: {error.orig}.") from error
    finally:
        await database.close()


async def verify_everything(writer: Writer, progress: Progress, *, pages: bool = False) -> Verification:
    """Verify all but the pages of the file, while others store and read.

    Args:
        writer: the only user of the connection.
        progress: told after every step.
        pages: whether they were looked at before.
    """
    audit = await audit_everything(writer, progress=lambda done, all_: progress(Part.MOVEMENTS, done, all_))
    chain = await _records_verified(writer, progress)
    log = await _log_verified(writer, progress)
    return Verification((), audit, chain.seen, log.tail.size, (*chain.faults, *log.faults), pages)


def _version(connection: Connection) -> str | None:
    with connection.begin():
        return checked_version(connection)


def _damage(connection: Connection) -> list[str]:
    """What is wrong with the file itself: its pages, its indexes, and rows that refer to none."""
    with connection.begin():
        said = [row[0] for row in connection.execute(text(f"PRAGMA integrity_check({FAULTS_NAMED})"))]
        damage = [] if said == ["ok"] else said
        for table, *_ in islice(connection.execute(text("PRAGMA foreign_key_check")), FAULTS_NAMED):
            damage.append(f"a row of {table} refers to one that is not there")
    return damage


# --- records -------------------------------------------------------------------------------------------------------


@dataclass
class _Chain:
    """The records of all tables, as far as they are verified."""

    seen: int = 0
    faults: list[str] = field(default_factory=list)
    newest: dict[str, str] = field(default_factory=dict)
    """The hash of the newest record of each table, in hex."""

    def add(self, rows: Sequence[Row[Any]]) -> None:
        """Verify the next hands, in the order of their numbers."""
        for row in rows:
            self.faults += islice(self._faults(row), max(FAULTS_NAMED - len(self.faults), 0))
            self.newest[row.table_id] = row.record_hash

    def _faults(self, row: Row[Any]) -> Iterator[str]:
        if not row.record:
            # It named its players, and one of them was forgotten; the next record still names its hash.
            return
        self.seen += 1
        try:
            fields = records.read(row.record)
            if fields["digest"] != records.file_digest(fields).hex():
                yield f"the record of hand {row.id} is not as it was written"
            if not fields["hash"] == row.record_hash == records.record_hash(fields).hex():
                yield f"the record of hand {row.id} has another hash than its hand"
            before = self.newest.get(row.table_id)
            if before is not None and fields["previous"] != before:
                yield f"the record of hand {row.id} does not follow the one before at its table"
        except (ValueError, KeyError, TypeError):
            yield f"the record of hand {row.id} cannot be read"


async def _records_verified(writer: Writer, progress: Progress) -> _Chain:
    newest = await writer.read(lambda c: c.execute(select(func.max(_hand.id))).scalar() or 0)
    chain, last = _Chain(), 0
    while rows := await _rows(writer, last):
        # Hashing is left to another thread, so that nobody waits for it.
        await asyncio.to_thread(chain.add, rows)
        last = rows[-1].id
        progress(Part.RECORDS, min(last, newest), newest)
    return chain


async def _rows(writer: Writer, after: int) -> Sequence[Row[Any]]:
    query: Any = (
        select(_hand.id, _hand.table_id, _deal.record, _deal.record_hash)
        .join(schema.deal, _deal.hand == _hand.id)
        .where(_hand.id > after, _deal.record_hash != "")
        .order_by(_hand.id)
        .limit(RECORDS_A_STEP)
    )

    return await writer.read(lambda connection: connection.execute(query).all())


# --- the log of fingerprints ---------------------------------------------------------------------------------------


@dataclass
class _Log:
    """The log of fingerprints, as far as it is verified."""

    tail: LogTail = field(default_factory=LogTail)
    nodes: int = 0
    """How many complete subtrees it has."""

    faults: list[str] = field(default_factory=list)

    def add(self, entries: Sequence[Row[Any]]) -> list[bytes]:
        """Append the next entries; return the complete subtrees that there are because of them."""
        nodes: list[bytes] = []
        for row in entries:
            if row.id != self.tail.size:
                self._found(f"the log of fingerprints lacks the entry {self.tail.size}")
                break
            kind = EntryKind(row.kind)
            entry = Entry(kind, bytes(row.identity), row.number, row.attempt, bytes(row.value))
            self.tail, made = self.tail.appended(entry.leaf)
            nodes += made
        return nodes

    def compare(self, nodes: Sequence[bytes], stored: Sequence[bytes]) -> None:
        """Compare subtrees with those that are stored."""
        if list(nodes) != list(stored):
            self._found(f"the log of fingerprints was changed before its entry {self.tail.size}")
        self.nodes += len(nodes)

    def _found(self, fault: str) -> None:
        if len(self.faults) < FAULTS_NAMED:
            self.faults.append(fault)


async def _log_verified(writer: Writer, progress: Progress) -> _Log:
    size = await writer.read(lambda c: (c.execute(select(func.max(_entry.id))).scalar() or -1) + 1)
    log = _Log()
    while not log.faults and (entries := await _entries(writer, log.tail.size)):
        nodes = await asyncio.to_thread(log.add, entries)
        log.compare(nodes, await _nodes(writer, log.nodes, len(nodes)))
        progress(Part.LOG, log.tail.size, max(size, log.tail.size))
    posted = await writer.read(lambda c: c.execute(select(func.max(schema.posted_head.c.size))).scalar() or 0)
    if posted > log.tail.size:
        log.faults.append(f"a head of {posted} entries of the log was posted, and there are {log.tail.size}")
    return log


async def _entries(writer: Writer, first: int) -> Sequence[Row[Any]]:
    query = select(schema.log_entry).where(_entry.id >= first).order_by(_entry.id).limit(ENTRIES_A_STEP)
    return await writer.read(lambda connection: connection.execute(query).all())


async def _nodes(writer: Writer, first: int, count: int) -> list[bytes]:
    query = select(_node.hash).where(_node.id >= first, _node.id < first + count).order_by(_node.id)
    return await writer.read(lambda connection: [bytes(node) for node in connection.execute(query).scalars()])
