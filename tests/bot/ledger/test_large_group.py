"""Rankings and the audit of the mint in a group with 100,000 hands and two million movements."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest

from bot.ledger import Audit, Ledger

from .conftest import GROUP, now, url_of

PLAYERS, TABLES, HANDS, SEATS = 2_000, 4_000, 100_000, 5
MOVEMENTS_A_HAND = 20
BEGIN = datetime(2020, 1, 1, tzinfo=UTC)
APART = timedelta(minutes=5)
LONGEST = 0.1
"""How many seconds an answer may take."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def fill(path: Path) -> None:
    """Fill a database with hands of five, of which every third has a computer player, and their statements."""
    rng = Random(1)
    account, mint, stacks = 1 + PLAYERS, 1, SEATS + 1
    accounts: list[tuple[Any, ...]] = [(mint, "mint", GROUP, "", "", 0)]
    accounts += [(2 + each, "wallet", GROUP, f"p{each}", f"p{each}", 0) for each in range(PLAYERS)]
    for table in range(TABLES):
        accounts += [
            (account + 1 + table * stacks + seat, "stack" if seat else "pot", GROUP, f"t{table}/{seat}", owner, 0)
            for seat in range(stacks)
            for owner in [f"p{rng.randrange(PLAYERS)}" if seat else ""]
        ]
    ends = {each: [0, 0, 0] for each in range(PLAYERS)}
    hands, lines, transfers = [], [], []
    for hand in range(1, HANDS + 1):
        at, pot = (BEGIN + hand * APART - EPOCH) // timedelta(microseconds=1), account + 1 + hand % TABLES * stacks
        hands.append((hand, f"t{hand % TABLES}", GROUP, hand, "qiuqiu", "h", "[]", "[]", 0, 0, at, at, "[]"))
        transfers += [(at, GROUP, pot + 1, pot, 5, "stake", hand, "", "")] * MOVEMENTS_A_HAND
        nets = [rng.randint(-50, 50) for _ in range(SEATS - 1)]
        for player, net in zip(rng.sample(range(PLAYERS), SEATS), [*nets, -sum(nets)], strict=True):
            end = ends[player]
            end[0] += 1
            end[2 if hand % 3 == 0 else 1] += net
            lines.append((2 + player, end[0], at, hand, None, net, end[1] + end[2], *end[1:]))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("INSERT INTO rule_set VALUES ('h', '{}')")
        connection.executemany("INSERT INTO account VALUES (?, ?, ?, ?, ?, ?)", accounts)
        connection.executemany(
            "INSERT INTO hand (id, table_id, group_id, number, game, rules_hash, players, stacks, dealer, carried,"
            " opened_at, closed_at, settlement) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            hands,
        )
        connection.executemany(
            "INSERT INTO transfer (at, group_id, source_account, target_account, amount, reason, hand, actor, note)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            transfers,
        )
        connection.executemany("INSERT INTO statement_line VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", lines)
        sums = [(2 + each, reason, 0) for each in range(PLAYERS) for reason in ("daily", "grant", "newcomer", "take")]
        connection.executemany("INSERT INTO movement_sum VALUES (?, ?, ?)", sums)
        connection.commit()


@pytest.mark.soak
@pytest.mark.timeout(300)
async def test_every_answer_comes_within_a_tenth_of_a_second(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await Ledger.open(url_of(path), now=now):
        pass
    fill(path)
    # Its chips are not moved, so an audit would find that nothing balances; how long that takes is another matter.
    monkeypatch.setattr(Ledger, "audit", _sound)
    async with await Ledger.open(url_of(path), now=now) as ledger:
        half = BEGIN + HANDS / 2 * APART
        for asked in (
            lambda: ledger.ranked_by_balance(GROUP),
            lambda: ledger.ranked_by_balance(GROUP, half),
            lambda: ledger.ranked_by_net(GROUP, half),
            lambda: ledger.ranked_by_net(GROUP, half, half + HANDS / 4 * APART),
            lambda: ledger.given(GROUP),
            lambda: ledger.held(GROUP),
        ):
            seconds = []
            for _ in range(5):
                began = perf_counter()
                found = await asked()
                seconds.append(perf_counter() - began)
            assert found
            assert min(seconds) < LONGEST, seconds


async def _sound(_: Ledger) -> Audit:
    return Audit(0, 0, ())
