"""Irregular deals of a group, consents to open cards, and proofs from the log of fingerprints."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from bot.ledger import DisclosureAgreed, PackDisclosed, queries, schema
from bot.ledger.fingerprint_log import log_tail, with_nodes
from engine.fairness.records import with_picked_pack
from engine.fairness.transparency_log import (
    EarlierHead,
    Entry,
    EntryKind,
    LoggedEntry,
    LogProof,
    NodeAt,
    consistency_path,
    inclusion_path,
    tail,
)

_hand = schema.hand.c


class DealCounts(NamedTuple):
    hands: int = 0

    voids: int = 0
    """Hands called off or reversed."""

    given_up: int = 0
    """After players had added words."""

    without_beacon: int = 0
    """Hands without the beacon of their platform."""

    not_revealed: int = 0
    """Hands without the chance pledged by a player."""


def deal_counts(connection: Connection, group: str) -> DealCounts:
    counts = schema.group_count.c
    rows = connection.execute(select(counts.what, counts.times).where(counts.group_id == group))
    counted = {row.what: row.times for row in rows}
    # Greater, not different: the index finds them.
    voided = select(func.count()).where(_hand.group_id == group, _hand.voided > "")
    return DealCounts(**counted, voids=connection.execute(voided).scalar_one())


def agreed_to(connection: Connection, number: int) -> set[str]:
    said = schema.agreement.c
    return set(connection.execute(select(said.player).where(said.hand == number)).scalars())


def agreement(
    connection: Connection, hand: int, player: str, people: Set[str]
) -> tuple[DisclosureAgreed | PackDisclosed, ...]:
    """Return a player's agreement, and if it is the last one the opened pack in the record as it is now."""
    agreed = DisclosureAgreed(hand, player)
    if people - agreed_to(connection, hand) - {player}:
        return (agreed,)
    row = queries.hand(connection, hand)
    assert row is not None
    return agreed, PackDisclosed(hand, with_picked_pack(row.record, row.keys))


def last_posted(connection: Connection, group: str) -> int:
    """Return the size of a group's last posted head, or 0."""
    query = (
        select(schema.posted_head.c.size)
        .where(schema.posted_head.c.group_id == group)
        .order_by(schema.posted_head.c.at.desc(), schema.posted_head.c.size.desc())
    )
    return connection.execute(query.limit(1)).scalar() or 0


def log_proof(connection: Connection, identity: bytes, number: int, earlier: Sequence[int] = ()) -> LogProof:
    """Prove a hand against the newest head; raise ``ValueError`` for an impossible earlier size."""
    log = log_tail(connection)
    query = select(schema.log_entry).where(schema.log_entry.c.identity == identity, schema.log_entry.c.number == number)
    rows = connection.execute(query.order_by(schema.log_entry.c.id)).all()

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

    return with_nodes(connection, proof)
