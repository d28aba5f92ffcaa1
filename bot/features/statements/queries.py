"""Statement lines added up by day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, select

from bot.ledger import schema
from bot.ledger.statement_queries import chips_after, rows_backwards, rows_onwards, wallet_number
from bot.ledger.times import microseconds, moment

DayOf: TypeAlias = Callable[[datetime], tuple[datetime, datetime]]
"""Returns the start of a moment's day and of the next."""


@dataclass(frozen=True, slots=True)
class StatementDay:
    at: datetime
    """Of its last line."""

    first: int
    last: int
    """The numbers of its lines."""

    amount: int
    """Net of all lines."""

    won: int
    """Net of hands, those with computer players included."""

    balance: int
    """The balance at its end."""


class DaysPage(NamedTuple):
    """Newest first."""

    days: list[StatementDay]
    newer: int | None = None
    """``before`` of the newer page, if any."""

    older: bool = False
    """True if earlier days exist."""


def newer_lines(connection: Connection, group: str, player: str, before: int, limit: int) -> int | None:
    """Return ``before`` of the newer page, or ``None``."""
    account, entry = wallet_number(connection, group, player), schema.entry.c
    if account is None:
        return None
    newer = select(entry.posting).where(entry.holder == account, entry.posting >= before)
    found = connection.execute(newer.order_by(entry.posting).limit(limit)).scalars().all()
    return found[-1] + 1 if found else None


def days(
    connection: Connection, group: str, player: str, day_of: DayOf, *, before: int | None = None, limit: int = 20
) -> DaysPage:
    """Return the latest days with lines; ``before`` is the first line of a day of the page before."""
    account = wallet_number(connection, group, player)
    if account is None:
        return DaysPage([])
    balance = chips_after(connection, account, None if before is None else before - 1)
    found: list[StatementDay] = []
    older = False
    for of_day in _by_day(rows_backwards(connection, account, before), day_of):
        if len(found) == limit:
            older = True
            break
        amount, won = sum(row.amount for row in of_day), sum(row.amount for row in of_day if row.ranked is not None)
        found.append(StatementDay(moment(of_day[0].at), of_day[-1].id, of_day[0].id, amount, won, balance))
        balance -= amount
    if before is None:
        return DaysPage(found, None, older)
    newer = islice(_by_day(rows_onwards(connection, account, before), day_of), limit)
    edge = max((row.id for of_day in newer for row in of_day), default=None)
    return DaysPage(found, None if edge is None else edge + 1, older)


def _by_day(rows: Iterable[Any], day_of: DayOf) -> Iterator[list[Any]]:
    def day(row: Any) -> int:
        return microseconds(day_of(moment(row.at))[0])

    return (list(of_day) for _, of_day in groupby(rows, day))
