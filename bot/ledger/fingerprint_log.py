"""Queries of the log of fingerprints: tail, heads and proofs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from sqlalchemy import Connection, func, select

from bot.ledger import schema
from bot.ledger.errors import AuditFailed
from engine.fairness.transparency_log import (
    EarlierHead,
    Entry,
    EntryKind,
    LoggedEntry,
    LogProof,
    LogTail,
    NodeAt,
    consistency_path,
    inclusion_path,
    stored_at,
    tail,
)

T = TypeVar("T")

NODES_A_QUERY: Final = 500
"""Subtrees of one query, each a parameter of limited number."""

_entry, _node, _posted = schema.log_entry.c, schema.log_node.c, schema.posted_head.c


def log_tail(connection: Connection) -> LogTail:
    """Return the log's end for appending; raise ``AuditFailed`` if part is missing."""
    size = log_size(connection)
    try:
        return _with_nodes(connection, lambda node: tail(size, node))
    except KeyError:
        raise AuditFailed("The log of fingerprints lacks part of its tree.") from None


def log_size(connection: Connection) -> int:
    newest: int | None = connection.execute(select(func.max(_entry.id))).scalar()
    return 0 if newest is None else newest + 1


def log_root(connection: Connection, size: int) -> str:
    """Return the root of the log at a size, in hex."""
    return _with_nodes(connection, lambda node: tail(size, node).head.root).hex()


def _with_nodes(connection: Connection, work: Callable[[NodeAt], T]) -> T:
    wanted: set[int] = set()

    def noted(level: int, position: int) -> bytes:
        wanted.add(stored_at(level, position))
        return b""

    work(noted)
    numbers, known = sorted(wanted), {}
    for start in range(0, len(numbers), NODES_A_QUERY):
        query = select(_node.id, _node.hash).where(_node.id.in_(numbers[start : start + NODES_A_QUERY]))
        known.update({number: bytes(node) for number, node in connection.execute(query)})
    return work(lambda level, position: known[stored_at(level, position)])


def posted_at(connection: Connection) -> dict[tuple[str, str], int]:
    """Return times of last posted heads by group and channel."""
    query = select(_posted.group_id, _posted.channel, _posted.at)
    return {(group, channel): at for group, channel, at in connection.execute(query)}


def last_posted(connection: Connection, group: str) -> int:
    """Return the size of a group's last posted head, or 0."""
    query = select(_posted.size).where(_posted.group_id == group).order_by(_posted.at.desc(), _posted.size.desc())
    return connection.execute(query.limit(1)).scalar() or 0


def log_proof(connection: Connection, identity: bytes, number: int, earlier: Sequence[int] = ()) -> LogProof:
    """Prove a hand against the newest head; raise ``ValueError`` for an impossible earlier size."""
    log = log_tail(connection)
    query = select(schema.log_entry).where(_entry.identity == identity, _entry.number == number)
    rows = connection.execute(query.order_by(_entry.id)).all()

    def proof(node: NodeAt) -> LogProof:
        # First, since they refuse impossible sizes.
        paths = [consistency_path(each, log.size, node) for each in earlier]
        heads = [EarlierHead(tail(each, node).head, path) for each, path in zip(earlier, paths, strict=True)]
        entries = [
            LoggedEntry(
                row.id,
                Entry(EntryKind(row.kind), bytes(row.identity), row.number, row.attempt, bytes(row.value)),
                inclusion_path(row.id, log.size, node),
            )
            for row in rows
        ]
        return LogProof(log.head, tuple(entries), tuple(heads))

    return _with_nodes(connection, proof)
