"""What the days of a statement came to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, bindparam, select

from bot.ledger import schema
from bot.ledger.batch import microseconds
from bot.ledger.queries import moment
from bot.ledger.statement_queries import wallet_number

_line = schema.statement_line.c

# Made once, since a page of days asks them time and again.
_SUMS: Final[Select[Any]] = select(_line.number, _line.at, _line.balance, _line.won, _line.unranked).where(
    _line.account == bindparam("wallet")
)
_NEWEST: Final = _SUMS.order_by(_line.number.desc()).limit(1)
_NEWEST_BEFORE: Final = (
    _SUMS.where(_line.at < bindparam("until")).order_by(_line.at.desc(), _line.number.desc()).limit(1)
)
_NUMBERED: Final = _SUMS.where(_line.number == bindparam("which"))


@dataclass(frozen=True, slots=True)
class StatementDay:
    """What the lines of one day came to."""

    at: datetime
    """When its last line was written."""

    first: int
    last: int
    """The numbers of its lines."""

    amount: int
    """What all of them came to."""

    won: int
    """What its hands came to, those with computer players included."""

    balance: int
    """All that the player had at its end."""


def days(
    connection: Connection,
    group: str,
    player: str,
    day_of: Callable[[datetime], tuple[datetime, datetime]],
    *,
    before: int | None = None,
    limit: int = 20,
) -> tuple[list[StatementDay], int | None]:
    """Return the latest days on which something happened, newest first, and the ``before`` of the page of newer ones.

    ``day_of`` tells when the day of a moment begins and when the next one does; ``before`` is the first line of a day,
    and ``None`` stands for the newest.
    """
    account = wallet_number(connection, group, player)
    newest = None if account is None else _ending(connection, account)
    if account is None or newest is None:
        return [], None
    last = newest if before is None or before > newest.number else _numbered(connection, account, before - 1)
    found: list[StatementDay] = []
    while last is not None and len(found) < limit:
        begins, _ = day_of(moment(last.at))
        earlier = _ending(connection, account, microseconds(begins))
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
        end = _ending(connection, account, microseconds(day_of(moment(row.at))[1]))
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
