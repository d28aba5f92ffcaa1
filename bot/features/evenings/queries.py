from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from bot.ledger import queries, schema, statement_queries
from bot.ledger.writes import TableSaved

_table = schema.game_table.c

ROWS_A_QUERY = 20

MOST_QUERIES = 10
"""Most queries; older evenings need a number."""


class Evening(NamedTuple):
    """An evening, and its visible neighbours; 0 for none."""

    table: TableSaved
    number: int
    older: int
    newer: int


def evening(connection: Connection, group: str, channel: str, player: str, number: int | None) -> Evening | None:
    """Return an evening in the reader's channel or with the reader, the latest without a number.

    An empty player is an admin as the group; the channel goes before the reader's own.
    """
    if number is None:
        every = _evenings(connection, group) if channel else iter(())
        found = next((each for each in every if each[1].channel == channel), None)
        found = found or next(_seen(connection, group, channel, player), None)
    else:
        found = next(_seen(connection, group, channel, player, older_than=number + 1), None)
        found = found if found is not None and found[0] == number else None
    if found is None:
        return None
    older = next(_seen(connection, group, channel, player, older_than=found[0]), None)
    newer = next(_seen(connection, group, channel, player, newer_than=found[0]), None)
    return Evening(found[1], found[0], older[0] if older else 0, newer[0] if newer else 0)


def _seen(
    connection: Connection,
    group: str,
    channel: str,
    player: str,
    *,
    older_than: int | None = None,
    newer_than: int | None = None,
) -> Iterator[tuple[int, TableSaved]]:
    for number, table in _evenings(connection, group, older_than=older_than, newer_than=newer_than):
        if table.channel == channel or (player and _sat(table, player)):
            yield number, table


def _sat(table: TableSaved, player: str) -> bool:
    return any(tally[0] == player for tally in json.loads(table.state).get("tallies", ()))


def _evenings(
    connection: Connection, group: str, *, older_than: int | None = None, newer_than: int | None = None
) -> Iterator[tuple[int, TableSaved]]:
    place = older_than if newer_than is None else newer_than
    for _ in range(MOST_QUERIES):
        query = select(
            _table.number, _table.id, _table.group_id, _table.channel, _table.game, _table.state, _table.open
        ).where(_table.group_id == group)
        if newer_than is None:
            query = query.order_by(_table.number.desc())
            query = query if place is None else query.where(_table.number < place)
        else:
            query = query.order_by(_table.number).where(_table.number > place)
        rows = connection.execute(query.limit(ROWS_A_QUERY)).all()
        for number, *row in rows:
            table = json.loads(row[4])
            if table.get("hands_played", 0) > table.get("voids", 0):
                yield number, TableSaved(*row)
        if len(rows) < ROWS_A_QUERY:
            return
        place = rows[-1].number


class Nets(NamedTuple):
    """Without reversed hands."""

    among_people: int
    """Chips in hands without computer players."""

    with_computers: int


def nets_between(connection: Connection, group: str, since: datetime, until: datetime) -> dict[str, Nets]:
    """Return nets without zeros."""
    after, last = (queries.newest_posting(connection, each, before=True) for each in (since, until))
    found: dict[str, Nets] = {}
    for player, ranked, chips in statement_queries.nets(connection, group, after, last):
        so_far = found.get(player, Nets(0, 0))
        found[player] = so_far._replace(**{"among_people" if ranked else "with_computers": chips})
    return {player: each for player, each in found.items() if any(each)}
