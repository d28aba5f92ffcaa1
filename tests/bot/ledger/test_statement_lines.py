"""Lines of statements: written with what causes them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from bot.ledger import AuditFailed, HandClosed, Ledger, Transfer, WriteSet, mint, pot, stack, wallet

from .conftest import GROUP, hand_opened, now, url_of

LINES = "SELECT account, number, at, hand, transfer, amount, balance, won, unranked FROM statement_line ORDER BY 1, 2"


def lines_of(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(LINES).fetchall()


async def test_two_statements_become_one_when_groups_do(path: Path) -> None:
    """In the order of time, with sums that run through both; and hands of an old table count where it went."""
    old, new = "local:old", "local:new"
    table = stack(old, "t", "ann")

    def played(hand: int, *, won: int, third: str) -> WriteSet:
        players = ("ann", "bo", third)
        opened = replace(hand_opened(hand), group=old, players=players)
        wallets = tuple(wallet(old, player) for player in players)
        closed = HandClosed(hand, (won, -won, 0), wallets=wallets, with_computers=third.startswith("computer:"))
        won_from = (stack(old, "t", "bo"), pot(old, "t"), table)
        moves = [Transfer(*two, won, "x", hand) for two in pairwise(won_from)]
        return (opened, *moves, closed)

    def got(group: str, player: str, amount: int) -> Transfer:
        return Transfer(mint(group), wallet(group, player), amount, "newcomer")

    async with await Ledger.open(url_of(path), now=now) as ledger:
        await ledger.commit((got(old, "ann", 100), got(old, "bo", 100)))
        await ledger.commit((got(new, "ann", 7),))
        await ledger.commit((Transfer(wallet(old, "ann"), table, 90, "sit-down"),))
        await ledger.commit((Transfer(wallet(old, "bo"), stack(old, "t", "bo"), 100, "sit-down"),))
        await ledger.commit(played(1, won=5, third="cy"))
        await ledger.commit((got(new, "ann", 1),))
        await ledger.commit(played(2, won=6, third="computer:x:1"))
        await ledger.move_group(old, new, ())
        await ledger.commit((got(new, "ann", 2),))
        assert (await ledger.audit()).sound
    lines = lines_of(path)
    statements = [[line[1:2] + line[5:] for line in own] for _, own in groupby(lines, key=itemgetter(0))]
    *others, bo, ann = sorted(statements, key=len)
    assert others == [[(1, 0, 0, 0, 0)]] * 2, "two who were dealt in and won nothing"
    assert ann == [
        (1, 100, 100, 0, 0),
        (2, 7, 107, 0, 0),
        (3, 5, 112, 5, 0),
        (4, 1, 113, 5, 0),
        (5, 6, 119, 5, 6),
        (6, 2, 121, 5, 6),
    ]
    assert bo == [(1, 100, 100, 0, 0), (2, -5, 95, -5, 0), (3, -6, 89, -5, -6)]
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.Error, match="append-only"):
        connection.execute("DELETE FROM statement_line")


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE statement_line SET balance = 11",
        "UPDATE statement_line SET amount = 11",
        "DELETE FROM statement_line",
        "UPDATE statement_line SET number = 2",
    ],
)
async def test_the_audit_finds_a_statement_that_disagrees(path: Path, tampering: str) -> None:
    async with await Ledger.open(url_of(path), now=now) as ledger:
        await ledger.commit((Transfer(mint(GROUP), wallet(GROUP, "ann"), 10, "x"),))
    with closing(sqlite3.connect(path)) as connection:
        for verb in ("update", "delete"):
            connection.execute(f"DROP TRIGGER statement_line_no_{verb}")
        connection.execute(tampering)
        connection.commit()
    with pytest.raises(AuditFailed, match="the statement of 'ann'"):
        await Ledger.open(url_of(path), now=now)
