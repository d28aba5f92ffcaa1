"""Pruning: what is old of hands goes from the database to archives, from which it is read as before.

Chips, statements, results, counts and the log of fingerprints stay where they are, and so does whatever names anybody.
An archive is durable and was read back before the database refers to it, and until then nothing has changed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Connection, or_, select, update

from bot.ledger import schema
from bot.ledger.archives import ArchivedHand, folder_of, write_archive
from bot.ledger.record_pieces import PIECES, drop_records, stored_records

HANDS_AN_ARCHIVE: Final = 1_000
"""How many hands go to one archive, in one transaction: a few hundredths of a second."""

_hand, _piece = schema.hand, schema.record_piece


class Pruned(NamedTuple):
    """How far pruning has come."""

    last: int
    """The newest hand that was looked at."""

    hands: int
    """How many hands went to archives."""


def prune_step(connection: Connection, before: int, so_far: Pruned) -> Pruned | None:
    """Archive some hands, or return ``None`` when there are no more.

    Args:
        connection: within the transaction.
        before: only hands that were over before this time, as it is stored.
        so_far: how far the steps before have come.

    Raises:
        OSError: the archive cannot be written; nothing has changed.
    """
    first = _hand.c.id * PIECES
    packed = select(_piece.c.id).where(_piece.c.id.between(first, first + PIECES - 1)).exists()
    content = or_(_hand.c.lines.is_not(None), packed)
    query = (
        select(_hand.c.id, _hand.c.lines)
        .where(_hand.c.id > so_far.last, _hand.c.closed_at < before, _hand.c.archive.is_(None), content)
        .order_by(_hand.c.id)
        .limit(HANDS_AN_ARCHIVE)
    )
    lines = {row.id: row.lines or b"" for row in connection.execute(query)}
    if not lines:
        return None
    records = stored_records(connection, lines)
    found = {hand: ArchivedHand(each, records.get(hand, b"")) for hand, each in lines.items()}
    number = write_archive(folder_of(connection), found)
    connection.execute(update(_hand).where(_hand.c.id.in_(found)).values(archive=number, lines=None))
    drop_records(connection, records)
    return Pruned(max(found), so_far.hands + len(found))
