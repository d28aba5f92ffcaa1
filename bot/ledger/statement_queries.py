"""Queries of statements, newest first, and nets of hands.

A line's balance is computed: the present one without all that came later.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, and_, case, func, null, select

from bot.ledger import schema
from bot.ledger.account import WALLET
from bot.ledger.queries import newest_posting
from bot.ledger.read_models import StatementLine
from bot.ledger.times import moment

ROWS_A_QUERY: Final = 200
"""Lines of one query, so that a page reads no more than needed."""

_entry, _posting, _hand, _account = schema.entry.c, schema.posting.c, schema.hand.c, schema.account.c
_other = schema.entry.alias("other")

_OTHER: Final = (
    select(_account.player)
    .join(_other, _other.c.account == _account.id)
    .where(_other.c.posting == _posting.id, _other.c.holder != _entry.holder)
    .limit(1)
    .correlate(schema.posting, schema.entry)
    .scalar_subquery()
)

_LINES: Final = (
    select(
        schema.posting, _entry.amount, _hand.game, case((_posting.hand.is_(None), _OTHER), else_=null()).label("other")
    )
    .join(schema.posting, _posting.id == _entry.posting)
    .outerjoin(schema.hand, _hand.id == _posting.hand)
)

_SHORT: Final = select(_posting.id, _posting.at, _posting.ranked, _entry.amount).join(
    schema.posting, _posting.id == _entry.posting
)


def wallet_number(connection: Connection, group: str, player: str) -> int | None:
    """Return a player's wallet number, which keys statements, if any."""
    query = select(_account.id).where(_account.kind == WALLET, _account.group_id == group, _account.owner == player)
    number: int | None = connection.execute(query).scalar()
    return number


def chips_after(connection: Connection, account: int, posting: int | None) -> int:
    """Return all chips of a player after a posting; ``None`` means now."""
    sums = schema.player_sum.c
    own = select(func.coalesce(func.sum(sums.amount), 0)).where(sums.account == account)
    now: int = connection.execute(own).scalar_one()
    if posting is None:
        return now
    later = select(func.coalesce(func.sum(_entry.amount), 0)).where(_entry.holder == account, _entry.posting > posting)
    return now - int(connection.execute(later).scalar_one())


def statement(
    connection: Connection, group: str, player: str, *, before: int | None = None, limit: int = 20
) -> list[StatementLine]:
    """Return a player's gains and losses, newest first, before a line if given."""
    account = wallet_number(connection, group, player)
    if account is None:
        return []
    query = _LINES.where(_entry.holder == account).order_by(_entry.posting.desc()).limit(limit)
    if before is not None:
        query = query.where(_entry.posting < before)
    balance = chips_after(connection, account, None if before is None else before - 1)
    found = []
    for row in connection.execute(query):
        found.append(_read(row, balance))
        balance -= row.amount
    return found


def _read(row: Row[Any], balance: int) -> StatementLine:
    return StatementLine(
        number=row.id,
        at=moment(row.at),
        amount=row.amount,
        balance=balance,
        reason=row.reason,
        hand=row.hand,
        game=row.game or "",
        actor=row.actor,
        note=row.note,
        other=row.other or "",
    )


def rows_backwards(connection: Connection, account: int, before: int | None = None) -> Iterator[Any]:
    """Yield number, time, amount and rank of lines lazily, newest first."""
    last = before
    while True:
        query = _SHORT.where(_entry.holder == account).order_by(_entry.posting.desc()).limit(ROWS_A_QUERY)
        rows = connection.execute(query if last is None else query.where(_entry.posting < last)).all()
        yield from rows
        if len(rows) < ROWS_A_QUERY:
            return
        last = rows[-1].id


def rows_onwards(connection: Connection, account: int, first: int) -> Iterator[Any]:
    """Yield the same from a line on, oldest first."""
    while True:
        query = _SHORT.where(_entry.holder == account, _entry.posting >= first).order_by(_entry.posting)
        rows = connection.execute(query.limit(ROWS_A_QUERY)).all()
        yield from rows
        if len(rows) < ROWS_A_QUERY:
            return
        first = rows[-1].id + 1


def given_since(connection: Connection, group: str, player: str, reason: str, since: datetime) -> int:
    """Return chips a player gave away for a reason since a moment."""
    account = wallet_number(connection, group, player)
    if account is None:
        return 0
    gave = (
        select(func.coalesce(func.sum(-_entry.amount), 0))
        .join(schema.posting, _posting.id == _entry.posting)
        .where(
            _entry.holder == account,
            _entry.posting > newest_posting(connection, since, before=True),
            _entry.amount < 0,
            _posting.reason == reason,
        )
    )
    return int(connection.execute(gave).scalar_one())


def nets(connection: Connection, group: str, after: int, until: int | None = None) -> list[tuple[str, bool, int]]:
    """Return nets by player, and true if ranked, of postings after one and up to another."""
    within: list[Any] = [_entry.posting > after, _posting.ranked.is_not(None), wallets_of(group)]
    if until is not None:
        within.append(_entry.posting <= until)
    query = (
        select(_account.owner, _posting.ranked, func.sum(_entry.amount))
        .join(schema.entry, _entry.holder == _account.id)
        .join(schema.posting, _posting.id == _entry.posting)
        .where(*within)
        .group_by(_account.owner, _posting.ranked)
    )
    return [(player, ranked, chips) for player, ranked, chips in connection.execute(query)]


def wallets_of(group: str) -> ColumnElement[bool]:
    """Return the condition of a group's wallets."""
    return and_(_account.kind == WALLET, _account.group_id == group)
