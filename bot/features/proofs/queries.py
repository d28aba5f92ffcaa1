"""What has become of the deals of a group."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, func, select

from bot.ledger import schema

_hand = schema.hand.c


class DealCounts(NamedTuple):
    """What has become of the deals of a group, as far as it did not go as it should."""

    hands: int = 0
    """How many hands were dealt."""

    voids: int = 0
    """How many of them were called off or reversed."""

    given_up: int = 0
    """How many deals were given up, and never dealt, after players had added words."""

    without_beacon: int = 0
    """How many hands were dealt without the beacon that their platform has."""

    not_revealed: int = 0
    """How often a hand was dealt without the chance that a player had pledged for it."""


def deal_counts(connection: Connection, group: str) -> DealCounts:
    """Return what has become of the deals of a group."""
    counts = schema.group_count.c
    rows = connection.execute(select(counts.what, counts.times).where(counts.group_id == group))
    counted = {row.what: row.times for row in rows}
    # Greater, not different: the index finds them.
    voided = select(func.count()).where(_hand.group_id == group, _hand.voided > "")
    return DealCounts(**counted, voids=connection.execute(voided).scalar_one())
