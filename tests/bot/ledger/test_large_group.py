"""Rankings and the audit of the mint: hands from before the time that they look at cost nothing, however many.

What is counted is the steps that SQLite takes, which are the same however busy the machine is.
"""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from sqlalchemy import Connection

from bot.ledger import Ledger
from bot.ledger.times import microseconds
from tests.rows import rows

from .conftest import GROUP, now, url_of

ELSEWHERE = "local:elsewhere"
PEOPLE, SEATS = 60, 5
BEGIN, LASTS = datetime(2020, 1, 1, tzinfo=UTC), timedelta(days=365)
HALF, LATER = BEGIN + LASTS / 2, BEGIN + LASTS * 3 / 4
FEW, MANY, VERY_MANY = 600, 3_000, 100_000
"""How many hands are played in that time, all but the last 600 of them in its first half."""

ALIKE = 1.01
"""By how much the steps may differ, since it is not always the same people who come out even."""

ASKED: Mapping[str, tuple[str, str, *tuple[datetime, ...]]] = {
    "by chips": ("rankings", "by_balance"),
    "by chips since a reset": ("rankings", "by_balance", HALF),
    "by nets since then": ("rankings", "by_net", HALF),
    "by nets of a season": ("rankings", "by_net", HALF, LATER),
    "what the mint gave": ("mint", "given"),
    "where the chips are": ("mint", "held"),
}
"""Queries of features, with what they are asked about a group."""


def fill(connection: Connection, hands: int, people: int) -> None:
    """Write down hands of five, of which every third has a computer player, and their statements.

    The people and tables of the group are the same however many hands are played; elsewhere there are the more of both.
    """
    rng, tables, at_tables, older = Random(1), people // 3, 2 + people, hands - FEW
    accounts = [_account(1, "mint", GROUP)]
    accounts += [_account(2 + each, "wallet", GROUP, f"p{each}", f"p{each}") for each in range(people)]
    for place in range(tables * SEATS):
        player = f"p{rng.randrange(people)}"
        accounts.append(_account(at_tables + place, "stack", GROUP, f"t{place // SEATS}/{place}", player))
    for each in range(hands):
        player, number = f"q{each}", at_tables + tables * SEATS + 2 * each
        accounts.append(_account(number, "wallet", ELSEWHERE, player, player))
        accounts.append(_account(number + 1, "stack", ELSEWHERE, f"u/{player}", player))
    played, postings, entries = [], [], []
    for hand in range(1, hands + 1):
        passed = hand / older if hand <= older else 1 + (hand - older) / FEW
        at, table = microseconds(BEGIN + LASTS / 2 * passed), hand % tables
        played.append((hand, f"t{table}", GROUP, hand, "qiuqiu", "h", "[]", "[]", 0, 0, at, at, "[]"))
        postings.append((hand, at, hand, hand % 3 != 0))
        nets = [rng.randint(-50, 50) for _ in range(SEATS - 1)]
        for seat, (each, net) in enumerate(zip(rng.sample(range(people), SEATS), [*nets, -sum(nets)], strict=True)):
            entries.append((hand, at_tables + table * SEATS + seat, net, 2 + each))
    wallets = [number for number, kind, *_ in accounts if kind == "wallet"]
    sums = [(wallet, reason, 1) for wallet in wallets for reason in ("daily", "grant", "newcomer", "won", "unranked")]
    write = connection.exec_driver_sql
    write("INSERT INTO rule_set VALUES ('h', '{}')")
    write("INSERT INTO account (id, kind, group_id, owner, player, balance) VALUES (?, ?, ?, ?, ?, ?)", accounts)
    write(
        "INSERT INTO hand (id, table_id, group_id, number, game, rules_hash, players, stacks, dealer, carried,"
        " opened_at, closed_at, settlement) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        played,
    )
    write(
        "INSERT INTO posting (id, at, reason, hand, ranked, actor, note) VALUES (?, ?, 'hand', ?, ?, '', '')", postings
    )
    write("INSERT INTO entry (posting, account, amount, holder) VALUES (?, ?, ?, ?)", entries)
    write("INSERT INTO player_sum (account, reason, amount) VALUES (?, ?, ?)", sums)


def _account(number: int, kind: str, group: str, owner: str = "", player: str = "") -> tuple[Any, ...]:
    return number, kind, group, owner, player, 0


Count: TypeAlias = Callable[..., Awaitable[dict[str, int]]]


@pytest.fixture
def steps(tmp_path: Path, empty: Path) -> Count:
    """Counts the steps that SQLite takes for each answer."""
    paths = (tmp_path / f"{number}.db" for number in itertools.count())

    async def count(hands: int, *, people: int = PEOPLE, without: str = "") -> dict[str, int]:
        """In a database with so many hands and people, that may have to do without an index."""
        taken = dict.fromkeys(ASKED, 0)
        async with await Ledger.open(url_of(Path(shutil.copy(empty, next(paths)))), now=now) as ledger:
            # It is filled while it is open: its chips are not moved, so an audit would find that nothing balances.
            await ledger.rewrite(lambda connection: fill(connection, hands, people))
            if without:
                await ledger.rewrite(lambda connection: connection.exec_driver_sql(f"DROP INDEX {without}"))
            for name, (feature, query, *times) in ASKED.items():
                ask = getattr(import_module(f"bot.features.{feature}.queries"), query)

                def step(name: str = name) -> None:
                    taken[name] += 1

                await _after_every_step(ledger, step)
                assert await ledger.read(ask, GROUP, *times)
                await _after_every_step(ledger, None)
        return taken

    return count


async def _after_every_step(ledger: Ledger, call: Callable[[], None] | None) -> None:
    def listen(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(call, 1)

    await ledger.read(listen)


def dearer(now: dict[str, int], before: dict[str, int], times: float = 1) -> set[str]:
    """The answers that take more than so many times as many steps as before."""
    assert all(before.values())
    return {name for name in ASKED if now[name] > before[name] * times * ALIKE}


@pytest.mark.parametrize("hands", [MANY, pytest.param(VERY_MANY, marks=pytest.mark.soak)])
async def test_no_answer_costs_more_when_more_hands_were_played(steps: Count, hands: int) -> None:
    assert dearer(await steps(hands), await steps(FEW)) == set()


async def test_twice_as_many_people_cost_twice_as_much_at_most(steps: Count) -> None:
    assert dearer(await steps(MANY, people=2 * PEOPLE), await steps(MANY), times=2) == set()


@rows(__file__)
async def test_an_index_that_is_missing_would_be_found(steps: Count, index: str, missed_by: set[str]) -> None:
    assert dearer(await steps(MANY, without=index), await steps(FEW, without=index)) == missed_by
