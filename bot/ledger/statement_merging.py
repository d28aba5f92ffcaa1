"""Making one statement of two when two groups become one: their lines in the order of time, with the sums anew.

Lines say what hands and transfers say as well, so nothing of the past is lost when they are written again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, select, text

from bot.ledger import schema
from bot.ledger.writes import WALLET

_account, _line = schema.account, schema.statement_line


def merge_statements(connection: Connection, old: str, new: str) -> None:
    """Let the statement of everybody with a wallet in two groups go on in the second one, with the lines of both."""
    pairs = wallets_in_both(connection, old, new)
    if not pairs:
        return
    triggers = connection.execute(
        text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'statement_line'")
    ).all()
    for name, _ in triggers:
        connection.execute(text(f"DROP TRIGGER {name}"))
    for theirs, ours in pairs:
        _merge(connection, theirs, ours)
    for _, sql in triggers:
        connection.execute(text(sql))


def wallets_in_both(connection: Connection, old: str, new: str) -> Sequence[tuple[int, int]]:
    """The numbers of the two wallets of everybody who has one in each of two groups."""
    ending, going_on = _account.alias("ending"), _account.alias("going_on")
    both = (
        select(ending.c.id, going_on.c.id)
        .join(going_on, and_(going_on.c.kind == ending.c.kind, going_on.c.owner == ending.c.owner))
        .where(ending.c.kind == WALLET, ending.c.group_id == old, going_on.c.group_id == new)
    )
    return [(theirs, ours) for theirs, ours in connection.execute(both)]


def _merge(connection: Connection, theirs: int, ours: int) -> None:
    lines = [_lines(connection, account) for account in (theirs, ours)]
    if not lines[0]:
        return
    merged = list(_numbered(ours, merge(*lines, key=lambda line: line.at)))
    # What an audit has added up of them is read again from the merged lines.
    for table in (_line, schema.audited_statement):
        connection.execute(delete(table).where(table.c.account.in_((theirs, ours))))
    connection.execute(insert(_line), merged)
    _add_movement_sums(connection, theirs, ours)


def _add_movement_sums(connection: Connection, theirs: int, ours: int) -> None:
    sums = schema.movement_sum
    query = select(sums.c.reason, func.sum(sums.c.amount)).where(sums.c.account.in_((theirs, ours)))
    rows = connection.execute(query.group_by(sums.c.reason)).all()
    connection.execute(delete(sums).where(sums.c.account.in_((theirs, ours))))
    if rows:
        connection.execute(
            insert(sums), [{"account": ours, "reason": reason, "amount": amount} for reason, amount in rows]
        )


def _lines(connection: Connection, account: int) -> list[Row[Any]]:
    query = select(_line).where(_line.c.account == account).order_by(_line.c.number)
    return list(connection.execute(query).all())


def _numbered(account: int, lines: Iterator[Row[Any]]) -> Iterator[dict[str, Any]]:
    """The lines as those of one account, each with the sums up to it."""
    parts: dict[int, tuple[int, int, int]] = {}
    for number, line in enumerate(lines, start=1):
        parts[line.account] = (line.balance, line.won, line.unranked)
        balance, won, unranked = (sum(sums) for sums in zip(*parts.values(), strict=True))
        sums = {"number": number, "balance": balance, "won": won, "unranked": unranked}
        yield {**line._mapping, **sums, "account": account}
