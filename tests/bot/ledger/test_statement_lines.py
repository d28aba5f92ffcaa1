"""Lines of statements: written with what causes them, and built anew from hands and transfers of older databases."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from bot.ledger import AuditFailed, HandClosed, Ledger, Transfer, WriteSet, mint, pot, stack, wallet
from tests.bot.older_databases import migrated_to, stepped_back
from tests.bot.scenario import Scenario
from tests.child_processes import child_lines

from .conftest import GROUP, hand_opened, now, url_of

ROOT = Path(__file__).parents[3]
LINES = "SELECT account, number, at, hand, transfer, amount, balance, won, unranked FROM statement_line ORDER BY 1, 2"


def lines_of(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(LINES).fetchall()


async def test_an_old_database_gets_the_lines_that_it_would_have(scenario: Scenario) -> None:
    """Hands with and without computer players, called off, reversed and for practice, and what else moves chips."""
    scenario.admins.add("boss")
    await scenario.let_computers_play()
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    finished = scenario.hand().id
    await scenario.wait(8)
    await scenario.act("bet 50", "call")
    await scenario.do("boss", f"bank void {scenario.hand().id} misdeal")
    await scenario.wait(8)
    await scenario.act("bet 50", "call", "bet 10", "fold")
    reversed_ = scenario.hand().id
    await scenario.do("sari", "add computer", channel="main")
    await scenario.wait(8)
    await scenario.finish_hand()
    await scenario.do("sari", "leave")
    await scenario.do("budi", "leave")
    await scenario.wait(60)
    await scenario.do("boss", f"bank void {reversed_} wrong rules")
    await scenario.do("boss", "bank grant budi 30 prize")
    await scenario.do("boss", "bank take sari 1900 fine")
    await scenario.do("sari", "daily")
    await scenario.do("wati", "practice qiuqiu", channel="other")
    await scenario.wait(20)
    if scenario.is_open("other") and scenario.state("other").playing:
        await scenario.finish_hand("other")
    await scenario.do("wati", "leave", channel="other")
    await scenario.wait(600)
    await scenario.end()

    written = lines_of(scenario.file)
    assert finished in {line[3] for line in written}
    assert any(line[8] for line in written), "a computer player was dealt in"
    undone = [line for before, line in pairwise(written) if line[0] == before[0] and line[4] and line[7] != before[7]]
    assert len(undone) == 2, "both players of the hand that was undone"
    stepped_back(scenario.file, "0006")
    await scenario.begin()
    await scenario.end()
    assert lines_of(scenario.file) == written
    await scenario.begin()


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

    # An older database that has been through the same has the same lines.
    stepped_back(path, "0006")
    await opened(path)
    assert lines_of(path) == lines


def play_hands(path: Path, count: int) -> None:
    """Fill a database of version six with hands of two people, of which the first wins each by one chip."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO rule_set VALUES ('hash', '{}')")
        accounts = [
            (1, "mint", GROUP, "", "", -2 * count),
            (2, "wallet", GROUP, "ann", "ann", 0),
            (3, "stack", GROUP, "t/ann", "ann", 2 * count),
            (4, "wallet", GROUP, "bo", "bo", 0),
            (5, "stack", GROUP, "t/bo", "bo", 0),
            (6, "pot", GROUP, "t", "", 0),
        ]
        connection.executemany("INSERT INTO account VALUES (?, ?, ?, ?, ?, ?)", accounts)
        moves: list[tuple[int, int, int, int, str, int | None]] = []
        for purse in (2, 4):
            moves += [(0, 1, purse, count, "newcomer", None), (0, purse, purse + 1, count, "sit-down", None)]
        for hand in range(1, count + 1):
            moves += [(hand, 5, 6, 1, "stake", hand), (hand, 6, 3, 1, "won", hand)]
            connection.execute(
                "INSERT INTO hand (id, table_id, group_id, number, game, rules_hash, players, stacks, dealer, carried,"
                " opened_at, closed_at, settlement, announced) VALUES"
                " (?, 't', ?, ?, 'qiuqiu', 'hash', '[\"ann\", \"bo\"]', '[]', 0, 0, ?, ?, '[1, -1]', 1)",
                (hand, GROUP, hand, hand, hand),
            )
        connection.executemany(
            "INSERT INTO transfer (at, group_id, source_account, target_account, amount, reason, hand, actor, note)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, '', '')",
            [(at, GROUP, *rest) for at, *rest in moves],
        )
        connection.commit()


OPEN_SLOWLY = """
import asyncio, sys
from datetime import UTC, datetime
from alembic.util import pyfiles
from bot.ledger import Ledger

load = pyfiles.load_module_py

def tell_and_wait(text, **settings):
    print(text, **settings)
    sys.stdin.read()

def loaded(name, path):
    module = load(name, path)
    if sys.argv[2] in str(path):
        module.HANDS_A_CHUNK, module.print = 500, tell_and_wait
    return module

pyfiles.load_module_py = loaded

async def main():
    await (await Ledger.open(sys.argv[1], now=lambda: datetime.now(UTC))).close()

asyncio.run(main())
"""
"""Opens a database that one migration goes through in small pieces, and waits when the first of them is told of."""


async def opened(path: Path) -> None:
    await (await Ledger.open(url_of(path), now=now)).close()


def test_building_lines_can_be_killed_and_begun_again(tmp_path: Path) -> None:
    hands = 700
    killed, whole = tmp_path / "killed" / "kiu.db", tmp_path / "whole.db"
    with migrated_to("0006", killed):
        pass
    play_hands(killed, hands)
    shutil.copy(killed, whole)

    command, pipe = [sys.executable, "-c", OPEN_SLOWLY, url_of(killed), "v0007"], subprocess.PIPE
    with child_lines(*command, cwd=ROOT, stdin=pipe, stderr=pipe) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "Building statements: 500 of 700 hands\n"
        process.kill()
    with closing(sqlite3.connect(killed)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        assert "statement_line" not in tables, "it was killed in the middle"

    for path in (killed, whole):
        asyncio.run(opened(path))
    lines = lines_of(killed)
    assert lines == lines_of(whole)
    assert len(lines) == 2 * (hands + 1)
    assert lines[hands] == (2, hands + 1, hands, hands, None, 1, 2 * hands, hands, 0)
    assert lines[-1] == (4, hands + 1, hands, hands, None, -1, 0, -hands, 0)


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
