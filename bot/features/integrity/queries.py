from __future__ import annotations

import json
from collections import Counter
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import Connection, and_, func, select

from bot.ledger import schema
from bot.ledger.queries import OF_HAND
from bot.ledger.statement_queries import wallets_of
from bot.ledger.times import microseconds, moment

_account = schema.account
_hand = schema.hand.c

BETTING: Final = ("bet ", "rais", "call", "fold", "all-")
"""Beginnings of journal lines on bets and answers."""

FIRST_WEEK: Final = timedelta(days=7)
"""The age of a new account."""

GIVEN: Final = ("newcomer", "daily", "grant")
"""Reasons of chips from the mint."""


class FinishedHand(NamedTuple):
    hand: int
    players: str

    settlement: str

    moves: tuple[tuple[str, str], ...]
    """Bets and answers with their players, in order."""

    opened: datetime


class HandPage(NamedTuple):
    hands: list[FinishedHand]
    before: int | None
    """The next page's ``before``, if any."""


class Newcomer(NamedTuple):
    began: datetime
    given: int
    """Chips from the mint in the first week."""


def finished_hands(
    connection: Connection, group: str, since: datetime, *, before: int | None = None, limit: int = 200
) -> HandPage:
    """Return a group's newest hands for chips, played out, since a moment.

    ``before`` continues the page before; ``limit`` bounds the hands examined.
    """
    tables, lines = schema.game_table.c, schema.journal.c
    query = select(_hand.id, _hand.players, _hand.table_id, _hand.settlement, _hand.opened_at).where(
        _hand.group_id == group, _hand.voided == "", _hand.settlement.is_not(None)
    )
    if before is not None:
        query = query.where(_hand.id < before)
    found = connection.execute(query.order_by(_hand.id.desc()).limit(limit)).all()
    rows = [row for row in found if row.opened_at >= microseconds(since)]
    states = select(tables.id, tables.state).where(tables.id.in_({row.table_id for row in rows}))
    practice = {table for table, state in connection.execute(states) if json.loads(state).get("practice")}
    counted = {row.id: row for row in rows if row.table_id not in practice}
    moves: dict[int, list[tuple[str, str]]] = {}
    done = select(_hand.id, lines.actor, lines.text).where(
        OF_HAND, _hand.id.in_(counted), func.substr(lines.text, 1, 4).in_(BETTING)
    )
    for hand, actor, text in connection.execute(done.order_by(_hand.id, lines.seq)):
        moves.setdefault(hand, []).append((actor, text))
    hands = [
        FinishedHand(number, row.players, row.settlement, tuple(moves.get(number, ())), moment(row.opened_at))
        for number, row in counted.items()
    ]
    return HandPage(hands, rows[-1].id if len(rows) == limit else None)


def newcomers(connection: Connection, group: str, since: datetime) -> dict[str, Newcomer]:
    """Return accounts begun since a moment, with chips from the mint."""
    posting, entry, first = schema.posting, schema.entry, schema.posting.alias("first")
    began = select(func.min(entry.c.posting)).where(entry.c.holder == _account.c.id).correlate(_account)
    week = first.c.at + FIRST_WEEK // timedelta(microseconds=1)
    query = (
        select(_account.c.owner, first.c.at, func.sum(entry.c.amount))
        .select_from(
            _account.join(first, first.c.id == began.scalar_subquery())
            .join(entry, entry.c.holder == _account.c.id)
            .join(posting, and_(posting.c.id == entry.c.posting, posting.c.at < week))
        )
        .where(wallets_of(group), first.c.at >= microseconds(since), posting.c.reason.in_(GIVEN))
        .group_by(_account.c.owner, first.c.at)
    )
    return {owner: Newcomer(moment(at), given) for owner, at, given in connection.execute(query)}


def undone_by(connection: Connection, group: str, since: datetime) -> dict[str, int]:
    """Count them by person, empty for nobody."""
    posting = schema.posting.c
    undone = select(_hand.id).where(_hand.group_id == group, _hand.voided > "", _hand.opened_at >= microseconds(since))
    who = dict.fromkeys(connection.execute(undone).scalars(), "")
    by = select(posting.hand, posting.actor).where(
        posting.hand.in_(undone), posting.reason.in_(("reversal", "called-off"))
    )
    for hand, actor in connection.execute(by):
        who[hand] = actor
    return dict(Counter(who.values()))
