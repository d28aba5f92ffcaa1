"""Who leads a group: by the chips they have, or by what they won between two moments.

Every sum is the difference of two lines of a statement, whose sums run on, so no hand is walked through.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, literal, select

from bot.ledger import WALLET, ChipsOnTables, Movement, WriteSet, mint, moved, queries, schema, wallet
from bot.ledger.batch import microseconds
from bot.ledger.statement_queries import is_newest, wallets_of

_account = schema.account


class Standing(NamedTuple):
    """What counts for a player in a ranking."""

    player: str
    chips: int
    """Chips that they have, or have won; negative if they lost more."""


def by_balance(connection: Connection, group: str, since: datetime | None = None) -> list[Standing]:
    """Return all chips of every player, in no order, without those of hands with computer players.

    With ``since``, such hands are left out only from then on, because all chips before were given back.
    """
    now, then = schema.statement_line.alias("now"), schema.statement_line.alias("then_")
    lines = _account.join(now, is_newest(now))
    before: ColumnElement[int] = literal(0)
    if since is not None:
        lines = lines.outerjoin(then, is_newest(then, microseconds(since)))
        before = func.coalesce(then.c.unranked, 0)
    counted = now.c.balance - (now.c.unranked - before)
    query = select(_account.c.owner, counted).select_from(lines).where(wallets_of(group))
    return [Standing(*row) for row in connection.execute(query)]


def by_net(connection: Connection, group: str, after: datetime, until: datetime | None = None) -> list[Standing]:
    """Return what every player won or lost in hands without computer players that ended between two moments.

    In no order; a player who is even is left out.
    """
    end, beginning = schema.statement_line.alias("end_"), schema.statement_line.alias("beginning")
    lines = _account.join(end, is_newest(end, None if until is None else microseconds(until)))
    lines = lines.outerjoin(beginning, is_newest(beginning, microseconds(after)))
    net = end.c.won - func.coalesce(beginning.c.won, 0)
    query = select(_account.c.owner, net).select_from(lines).where(wallets_of(group), net != 0)
    return [Standing(*row) for row in connection.execute(query)]


def level_wallets(
    connection: Connection, group: str, to: int, players: Collection[str], movement: Movement
) -> WriteSet:
    """Return the transfers from and to the mint that bring the wallets of players to one number of chips.

    Raises:
        ChipsOnTables: a table is open at which chips lie that count.
    """
    if queries.tables_for_chips(connection, group):
        raise ChipsOnTables(f"chips of {group!r} lie on tables")
    held = queries.balances(connection, group, WALLET)
    changes = {player: to - held.get(player, 0) for player in players}
    return tuple(
        transfer
        for player, change in sorted(changes.items())
        for transfer in moved(mint(group), wallet(group, player), change, movement)
    )
