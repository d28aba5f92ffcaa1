"""What the mint of a group gave to whom, from sums that are kept with every transfer: nothing is walked through."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, Connection, Select, and_, bindparam, cast, func, select

from bot.ledger import schema
from bot.ledger.queries import moment
from bot.ledger.ranking_queries import is_newest, wallets_of
from bot.ledger.writes import MINT, POT, STACK, WALLET

_account = schema.account

FIRST_WEEK: Final = timedelta(days=7)
"""For how long an account is new."""

GIVEN: Final = ("newcomer", "daily", "grant")
"""The reasons for which the mint gives chips."""


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


class Newcomer(NamedTuple):
    """Somebody whose account is new."""

    began: datetime
    given: int
    """What the mint gave them in the first week."""


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


def newcomers(connection: Connection, group: str, since: int) -> dict[str, Newcomer]:
    """Whose account in a group began at a moment or later, with what the mint gave them in its first week."""
    first, line = schema.statement_line.alias("first"), schema.statement_line
    week = first.c.at + FIRST_WEEK // timedelta(microseconds=1)
    accounts = _account.join(first, and_(first.c.account == _account.c.id, first.c.number == 1))
    moved = accounts.join(line, and_(line.c.account == _account.c.id, line.c.at < week))
    query = (
        select(_account.c.owner, first.c.at, cast(func.sum(line.c.amount), BigInteger))
        .select_from(moved.join(schema.transfer, schema.transfer.c.id == line.c.transfer))
        .where(wallets_of(group), first.c.at >= since, schema.transfer.c.reason.in_(GIVEN))
        .group_by(_account.c.owner, first.c.at)
    )
    return {owner: Newcomer(moment(at), given) for owner, at, given in connection.execute(query)}


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


def faults(connection: Connection, limit: int) -> list[str]:
    """Players whose sums do not come to what they have, so many of them at most."""
    return [
        f"the sums of {player!r} come to {sum_} chips instead of {balance}"
        for player, balance, sum_ in connection.execute(_wrong_sums(), {"most": limit})
    ]


# Building it takes longer than running it on a small database, and each start audits.
@cache
def _wrong_sums() -> Select[Any]:
    """Player, balance, and what their sums come to."""
    sums, line = schema.movement_sum.c, schema.statement_line.alias("newest")
    moved = (
        select(func.coalesce(cast(func.sum(sums.amount), BigInteger), 0))
        .where(sums.account == _account.c.id)
        .correlate(_account)
        .scalar_subquery()
    )
    return (
        select(_account.c.player, line.c.balance, line.c.won + line.c.unranked + moved)
        .select_from(_account.join(line, is_newest(line)))
        .where(_account.c.kind == WALLET, line.c.balance != line.c.won + line.c.unranked + moved)
        .limit(bindparam("most"))
    )
