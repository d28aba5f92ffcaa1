"""Who leads a group: by the chips they have, or by what they won between two moments.

Every sum is the difference of two lines of a statement, whose sums run on, so no hand is walked through.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, FromClause, and_, func, literal, select

from bot.ledger import schema
from bot.ledger.writes import WALLET

_account = schema.account


class Standing(NamedTuple):
    """What counts for a player in a ranking."""

    player: str
    chips: int
    """Chips that they have, or have won; negative if they lost more."""


def by_balance(connection: Connection, group: str, since: int | None) -> list[Standing]:
    """All that every player has, without what they won from computer players or lost to them; in no order.

    Args:
        connection: to the database.
        group: whose players.
        since: the time from which on hands with computer players are left out, because all chips before it were given
            back; ``None`` for ever.
    """
    now, then = schema.statement_line.alias("now"), schema.statement_line.alias("then_")
    lines = _account.join(now, is_newest(now))
    before: ColumnElement[int] = literal(0)
    if since is not None:
        lines = lines.outerjoin(then, is_newest(then, since))
        before = func.coalesce(then.c.unranked, 0)
    counted = now.c.balance - (now.c.unranked - before)
    query = select(_account.c.owner, counted).select_from(lines).where(wallets_of(group))
    return [Standing(*row) for row in connection.execute(query)]


def by_net(connection: Connection, group: str, after: int, until: int | None) -> list[Standing]:
    """What every player won or lost in hands without computer players that ended in a time; in no order.

    Who came out even, or did not play, is left out.

    Args:
        connection: to the database.
        group: whose players.
        after: the time after which it begins.
        until: the last moment of it; ``None`` if it lasts.
    """
    end, beginning = schema.statement_line.alias("end_"), schema.statement_line.alias("beginning")
    lines = _account.join(end, is_newest(end, until)).outerjoin(beginning, is_newest(beginning, after))
    net = end.c.won - func.coalesce(beginning.c.won, 0)
    query = select(_account.c.owner, net).select_from(lines).where(wallets_of(group), net != 0)
    return [Standing(*row) for row in connection.execute(query)]


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
