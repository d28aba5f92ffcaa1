"""Reading statements: their lines, newest first, and what days came to."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, Row, Select, and_, bindparam, case, func, literal, null, select

from bot.ledger import schema
from bot.ledger.queries import moment
from bot.ledger.read_models import StatementDay, StatementLine
from bot.ledger.writes import WALLET

DayOf: TypeAlias = Callable[[int], tuple[int, int]]
"""When the day of a stored time begins and when the next one does, as times are stored."""

HAND: Final = "hand"
CALLED_OFF: Final = "called-off"

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

# Made once, since a page of days asks them time and again.
_SUMS: Final[Select[Any]] = select(_line.number, _line.at, _line.balance, _line.won, _line.unranked).where(
    _line.account == bindparam("wallet")
)
_NEWEST: Final = _SUMS.order_by(_line.number.desc()).limit(1)
_NEWEST_BEFORE: Final = (
    _SUMS.where(_line.at < bindparam("until")).order_by(_line.at.desc(), _line.number.desc()).limit(1)
)
_NUMBERED: Final = _SUMS.where(_line.number == bindparam("which"))


def wallet_number(connection: Connection, group: str, player: str) -> int | None:
    """The number of a player's wallet, by which statements are kept; ``None`` for somebody who never had a chip."""
    account = schema.account.c
    query = select(account.id).where(account.kind == WALLET, account.group_id == group, account.owner == player)
    number: int | None = connection.execute(query).scalar()
    return number


def lines(connection: Connection, group: str, player: str, before: int | None, limit: int) -> list[StatementLine]:
    """The lines of a statement, newest first.

    Args:
        connection: within the transaction.
        group: whose chips.
        player: whose statement.
        before: the number of the line above which the page ends; ``None`` for the newest ones.
        limit: the most lines.
    """
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


def days(
    connection: Connection, group: str, player: str, before: int | None, limit: int, day_of: DayOf
) -> tuple[list[StatementDay], int | None]:
    """What the latest days on which something happened came to, newest first, and where the page of newer days ends.

    Args:
        connection: within the transaction.
        group: whose chips.
        player: whose statement.
        before: the number of the line above which the page ends, the first of a day; ``None`` for the newest ones.
        limit: the most days.
        day_of: says which day it was.
    """
    account = wallet_number(connection, group, player)
    newest = None if account is None else _ending(connection, account)
    if account is None or newest is None:
        return [], None
    last = newest if before is None or before > newest.number else _numbered(connection, account, before - 1)
    found: list[StatementDay] = []
    while last is not None and len(found) < limit:
        begins, _ = day_of(last.at)
        earlier = _ending(connection, account, begins)
        was = (0, 0, 0, 0) if earlier is None else (earlier.number, earlier.balance, earlier.won, earlier.unranked)
        found.append(
            StatementDay(
                at=moment(last.at),
                first=was[0] + 1,
                last=last.number,
                amount=last.balance - was[1],
                won=last.won + last.unranked - was[2] - was[3],
                balance=last.balance,
            )
        )
        last = earlier
    if before is None or before > newest.number:
        return found, None
    edge = before
    for _ in range(limit):
        row = _numbered(connection, account, edge)
        if row is None:
            break
        end = _ending(connection, account, day_of(row.at)[1])
        assert end is not None
        edge = end.number + 1
    return found, edge


def _ending(connection: Connection, account: int, until: int | None = None) -> Row[Any] | None:
    """The newest line before a moment, or of all."""
    if until is None:
        return connection.execute(_NEWEST, {"wallet": account}).first()
    return connection.execute(_NEWEST_BEFORE, {"wallet": account, "until": until}).first()


def _numbered(connection: Connection, account: int, number: int) -> Row[Any] | None:
    return connection.execute(_NUMBERED, {"wallet": account, "which": number}).first()


def given_since(connection: Connection, group: str, player: str, reason: str, since: int) -> int:
    """The chips that a player gave away for one reason since a moment."""
    account = wallet_number(connection, group, player)
    if account is None:
        return 0
    gave = (
        select(func.coalesce(func.sum(-_line.amount), literal(0)))
        .join(schema.transfer, _transfer.id == _line.transfer)
        .where(_line.account == account, _line.at >= since, _line.amount < 0, _transfer.reason == reason)
    )
    return int(connection.execute(gave).scalar() or 0)
