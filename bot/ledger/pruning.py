"""Pruning: journals and records of old hands are deleted, and these hands have no replay and no proof any more.

Chips, statements, results, counts and the log of fingerprints stay.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, or_, select, update

from bot.ledger import schema
from bot.ledger.record_pieces import PIECES, drop_records

HANDS_A_STEP: Final = 1_000
"""How many hands are pruned in one transaction: a few hundredths of a second."""

_hand, _deal, _journal, _piece = schema.hand, schema.deal, schema.journal, schema.record_piece


def prune_step(connection: Connection, before: int) -> int:
    """Delete journals and records of some hands that were over before a time, as it is stored.

    Returns:
        How many hands had any; 0 when there are no more.
    """
    first = _hand.c.id * PIECES
    packed = select(_piece.c.id).where(_piece.c.id.between(first, first + PIECES - 1)).exists()
    plain = select(_deal.c.hand).where(_deal.c.hand == _hand.c.id, _deal.c.record > "").exists()
    query = (
        select(_hand.c.id)
        .where(_hand.c.closed_at < before, or_(_hand.c.lines.is_not(None), packed, plain))
        .limit(HANDS_A_STEP)
    )
    hands = connection.execute(query).scalars().all()
    connection.execute(delete(_journal).where(_journal.c.hand.in_(hands)))
    connection.execute(update(_hand).where(_hand.c.id.in_(hands)).values(lines=None))
    connection.execute(update(_deal).where(_deal.c.hand.in_(hands)).values(sealed="", record=""))
    drop_records(connection, hands)
    return len(hands)
