"""Checking what binds the hands to each other: the chain of their records, and the log of fingerprints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, select

from bot.ledger import schema
from bot.ledger.fingerprint_log import log_tail
from bot.ledger.record_queries import record_of
from engine.fairness import records
from engine.fairness.transparency_log import Entry, EntryKind, LogTail

FAULTS_REPORTED: Final = 5
"""How many faults of each kind are named."""

_hand, _deal, _entry = schema.hand.c, schema.deal.c, schema.log_entry.c


def chain_faults(connection: Connection, newest: int | None = None) -> list[str]:
    """Records that are not what they were, or that do not follow the record of the hand before them at their table.

    Args:
        connection: within the transaction.
        newest: how many hands are looked at, from the newest back; all if it is ``None``.
    """
    faults: list[str] = []
    for fault in _chain_faults(connection, newest):
        faults.append(fault)
        if len(faults) == FAULTS_REPORTED:
            break
    return faults


def _chain_faults(connection: Connection, newest: int | None) -> Iterator[str]:
    last = connection.execute(select(_hand.id).order_by(_hand.id.desc()).limit(1)).scalar() or 0
    query = (
        select(_hand.id, _hand.table_id, _hand.archive, _deal.record, _deal.packed, _deal.record_hash)
        .join(schema.deal, _deal.hand == _hand.id)
        .where(_hand.id > (0 if newest is None else last - newest), _hand.closed_at.is_not(None))
        .order_by(_hand.id)
    )
    before: dict[str, str] = {}
    for row in connection.execution_options(stream_results=True).execute(query):
        number, table, stored = row.id, row.table_id, row.record_hash
        if not row.record and not row.packed and row.archive is not None:
            # What is in an archive is no part of this file, but its hash is.
            before[table] = stored
            continue
        try:
            record = record_of(connection, row)
        except (ValueError, KeyError):
            yield f"the record of hand {number} cannot be read"
            continue
        if not record:
            # Its players were forgotten, and half a proof would be of no use.
            before.pop(table, None)
            continue
        try:
            fields = records.read(record)
            hashed, previous = records.record_hash(fields).hex(), fields["previous"]
        except (ValueError, KeyError, TypeError, AttributeError):
            yield f"the record of hand {number} cannot be read"
            continue
        if stored != hashed:
            yield f"the record of hand {number} was changed"
        if previous != before.get(table, previous):
            yield f"hand {number} does not follow the hand before it at its table"
        before[table] = stored


def log_faults(connection: Connection) -> list[str]:
    """Whether the entries of the log of fingerprints make the tree that is stored of it."""
    made = LogTail()
    columns = (_entry.id, _entry.kind, _entry.identity, _entry.number, _entry.attempt, _entry.value)
    for index, kind, identity, number, attempt, value in connection.execute(select(*columns).order_by(_entry.id)):
        if index != made.size:
            return [f"entry {made.size} of the log of fingerprints is missing"]
        made, _ = made.appended(Entry(EntryKind(kind), bytes(identity), number, attempt, bytes(value)).leaf)
    try:
        stored = log_tail(connection)
    except KeyError:
        return ["the log of fingerprints lacks part of its tree"]
    return [] if stored == made else ["the log of fingerprints was changed"]
