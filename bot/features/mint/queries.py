"""The mint's chips: who was given how many, from sums that are kept with every movement, and where they are now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, and_, func, select

from bot.ledger import CARRIED, MINT, STACK, WALLET, schema
from bot.ledger.statement_queries import wallets_of
from bot.ledger.writes import UNRANKED, WON

_account = schema.account


class Given(NamedTuple):
    """The sources of a player's chips."""

    player: str
    moved: Mapping[str, int]
    """Chips from outside of hands, by the reason of the postings; taken if it is negative."""

    won: int
    """The nets of all their hands without computer players."""

    unranked: int
    """The nets of all their hands with computer players."""

    balance: int
    """All that they have: the sum of these."""


class Held(NamedTuple):
    """The chips of a group, by the places where they are."""

    mint: int
    """The balance of the mint: below zero by as many chips as it has given and not got back."""

    wallets: int
    stacks: int
    practice: int
    """Chips at tables for practice, before players and as odd chips that wait."""

    carried: int
    """Odd chips that wait for the next hands of other tables."""

    @property
    def total(self) -> int:
        """All chips that are not in the mint."""
        return self.wallets + self.stacks + self.practice + self.carried


def given(connection: Connection, group: str) -> list[Given]:
    """Return the sources of every player's chips, in no order."""
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
    """Add up the chips of a group by the places where they are."""
    owned = _account.c.player != ""
    for_practice = and_(_account.c.kind == CARRIED, _account.c.owner.in_(_practice_tables(connection, group)))
    query = (
        select(_account.c.kind, owned, for_practice, func.sum(_account.c.balance))
        .where(_account.c.group_id == group)
        .group_by(_account.c.kind, owned, for_practice)
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
    """The open tables of a group that are for practice, by their ids."""
    tables = schema.game_table.c
    states = connection.execute(select(tables.id, tables.state).where(tables.open, tables.group_id == group))
    return [table for table, state in states if json.loads(state).get("practice", False)]
