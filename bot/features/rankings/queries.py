"""Rankings by chips, or by winnings between two moments."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from bot.ledger import MOST_CHIPS, WALLET, Account, ChipsOnTables, Transfer, WriteSet, mint, queries, schema, wallet
from bot.ledger.postings import UNRANKED
from bot.ledger.statement_queries import nets, wallets_of


class Standing(NamedTuple):
    player: str
    chips: int
    """Chips held or won, negative if lost."""


def by_balance(connection: Connection, group: str, since: datetime | None = None) -> list[Standing]:
    """Return chips unordered, without hands with computer players.

    With ``since``, only later ones are left out, because earlier chips were given back.
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
    """Return nets unordered, without zeros and hands with computer players."""
    last = None if until is None else queries.newest_posting(connection, until)
    found = nets(connection, group, queries.newest_posting(connection, after), last)
    return [Standing(player, amount) for player, ranked, amount in found if ranked and amount]


def level_wallets(
    connection: Connection, group: str, to: int, players: Collection[str], movement: Movement
) -> WriteSet:
    """Return transfers that level the wallets; raise ``ChipsOnTables`` if an open table has counted chips."""
    if tables_for_chips(connection, group):
        raise ChipsOnTables(f"chips of {group!r} lie on tables")
    held = queries.balances(connection, group, WALLET)
    changes = {player: to - held.get(player, 0) for player in players}
    return tuple(
        transfer
        for player, change in sorted(changes.items())
        for transfer in moved(mint(group), wallet(group, player), change, movement)
    )


def tables_for_chips(connection: Connection, group: str) -> int:
    tables = schema.game_table.c
    states = connection.execute(select(tables.state).where(tables.open, tables.group_id == group)).scalars()
    return sum(not json.loads(state).get("practice", False) for state in states)


class Movement(NamedTuple):
    reason: str
    actor: str

    note: str


def moved(source: Account, target: Account, chips: int, movement: Movement) -> Iterator[Transfer]:
    """Yield transfers of any number of chips; a negative one goes back."""
    if chips < 0:
        source, target, chips = target, source, -chips
    while chips:
        amount = min(chips, MOST_CHIPS)
        yield Transfer(source, target, amount, movement.reason, actor=movement.actor, note=movement.note)
        chips -= amount
