"""The mint's chips: who was given how many, from sums that are kept with every movement, and where they are now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import BigInteger, Connection, and_, cast, func, select

from bot.ledger import MINT, POT, STACK, WALLET, schema
from bot.ledger.statement_queries import is_newest, wallets_of

_account = schema.account


class Given(NamedTuple):
    """Where the chips of a player came from."""

    player: str
    moved: Mapping[str, int]
    """What came from outside of hands, by the reason of the transfers; taken if it is negative."""

    won: int
    """The nets of all their hands without computer players."""

    unranked: int
    """The nets of all their hands with computer players."""

    balance: int
    """All that they have: the sum of these."""


class Held(NamedTuple):
    """Where the chips of a group are."""

    mint: int
    """The balance of the mint: below zero by as many chips as it has given and not got back."""

    wallets: int
    stacks: int
    practice: int
    """What lies at tables for practice, in stacks and pots."""

    pots: int

    @property
    def total(self) -> int:
        """All chips that are not in the mint."""
        return self.wallets + self.stacks + self.practice + self.pots


def given(connection: Connection, group: str) -> list[Given]:
    """Where the chips of every player of a group came from; in no order."""
    sums = schema.movement_sum.c
    moved: dict[int, dict[str, int]] = {}
    query = select(sums.account, sums.reason, sums.amount).join(_account, _account.c.id == sums.account)
    for account, reason, amount in connection.execute(query.where(wallets_of(group))):
        moved.setdefault(account, {})[reason] = amount
    line = schema.statement_line.alias("newest")
    newest = select(_account.c.id, _account.c.owner, line.c.won, line.c.unranked, line.c.balance)
    lines = newest.select_from(_account.join(line, is_newest(line))).where(wallets_of(group))
    return [
        Given(owner, moved.get(account, {}), won, unranked, balance)
        for account, owner, won, unranked, balance in connection.execute(lines)
    ]


def held(connection: Connection, group: str) -> Held:
    """Where the chips of a group are."""
    owned = _account.c.player != ""
    for_practice = and_(_account.c.kind == POT, _account.c.owner.in_(_practice_tables(connection, group)))
    query = (
        select(_account.c.kind, owned, for_practice, cast(func.sum(_account.c.balance), BigInteger))
        .where(_account.c.group_id == group)
        .group_by(_account.c.kind, owned, for_practice)
    )
    sums = {(kind, *map(bool, which)): chips for kind, *which, chips in connection.execute(query)}
    return Held(
        sums.get((MINT, False, False), 0),
        sums.get((WALLET, True, False), 0),
        sums.get((STACK, True, False), 0),
        sums.get((STACK, False, False), 0) + sums.get((POT, False, True), 0),
        sums.get((POT, False, False), 0),
    )


def _practice_tables(connection: Connection, group: str) -> list[str]:
    """The open tables of a group that are for practice, by their ids."""
    tables = schema.game_table.c
    states = connection.execute(select(tables.id, tables.state).where(tables.open, tables.group_id == group))
    return [table for table, state in states if json.loads(state).get("practice", False)]
