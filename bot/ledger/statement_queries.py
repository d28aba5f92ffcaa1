"""Reading statements: their lines, newest first, and their running sums."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    FromClause,
    Row,
    Select,
    and_,
    bindparam,
    case,
    cast,
    func,
    literal,
    null,
    select,
)

from bot.ledger import schema
from bot.ledger.batch import microseconds
from bot.ledger.queries import moment
from bot.ledger.read_models import StatementLine
from bot.ledger.writes import WALLET

HAND: Final = "hand"
CALLED_OFF: Final = "called-off"

_account = schema.account
_line, _hand, _transfer = schema.statement_line.c, schema.hand.c, schema.transfer.c
_giver, _taker = schema.account.alias("giver"), schema.account.alias("taker")
_void = schema.transfer.alias("void")

_LINES: Final = (
    select(
        schema.statement_line,
        func.coalesce(_line.hand, _transfer.hand).label("about"),
        schema.hand.c.game,
        schema.hand.c.table_id,
        schema.hand.c.settlement,
        schema.hand.c.voided,
        case(
            (
                and_(_line.hand.is_not(None), _hand.voided != ""),
                select(func.max(_void.c.actor))
                .where(_void.c.hand == _hand.id, _void.c.reason == "void")
                .scalar_subquery(),
            ),
            else_=null(),
        ).label("called_off_by"),
        _transfer.reason,
        _transfer.actor,
        _transfer.note,
        _giver.c.player.label("giver"),
        _taker.c.player.label("taker"),
    )
    .outerjoin(schema.transfer, _transfer.id == _line.transfer)
    .outerjoin(_giver, _giver.c.id == _transfer.source_account)
    .outerjoin(_taker, _taker.c.id == _transfer.target_account)
    .outerjoin(schema.hand, _hand.id == func.coalesce(_line.hand, _transfer.hand))
)


def wallet_number(connection: Connection, group: str, player: str) -> int | None:
    """The number of a player's wallet, by which statements are kept; ``None`` for somebody who never had a chip."""
    account = schema.account.c
    query = select(account.id).where(account.kind == WALLET, account.group_id == group, account.owner == player)
    number: int | None = connection.execute(query).scalar()
    return number


def statement(
    connection: Connection, group: str, player: str, *, before: int | None = None, limit: int = 20
) -> list[StatementLine]:
    """Return what made all the chips of a player more or fewer, newest first, before a line or from the newest on."""
    account = wallet_number(connection, group, player)
    if account is None:
        return []
    query = _LINES.where(_line.account == account).order_by(_line.number.desc()).limit(limit)
    if before is not None:
        query = query.where(_line.number < before)
    return [_read(row, player) for row in connection.execute(query)]


def _read(row: Row[Any], player: str) -> StatementLine:
    if row.hand is None:
        reason, actor, note = row.reason, row.actor, row.note
    elif row.voided and not any(json.loads(row.settlement)):
        reason, actor, note = CALLED_OFF, row.called_off_by or "", row.voided
    else:
        reason, actor, note = HAND, "", ""
    other = {row.giver, row.taker} - {player, "", None}
    return StatementLine(
        number=row.number,
        at=moment(row.at),
        amount=row.amount,
        balance=row.balance,
        reason=reason,
        hand=row.about,
        game=row.game or "",
        actor=actor,
        note=note,
        other=other.pop() if other else "",
    )


def given_since(connection: Connection, group: str, player: str, reason: str, since: datetime) -> int:
    """The chips that a player gave away for one reason since a moment."""
    account = wallet_number(connection, group, player)
    if account is None:
        return 0
    gave = (
        select(func.coalesce(func.sum(-_line.amount), literal(0)))
        .join(schema.transfer, _transfer.id == _line.transfer)
        .where(_line.account == account, _line.at >= microseconds(since), _line.amount < 0, _transfer.reason == reason)
    )
    return int(connection.execute(gave).scalar() or 0)


def wallets_of(group: str) -> ColumnElement[bool]:
    """Whether an account is a wallet of a group."""
    return and_(_account.c.kind == WALLET, _account.c.group_id == group)


def is_newest(line: FromClause, until: int | None = None) -> ColumnElement[bool]:
    """Whether a line is the newest of an account's statement, or the newest up to a time."""
    each = schema.statement_line.alias()
    newest = select(each.c.number).where(each.c.account == _account.c.id)
    if until is None:
        newest = newest.order_by(each.c.number.desc())
    else:
        newest = newest.where(each.c.at <= until).order_by(each.c.at.desc(), each.c.number.desc())
    number = newest.limit(1).correlate(_account).scalar_subquery()
    return and_(line.c.account == _account.c.id, line.c.number == number)


def faults(connection: Connection, limit: int) -> list[str]:
    """Players whose sums do not come to what they have, so many of them at most."""
    return [
        f"the sums of {player!r} come to {sum_} chips instead of {balance}"
        for player, balance, sum_ in connection.execute(_wrong_sums(), {"most": limit})
    ]


# Building it takes longer than running it on a small database, and each start audits.
@cache
def _wrong_sums() -> Select[Any]:
    """Player, balance, and what their sums come to."""
    sums, line = schema.movement_sum.c, schema.statement_line.alias("newest")
    moved = (
        select(func.coalesce(cast(func.sum(sums.amount), BigInteger), 0))
        .where(sums.account == _account.c.id)
        .correlate(_account)
        .scalar_subquery()
    )
    return (
        select(_account.c.player, line.c.balance, line.c.won + line.c.unranked + moved)
        .select_from(_account.join(line, is_newest(line)))
        .where(_account.c.kind == WALLET, line.c.balance != line.c.won + line.c.unranked + moved)
        .limit(bindparam("most"))
    )
