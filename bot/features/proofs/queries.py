"""Counting the deals of a group that did not go as they should."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, func, select

from bot.ledger import schema

_hand = schema.hand.c


class DealCounts(NamedTuple):
    """The deals of a group, and those that did not go as they should."""

    hands: int = 0
    """All that were dealt."""

    voids: int = 0
    """Those that were called off or reversed."""

    given_up: int = 0
    """Deals that were never dealt, after players had added words."""

    without_beacon: int = 0
    """Hands dealt without the beacon that their platform has."""

    not_revealed: int = 0
    """Hands dealt without the chance that a player had pledged."""


def deal_counts(connection: Connection, group: str) -> DealCounts:
    """Return the counts of a group."""
    counts = schema.group_count.c
    rows = connection.execute(select(counts.what, counts.times).where(counts.group_id == group))
    counted = {row.what: row.times for row in rows}
    # Greater, not different: the index finds them.
    voided = select(func.count()).where(_hand.group_id == group, _hand.voided > "")
    return DealCounts(**counted, voids=connection.execute(voided).scalar_one())
