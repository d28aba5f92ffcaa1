"""Pruning of old journals and records, which ends replays and proofs of their hands.

Chips, statements, results, counts and the log of fingerprints stay.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, or_, select, update

from bot.ledger import schema

HANDS_A_STEP: Final = 1_000
"""Hands of one transaction, which takes hundredths of a second."""

_hand, _deal, _journal = schema.hand, schema.deal, schema.journal


def prune_step(connection: Connection, before: int) -> int:
    """Delete some journals and records of hands over before a stored time."""
    recorded = or_(_deal.c.record > "", _deal.c.compressed.is_not(None))
    record = select(_deal.c.hand).where(_deal.c.hand == _hand.c.id, recorded).exists()
    line = select(_journal.c.seq).where(_journal.c.hand == _hand.c.id).exists()
    old = select(_hand.c.id).where(_hand.c.closed_at < before, or_(line, record))
    hands = connection.execute(old.limit(HANDS_A_STEP)).scalars().all()
    connection.execute(update(_deal).where(_deal.c.hand.in_(hands)).values(sealed="", record="", compressed=None))
    connection.execute(delete(_journal).where(_journal.c.hand.in_(hands)))
    return len(hands)
