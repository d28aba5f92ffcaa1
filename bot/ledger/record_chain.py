"""Checks of the links between hands: the chain of records, and the log of fingerprints."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from sqlalchemy import Connection, Row, func, select

from bot.ledger import schema
from bot.ledger.queries import record_of
from engine.fairness import records
from engine.fairness.transparency_log import Entry, EntryKind, LogTail

FAULTS_REPORTED: Final = 5

RECORDS_A_QUERY: Final = 200
ENTRIES_A_QUERY: Final = 5_000

_hand, _deal = schema.hand.c, schema.deal.c
_entry, _node = schema.log_entry.c, schema.log_node.c


# --- records -------------------------------------------------------------------------------------------------------


@dataclass
class RecordChain:
    """The checked records of all tables, in order of hands."""

    records: int = 0

    faults: list[str] = field(default_factory=list)

    _newest: dict[str, str] = field(default_factory=dict)
    """Hex hash of each table's newest record."""

    def add(self, rows: Sequence[Row[Any]]) -> None:
        for row in rows:
            self.faults += islice(self._faults_of(row), FAULTS_REPORTED - len(self.faults))

    def _faults_of(self, row: Row[Any]) -> Iterator[str]:
        if not row.record and not row.compressed:
            # Pruned or forgotten; the hash stays.
            self._newest[row.table_id] = row.record_hash
            return
        try:
            record = record_of(row)
        except (ValueError, zlib.error):
            self.records += 1
            yield f"the record of hand {row.id} cannot be read"
            return
        self.records += 1
        before, self._newest[row.table_id] = self._newest.get(row.table_id), row.record_hash
        try:
            fields = records.read(record)
            hashed, digest = records.record_hash(fields).hex(), records.file_digest(fields).hex()
            said, previous, own_digest = fields["hash"], fields["previous"], fields["digest"]
        except (ValueError, KeyError, TypeError, AttributeError):
            yield f"the record of hand {row.id} cannot be read"
            return
        if not row.record_hash == hashed == said or digest != own_digest:
            yield f"the record of hand {row.id} was changed"
        if before is not None and previous != before:
            yield f"hand {row.id} does not follow the hand before it at its table"


def records_after(connection: Connection, hand: int, since: int = 0) -> Sequence[Any]:
    """Return records after a hand, of hands begun after a moment and over."""
    query = (
        select(_hand.id, _hand.table_id, _deal.record, _deal.compressed, _deal.record_hash)
        .join(schema.deal, _deal.hand == _hand.id)
        .where(_hand.id > hand, _hand.closed_at.is_not(None), _hand.opened_at > since)
        .order_by(_hand.id)
        .limit(RECORDS_A_QUERY)
    )
    return connection.execute(query).all()


def chain_faults(connection: Connection, newest: int | None = None) -> list[str]:
    """Return records that changed, or do not follow the one before at their table."""
    earlier = select(_hand.opened_at).order_by(_hand.opened_at.desc()).limit(1)
    since = 0 if newest is None else connection.execute(earlier.offset(newest)).scalar() or 0
    chain, after = RecordChain(), 0
    while rows := records_after(connection, after, since):
        chain.add(rows)
        after = rows[-1].id
    return chain.faults


# --- the log of fingerprints ---------------------------------------------------------------------------------------


@dataclass
class LogTree:
    """The checked part of the log of fingerprints, from its beginning."""

    tail: LogTail = field(default_factory=LogTail)
    subtrees: int = 0

    faults: list[str] = field(default_factory=list)

    def add(self, entries: Sequence[Row[Any]]) -> list[bytes]:
        """Append entries; return newly complete subtrees."""
        made: list[bytes] = []
        for row in entries:
            if row.id != self.tail.size:
                self.faults.append(f"entry {self.tail.size} of the log of fingerprints is missing")
                break
            entry = Entry(EntryKind(row.kind), bytes(row.identity), row.number, row.attempt, bytes(row.value))
            self.tail, subtrees = self.tail.appended(entry.leaf)
            made += subtrees
        return made

    def compare(self, made: Sequence[bytes], stored: Sequence[bytes]) -> None:
        """Compare computed with stored subtrees."""
        if len(stored) < len(made):
            self.faults.append("the log of fingerprints lacks part of its tree")
        elif list(stored) != list(made):
            self.faults.append("the log of fingerprints was changed")
        self.subtrees += len(made)

    def end(self, newest_subtree: int, posted: int) -> None:
        """Compare the whole with other stored facts."""
        if not self.faults and newest_subtree + 1 != self.subtrees:
            self.faults.append("the log of fingerprints lacks its newest entries")
        if posted > self.tail.size:
            self.faults.append(f"a head of {posted} entries of the log was posted, and there are {self.tail.size}")


def log_entries(connection: Connection, first: int) -> Sequence[Row[Any]]:
    query = select(schema.log_entry).where(_entry.id >= first).order_by(_entry.id).limit(ENTRIES_A_QUERY)
    return connection.execute(query).all()


def stored_subtrees(connection: Connection, first: int, count: int) -> list[bytes]:
    query = select(_node.hash).where(_node.id >= first, _node.id < first + count).order_by(_node.id)
    return [bytes(node) for node in connection.execute(query).scalars()]


def log_end(connection: Connection) -> tuple[int, int]:
    """Return the newest stored subtree, or -1, and the largest posted head's size."""
    newest = connection.execute(select(func.max(_node.id))).scalar()
    posted = connection.execute(select(func.max(schema.posted_head.c.size))).scalar() or 0
    return -1 if newest is None else newest, posted


def log_faults(connection: Connection) -> list[str]:
    """Return contradictions between the log's entries and its stored tree."""
    tree = LogTree()
    while not tree.faults and (entries := log_entries(connection, tree.tail.size)):
        made = tree.add(entries)
        tree.compare(made, stored_subtrees(connection, tree.subtrees, len(made)))
    tree.end(*log_end(connection))
    return tree.faults
