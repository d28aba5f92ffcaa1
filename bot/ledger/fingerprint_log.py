"""Reading the log of fingerprints: its tail, its heads, and what it proves of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from bot.ledger import schema
from engine.fairness.transparency_log import (
    EarlierHead,
    Entry,
    EntryKind,
    LoggedEntry,
    LogProof,
    LogTail,
    consistency_path,
    inclusion_path,
    stored_at,
    tail,
)

_entry, _node, _posted = schema.log_entry.c, schema.log_node.c, schema.posted_head.c


class StoredNodes:
    """The complete subtrees of the log, read one by one as they are needed.

    Args:
        connection: within the transaction.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known: dict[int, bytes] = {}

    def __call__(self, level: int, position: int) -> bytes:
        number = stored_at(level, position)
        known = self._known.get(number)
        if known is None:
            # Through the driver, as it is asked for dozens of them at a time.
            row: Any = self._connection.exec_driver_sql("SELECT hash FROM log_node WHERE id = ?", (number,)).first()
            known = self._known[number] = bytes(row[0])
        return known


def log_tail(connection: Connection) -> LogTail:
    """The end of the log, to which more can be appended."""
    newest = connection.execute(select(func.max(_entry.id))).scalar()
    return tail(0 if newest is None else newest + 1, StoredNodes(connection))


def posted_at(connection: Connection) -> dict[tuple[str, str], int]:
    """When a head was last posted at each place, by group and channel."""
    query = select(_posted.group_id, _posted.channel, _posted.at)
    return {(group, channel): at for group, channel, at in connection.execute(query)}


def last_posted(connection: Connection, group: str) -> int:
    """The size of the log in the head that was last posted in a group; 0 if there was none."""
    query = select(_posted.size).where(_posted.group_id == group).order_by(_posted.at.desc(), _posted.size.desc())
    return connection.execute(query.limit(1)).scalar() or 0


def log_proof(connection: Connection, identity: bytes, number: int, earlier: Sequence[int]) -> LogProof:
    """What the log says of a hand, proved against its newest head.

    Args:
        connection: within the transaction.
        identity: the bytes that are the table's alone.
        number: the number of the hand at its table.
        earlier: the sizes of earlier heads to show consistent, ascending.

    Raises:
        ValueError: the log never had one of those sizes.
    """
    node = StoredNodes(connection)
    log = log_tail(connection)
    size = log.size
    query = select(schema.log_entry).where(_entry.identity == identity, _entry.number == number)
    entries = [
        LoggedEntry(
            row.id,
            Entry(EntryKind(row.kind), bytes(row.identity), row.number, row.attempt, bytes(row.value)),
            inclusion_path(row.id, size, node),
        )
        for row in connection.execute(query.order_by(_entry.id))
    ]
    # The paths come first, as they refuse a size that the log never had.
    paths = [consistency_path(each, size, node) for each in earlier]
    heads = [EarlierHead(tail(each, node).head, path) for each, path in zip(earlier, paths, strict=True)]
    return LogProof(log.head, tuple(entries), tuple(heads))
