"""Verification of everything stored: pages, postings, the chain of records, and the log of fingerprints."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from sqlalchemy import Connection, func, select, text

from bot.ledger import auditing, queries, schema
from bot.ledger.schema_upgrade import HEAD, checked_version
from engine.fairness import records
from engine.fairness.transparency_log import Entry, EntryKind, LogTail

FAULTS_REPORTED: Final = 5
RECORDS_A_QUERY: Final = 200
ENTRIES_A_QUERY: Final = 5_000

_hand, _deal = schema.hand.c, schema.deal.c
_entry, _node = schema.log_entry.c, schema.log_node.c


@dataclass(frozen=True, slots=True)
class Verification:
    """The state of a database."""

    version: str | None = None
    """The schema's version; ``None`` if nothing was stored."""

    damage: Sequence[str] = ()
    """SQLite's words on damaged pages and rows; with any, the rest is unchecked."""

    faults: Sequence[str] = ()
    hands: int = 0
    """Unknown, like all below, in another version."""

    accounts: int = 0
    postings: int = 0
    records: int = 0
    entries: int = 0
    """Entries of the log of fingerprints."""

    @property
    def sound(self) -> bool:
        return not self.damage and not self.faults

    @property
    def audited(self) -> bool:
        """True if more than pages was checked, which needs the present schema."""
        return self.version == HEAD and not self.damage


def inspection(connection: Connection) -> Verification:
    """Check version and postings alone; raise ``DatabaseTooNew`` or ``CannotOpen``."""
    version = checked_version(connection)
    if version != HEAD:
        return Verification(version)
    found = auditing.audit(connection)
    return Verification(version, (), found.faults, queries.hands(connection), found.accounts, found.postings)


def verify(connection: Connection, newest: int | None = None) -> Verification:
    """Check all, but only the records of so many ``newest`` hands; raise ``DatabaseTooNew`` or ``CannotOpen``."""
    if damage := [*page_damage(connection, "integrity_check"), *_lost_rows(connection)]:
        return Verification(damage=damage)
    found = inspection(connection)
    if not found.audited:
        return found
    chain, log = _RecordChain(), _Log()
    faults = [
        *found.faults,
        *auditing.sum_faults(connection),
        *islice(chain.faults(connection, newest), FAULTS_REPORTED),
        *log.faults(connection),
    ]
    return Verification(
        found.version, (), faults, found.hands, found.accounts, found.postings, chain.records, log.tail.size
    )


def page_damage(connection: Connection, check: str) -> list[str]:
    """Return the faults of ``integrity_check``, or of the faster ``quick_check``."""
    said = list(connection.execute(text(f"PRAGMA {check}({FAULTS_REPORTED})")).scalars())
    return [] if said == ["ok"] else said


def _lost_rows(connection: Connection) -> Iterator[str]:
    for table, *_ in islice(connection.execute(text("PRAGMA foreign_key_check")), FAULTS_REPORTED):
        yield f"a row of {table} refers to one that is not there"


class _RecordChain:
    """The records of all tables, in order of hands; each follows the one before at its table."""

    def __init__(self) -> None:
        self.records = 0
        self._newest: dict[str, str] = {}
        """Hex hash of each table's newest record."""

    def faults(self, connection: Connection, newest: int | None) -> Iterator[str]:
        earlier = select(_hand.opened_at).order_by(_hand.opened_at.desc()).limit(1)
        since = 0 if newest is None else connection.execute(earlier.offset(newest)).scalar() or 0
        query = (
            select(_hand.id, _hand.table_id, _deal.record, _deal.compressed, _deal.record_hash)
            .join(schema.deal, _deal.hand == _hand.id)
            .where(_hand.closed_at.is_not(None), _hand.opened_at > since)
            .order_by(_hand.id)
        )
        for row in connection.execute(query).yield_per(RECORDS_A_QUERY):
            if row.record or row.compressed:
                yield from self._faults_of(row)
            # A pruned or forgotten record leaves its hash.
            self._newest[row.table_id] = row.record_hash

    def _faults_of(self, row: Any) -> Iterator[str]:
        self.records += 1
        try:
            fields = records.read(queries.record_of(row))
            hashed, digest = records.record_hash(fields).hex(), records.file_digest(fields).hex()
            said, previous, own_digest = fields["hash"], fields["previous"], fields["digest"]
        except (ValueError, KeyError, TypeError, AttributeError, zlib.error):
            yield f"the record of hand {row.id} cannot be read"
            return
        if not row.record_hash == hashed == said or digest != own_digest:
            yield f"the record of hand {row.id} was changed"
        if previous != self._newest.get(row.table_id, previous):
            yield f"hand {row.id} does not follow the hand before it at its table"


class _Log:
    """The log of fingerprints, whose stored tree follows from its entries."""

    def __init__(self) -> None:
        self.tail = LogTail()

    def faults(self, connection: Connection) -> Iterator[str]:
        nodes = connection.execute(select(_node.hash).order_by(_node.id)).yield_per(ENTRIES_A_QUERY)
        stored, subtrees = nodes.scalars(), 0
        for row in connection.execute(select(schema.log_entry).order_by(_entry.id)).yield_per(ENTRIES_A_QUERY):
            if row.id != self.tail.size:
                yield f"entry {self.tail.size} of the log of fingerprints is missing"
                return
            entry = Entry(EntryKind(row.kind), bytes(row.identity), row.number, row.attempt, bytes(row.value))
            self.tail, made = self.tail.appended(entry.leaf)
            kept = [bytes(node) for node in islice(stored, len(made))]
            subtrees += len(made)
            if len(kept) < len(made):
                yield "the log of fingerprints lacks part of its tree"
                return
            if kept != list(made):
                yield "the log of fingerprints was changed"
                return
        newest = connection.execute(select(func.max(_node.id))).scalar()
        if (-1 if newest is None else newest) + 1 != subtrees:
            yield "the log of fingerprints lacks its newest entries"
        posted = connection.execute(select(func.max(schema.posted_head.c.size))).scalar() or 0
        if posted > self.tail.size:
            yield f"a head of {posted} entries of the log was posted, and there are {self.tail.size}"
