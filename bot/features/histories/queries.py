from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, select

from bot.ledger import CardShown, HandRow, JournalLine, queries, schema
from bot.ledger.postings import RESULTS
from bot.ledger.statement_queries import wallet_number


class PlayedHand(NamedTuple):
    line: int
    """Its number in the statement."""

    hand: int
    group: str


def of_player(
    connection: Connection, players: Mapping[str, str], *, before: int | None = None, limit: int
) -> list[PlayedHand]:
    """Return the hands of a player, named by group, newest first; ``before`` is the last line of the page before."""
    entry, posting = schema.entry.c, schema.posting.c
    found: list[PlayedHand] = []
    for group, player in players.items():
        query = (
            select(entry.posting, posting.hand)
            .join(schema.posting, posting.id == entry.posting)
            .where(entry.holder == wallet_number(connection, group, player), posting.reason.in_(RESULTS))
        )
        if before is not None:
            query = query.where(entry.posting < before)
        rows = connection.execute(query.order_by(entry.posting.desc()).limit(limit))
        found += [PlayedHand(line, hand, group) for line, hand in rows]
    return sorted(found, reverse=True)[:limit]


def of_table(connection: Connection, table: str, *, before: int | None = None, limit: int) -> list[int]:
    """Return a table's finished hands, newest first; ``before`` is the last of the page before."""
    hand = schema.hand.c
    older = select(hand.id).where(hand.table_id == table, hand.closed_at.is_not(None))
    if before is not None:
        last = select(hand.number).where(hand.id == before, hand.table_id == table).scalar_subquery()
        older = older.where(hand.number < last)
    return list(connection.execute(older.order_by(hand.number.desc()).limit(limit)).scalars())


class StoredHand(NamedTuple):
    row: HandRow
    journal: list[JournalLine]

    shown: list[CardShown]
    """Cards shown after the hand, in order of the deal."""

    practised: bool

    names: tuple[str, ...]
    """Present names by seat; ``?`` if unknown."""


def stored_hand(connection: Connection, number: int) -> StoredHand | None:
    row = queries.hand(connection, number)
    if row is None:
        return None
    people = schema.person.c
    query = select(people.player, people.known_as).where(people.group_id == row.group, people.player.in_(row.players))
    names = {player: name for player, name in connection.execute(query)}  # noqa: C416
    return StoredHand(
        row,
        queries.journal(connection, number),
        queries.cards_shown(connection, number),
        queries.practised(number),
        tuple(names.get(player, "?") for player in row.players),
    )
