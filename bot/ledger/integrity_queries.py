"""Reading for reports of integrity: finished hands, new accounts, and who undid hands."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import Connection, and_, func, select

from bot.ledger import schema
from bot.ledger.batch import microseconds
from bot.ledger.queries import moment
from bot.ledger.statement_queries import wallets_of

_account = schema.account
_hand = schema.hand.c

BETTING: Final = ("bet ", "rais", "call", "fold", "all-")
"""The beginnings of journal lines on bets and on the answers to them."""

FIRST_WEEK: Final = timedelta(days=7)
"""For how long an account is new."""

GIVEN: Final = ("newcomer", "daily", "grant")
"""The reasons for which the mint gives chips."""


class FinishedHand(NamedTuple):
    """A hand that is over, as far as everybody could follow it."""

    hand: int
    players: str
    """JSON: who played which seat."""

    settlement: str
    """JSON: net chips of each seat."""

    moves: tuple[tuple[str, str], ...]
    """The bets and the answers to them, each with its player, in order, as the journal has them."""

    opened: datetime
    """The moment of the deal, in UTC."""


class HandPage(NamedTuple):
    """Some hands of a group, newest first."""

    hands: list[FinishedHand]
    before: int | None
    """The beginning of the next page; ``None`` if there is none."""


class Newcomer(NamedTuple):
    """Somebody whose account is new."""

    began: datetime
    given: int
    """The chips from the mint in the first week."""


def finished_hands(
    connection: Connection, group: str, since: datetime, *, before: int | None = None, limit: int = 200
) -> HandPage:
    """Return the newest hands of a group since a moment that were played to their end, and not for practice.

    ``before`` is where the page before says that this one begins; ``limit`` is how many hands are looked at.
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
    done = select(lines.hand, lines.actor, lines.text).where(
        lines.hand.in_(counted), func.substr(lines.text, 1, 4).in_(BETTING)
    )
    for hand, actor, text in connection.execute(done.order_by(lines.hand, lines.seq)):
        moves.setdefault(hand, []).append((actor, text))
    hands = [
        FinishedHand(number, row.players, row.settlement, tuple(moves.get(number, ())), moment(row.opened_at))
        for number, row in counted.items()
    ]
    return HandPage(hands, rows[-1].id if len(rows) == limit else None)


def newcomers(connection: Connection, group: str, since: datetime) -> dict[str, Newcomer]:
    """Return the accounts of a group that began since a moment, with what the mint gave each in its first week."""
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
    """Return how many hands of a group since a moment were called off or reversed, by whom; empty stands for nobody."""
    posting = schema.posting.c
    undone = select(_hand.id).where(_hand.group_id == group, _hand.voided > "", _hand.opened_at >= microseconds(since))
    who = dict.fromkeys(connection.execute(undone).scalars(), "")
    by = select(posting.hand, posting.actor).where(
        posting.hand.in_(undone), posting.reason.in_(("reversal", "called-off"))
    )
    for hand, actor in connection.execute(by):
        who[hand] = actor
    return dict(Counter(who.values()))
