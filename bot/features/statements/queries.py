"""Adding the lines of a statement up by days."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, select

from bot.ledger import schema
from bot.ledger.batch import microseconds
from bot.ledger.queries import moment
from bot.ledger.statement_queries import chips_after, rows_backwards, rows_onwards, wallet_number

DayOf: TypeAlias = Callable[[datetime], tuple[datetime, datetime]]
"""Returns the beginning of the day of a moment, and that of the next day."""


@dataclass(frozen=True, slots=True)
class StatementDay:
    """The sums of one day."""

    at: datetime
    """The moment of its last line."""

    first: int
    last: int
    """The numbers of its lines."""

    amount: int
    """Chips gained by all lines, or lost if negative."""

    won: int
    """Chips gained in hands, those with computer players included."""

    balance: int
    """All that the player had at its end."""


class DaysPage(NamedTuple):
    """Some days of a statement, newest first."""

    days: list[StatementDay]
    newer: int | None = None
    """The ``before`` of the page of newer days; ``None`` if there are none."""

    older: bool = False
    """True if there are days before these."""


def newer_lines(connection: Connection, group: str, player: str, before: int, limit: int) -> int | None:
    """Return the ``before`` of the page of newer lines; ``None`` if there are none."""
    account, entry = wallet_number(connection, group, player), schema.entry.c
    if account is None:
        return None
    newer = select(entry.posting).where(entry.holder == account, entry.posting >= before)
    found = connection.execute(newer.order_by(entry.posting).limit(limit)).scalars().all()
    return found[-1] + 1 if found else None


def days(
    connection: Connection, group: str, player: str, day_of: DayOf, *, before: int | None = None, limit: int = 20
) -> DaysPage:
    """Return the latest days on which something happened; ``before`` is the first line of a day of the page before."""
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
    """Lines in their order, those of one day together."""

    def day(row: Any) -> int:
        return microseconds(day_of(moment(row.at))[0])

    return (list(of_day) for _, of_day in groupby(rows, day))
