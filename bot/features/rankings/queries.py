"""Ranking a group by the chips of everybody, or by their winnings between two moments."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from bot.ledger import WALLET, ChipsOnTables, Movement, WriteSet, mint, moved, queries, schema, wallet
from bot.ledger.statement_queries import nets, wallets_of
from bot.ledger.writes import UNRANKED


class Standing(NamedTuple):
    """The chips that count for a player in a ranking."""

    player: str
    chips: int
    """Chips that they have, or have won; negative if they lost more."""


def by_balance(connection: Connection, group: str, since: datetime | None = None) -> list[Standing]:
    """Return all chips of every player, in no order, without those of hands with computer players.

    With ``since``, such hands are left out only from then on, because all chips before were given back.
    """
    account, sums = schema.account.c, schema.player_sum.c
    query = select(account.owner, sums.reason, sums.amount).join(schema.player_sum, sums.account == account.id)
    chips: dict[str, int] = {}
    for player, reason, amount in connection.execute(query.where(wallets_of(group))):
        chips[player] = chips.get(player, 0) + (amount if since is not None or reason != UNRANKED else 0)
    if since is not None:
        for player, ranked, amount in nets(connection, group, queries.newest_posting(connection, since)):
            if player in chips and not ranked:
                chips[player] -= amount
    return [Standing(player, amount) for player, amount in chips.items()]


def by_net(connection: Connection, group: str, after: datetime, until: datetime | None = None) -> list[Standing]:
    """Return what every player won or lost in hands without computer players that ended between two moments.

    In no order; a player who is even is left out.
    """
    last = None if until is None else queries.newest_posting(connection, until)
    found = nets(connection, group, queries.newest_posting(connection, after), last)
    return [Standing(player, amount) for player, ranked, amount in found if ranked and amount]


def level_wallets(
    connection: Connection, group: str, to: int, players: Collection[str], movement: Movement
) -> WriteSet:
    """Return the transfers from and to the mint that bring the wallets of players to one number of chips.

    Raise ``ChipsOnTables`` if a table is open at which chips lie that count.
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
