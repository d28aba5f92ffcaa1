"""Queries about hands that are over: one by one, as lists, and the cards shown after them."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot.ledger import queries, schema
from bot.ledger.batch import shown_of
from bot.ledger.read_models import StoredHand
from bot.ledger.writes import WALLET, CardShown

_account, _hand = schema.account.c, schema.hand.c


def cards_shown(connection: Connection, number: int) -> list[CardShown]:
    """The cards of a hand that players have shown after it, in the order in which they were dealt."""
    lines = schema.journal.c
    query = select(lines.seq, lines.actor, lines.text).where(lines.table_id == shown_of(number))
    return [CardShown(number, *row) for row in connection.execute(query.order_by(lines.seq))]


def stored_hand(connection: Connection, number: int) -> StoredHand | None:
    """All that is stored of a hand."""
    row = queries.hand(connection, number)
    if row is None:
        return None
    people = schema.person.c
    query = select(people.player, people.name).where(people.group_id == row.group, people.player.in_(row.players))
    names = {player: name for player, name in connection.execute(query)}  # noqa: C416
    return StoredHand(
        row,
        queries.journal(connection, number),
        cards_shown(connection, number),
        queries.practised(connection, number),
        tuple(names.get(player, "?") for player in row.players),
    )


def of_player(connection: Connection, group: str, player: str, before: int | None, limit: int) -> list[tuple[int, int]]:
    """The newest hands of a player in whose statement they stand, newest first: the number of the line, and the hand.

    Args:
        connection: within a transaction.
        group: the group.
        player: the player.
        before: only lines with a smaller number; ``None`` for the newest.
        limit: how many at most.
    """
    line = schema.statement_line.c
    query = (
        select(line.number, line.hand)
        .join(schema.account, _account.id == line.account)
        .where(_account.kind == WALLET, _account.group_id == group, _account.owner == player, line.hand.is_not(None))
    )
    if before is not None:
        query = query.where(line.number < before)
    return [(number, hand) for number, hand in connection.execute(query.order_by(line.number.desc()).limit(limit))]


def of_table(connection: Connection, table: str, before: int | None, limit: int) -> list[int]:
    """The newest hands of a table that are over, newest first.

    Args:
        connection: within a transaction.
        table: its id.
        before: only those with a smaller number among all hands; ``None`` for the newest.
        limit: how many at most.
    """
    older = select(_hand.id).where(_hand.table_id == table, _hand.closed_at.is_not(None))
    if before is not None:
        last = select(_hand.number).where(_hand.id == before, _hand.table_id == table).scalar_subquery()
        older = older.where(_hand.number < last)
    return list(connection.execute(older.order_by(_hand.number.desc()).limit(limit)).scalars())
