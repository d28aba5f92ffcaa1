"""Reading the log of fingerprints: its tail, its heads, and what it proves of a hand."""

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
"""How many complete subtrees one query reads; each is one of the parameters that a database allows."""

_entry, _node, _posted = schema.log_entry.c, schema.log_node.c, schema.posted_head.c


def log_tail(connection: Connection) -> LogTail:
    """The end of the log, to which more can be appended.

    Raise ``AuditFailed`` if part of it is not stored any more.
    """
    size = log_size(connection)
    try:
        return _with_nodes(connection, lambda node: tail(size, node))
    except KeyError:
        raise AuditFailed("The log of fingerprints lacks part of its tree.") from None


def log_size(connection: Connection) -> int:
    """How many entries the log has."""
    newest: int | None = connection.execute(select(func.max(_entry.id))).scalar()
    return 0 if newest is None else newest + 1


def log_root(connection: Connection, size: int) -> str:
    """The root of the log when it had so many entries, in hex."""
    return _with_nodes(connection, lambda node: tail(size, node).head.root).hex()


def _with_nodes(connection: Connection, work: Callable[[NodeAt], T]) -> T:
    """What comes out of some work that looks at complete subtrees of the log.

    It is done twice: to find out which subtrees it looks at, so that all are read at once, and then with them.
    """
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
    """When a head was last posted at each place, by group and channel."""
    query = select(_posted.group_id, _posted.channel, _posted.at)
    return {(group, channel): at for group, channel, at in connection.execute(query)}


def last_posted(connection: Connection, group: str) -> int:
    """The size of the log in the head that was last posted in a group; 0 if there was none."""
    query = select(_posted.size).where(_posted.group_id == group).order_by(_posted.at.desc(), _posted.size.desc())
    return connection.execute(query.limit(1)).scalar() or 0


def log_proof(connection: Connection, identity: bytes, number: int, earlier: Sequence[int] = ()) -> LogProof:
    """What the log says of a hand, proved against its newest head.

    Raise ``ValueError`` if the log never had one of those sizes.
    """
    log = log_tail(connection)
    query = select(schema.log_entry).where(_entry.identity == identity, _entry.number == number)
    rows = connection.execute(query.order_by(_entry.id)).all()

    def proof(node: NodeAt) -> LogProof:
        # The paths to earlier heads come first, as they refuse a size that the log never had.
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
