from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, and_, func, select

from bot.ledger import CARRIED, MINT, STACK, WALLET, schema
from bot.ledger.postings import UNRANKED, WON
from bot.ledger.statement_queries import wallets_of

_account = schema.account


class Given(NamedTuple):
    player: str
    moved: Mapping[str, int]
    """Chips from outside of hands by reason, negative if taken."""

    won: int
    """Nets of hands without computer players."""

    unranked: int
    """Nets of hands with computer players."""

    balance: int


class Held(NamedTuple):
    mint: int
    """Its balance, below zero by the chips in circulation."""

    wallets: int
    stacks: int
    practice: int
    """Chips at practice tables, odd ones included."""

    carried: int
    """Odd chips waiting at other tables."""

    @property
    def total(self) -> int:
        """Return all chips outside the mint."""
        return self.wallets + self.stacks + self.practice + self.carried


def given(connection: Connection, group: str) -> list[Given]:
    """Return every player's sources, unordered."""
    sums = schema.player_sum.c
    moved: dict[str, dict[str, int]] = {}
    query = select(_account.c.owner, sums.reason, sums.amount).join(schema.player_sum, sums.account == _account.c.id)
    for player, reason, amount in connection.execute(query.where(wallets_of(group))):
        moved.setdefault(player, {})[reason] = amount
    return [
        Given(player, by_reason, by_reason.pop(WON, 0), by_reason.pop(UNRANKED, 0), balance)
        for player, by_reason in moved.items()
        for balance in [sum(by_reason.values())]
    ]


def held(connection: Connection, group: str) -> Held:
    owned = (_account.c.player != "").label("owned")
    practice = _practice_tables(connection, group)
    for_practice = and_(_account.c.kind == CARRIED, _account.c.owner.in_(practice)).label("for_practice")
    query = (
        select(_account.c.kind, owned, for_practice, func.sum(_account.c.balance))
        .where(_account.c.group_id == group)
        .group_by(_account.c.kind, owned.name, for_practice.name)
    )
    sums = {(kind, *map(bool, which)): chips for kind, *which, chips in connection.execute(query)}
    return Held(
        sums.get((MINT, False, False), 0),
        sums.get((WALLET, True, False), 0),
        sums.get((STACK, True, False), 0),
        sums.get((STACK, False, False), 0) + sums.get((CARRIED, False, True), 0),
        sums.get((CARRIED, False, False), 0),
    )


def _practice_tables(connection: Connection, group: str) -> list[str]:
    tables = schema.game_table.c
    states = connection.execute(select(tables.id, tables.state).where(tables.open, tables.group_id == group))
    return [table for table, state in states if json.loads(state).get("practice", False)]
