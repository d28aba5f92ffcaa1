"""Nets between two moments."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection

from bot.ledger import queries, statement_queries


class Nets(NamedTuple):
    """A player's net without reversed hands, negative for losses."""

    among_people: int
    """Chips in hands without computer players."""

    with_computers: int


def nets(connection: Connection, group: str, since: datetime, until: datetime) -> dict[str, Nets]:
    """Return nets by player in the period, without zeros."""
    after, last = (queries.newest_posting(connection, each, before=True) for each in (since, until))
    found: dict[str, Nets] = {}
    for player, ranked, chips in statement_queries.nets(connection, group, after, last):
        so_far = found.get(player, Nets(0, 0))
        found[player] = so_far._replace(**{"among_people" if ranked else "with_computers": chips})
    return {player: each for player, each in found.items() if any(each)}
