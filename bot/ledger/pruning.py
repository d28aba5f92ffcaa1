"""Pruning: what is old of hands goes from the database to archives, from which it is read as before.

Chips, statements, results, counts and the log of fingerprints stay where they are, and so does whatever names anybody.
An archive is durable and was read back before the database refers to it, and until then nothing has changed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Connection, or_, select, update

from bot.ledger import schema
from bot.ledger.archives import ArchivedHand, folder_of, write_archive

HANDS_AN_ARCHIVE: Final = 1_000
"""How many hands go to one archive, in one transaction: a few hundredths of a second."""

_hand, _deal = schema.hand, schema.deal


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
    content = or_(_hand.c.lines.is_not(None), _deal.c.packed.is_not(None))
    query = (
        select(_hand.c.id, _hand.c.lines, _deal.c.packed)
        .outerjoin(_deal, _deal.c.hand == _hand.c.id)
        .where(_hand.c.id > so_far.last, _hand.c.closed_at < before, _hand.c.archive.is_(None), content)
        .order_by(_hand.c.id)
        .limit(HANDS_AN_ARCHIVE)
    )
    found = {row.id: ArchivedHand(row.lines or b"", row.packed or b"") for row in connection.execute(query)}
    if not found:
        return None
    number = write_archive(folder_of(connection), found)
    connection.execute(update(_hand).where(_hand.c.id.in_(found)).values(archive=number, lines=None))
    connection.execute(update(_deal).where(_deal.c.hand.in_(found), _deal.c.packed.is_not(None)).values(packed=None))
    return Pruned(max(found), so_far.hands + len(found))
