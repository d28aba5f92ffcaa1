"""Counts of irregular deals in a group."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, func, select

from bot.ledger import schema

_hand = schema.hand.c


class DealCounts(NamedTuple):
    """Deals of a group, with irregular ones."""

    hands: int = 0

    voids: int = 0
    """Hands called off or reversed."""

    given_up: int = 0
    """Deals dropped after players had added words."""

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
