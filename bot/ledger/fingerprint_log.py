"""Queries of the log of fingerprints: tail, heads and proofs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from sqlalchemy import Connection, func, select

from bot.ledger import schema
from bot.ledger.errors import AuditFailed
from engine.fairness.transparency_log import LogTail, NodeAt, stored_at, tail

T = TypeVar("T")

NODES_A_QUERY: Final = 500
"""Subtrees of one query, each a parameter of limited number."""

_entry, _node, _posted = schema.log_entry.c, schema.log_node.c, schema.posted_head.c


def log_tail(connection: Connection) -> LogTail:
    """Return the log's end for appending; raise ``AuditFailed`` if part is missing."""
    size = log_size(connection)
    try:
        return with_nodes(connection, lambda node: tail(size, node))
    except KeyError:
        raise AuditFailed("The log of fingerprints lacks part of its tree.") from None


def log_size(connection: Connection) -> int:
    newest: int | None = connection.execute(select(func.max(_entry.id))).scalar()
    return 0 if newest is None else newest + 1


def log_root(connection: Connection, size: int) -> str:
    """Return the root of the log at a size, in hex."""
    return with_nodes(connection, lambda node: tail(size, node).head.root).hex()


def with_nodes(connection: Connection, work: Callable[[NodeAt], T]) -> T:
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
