"""A group gets another id: everything goes with it in one transaction, and no chip is made or lost."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, text

from bot.ledger import (
    MOST_CHIPS,
    Account,
    GroupSaved,
    Ledger,
    MessageSaved,
    Once,
    PersonSaved,
    RepeatedUpdate,
    TableSaved,
    Transfer,
    carried,
    mint,
    queries,
    stack,
    statement_queries,
    wallet,
)
from bot.ledger.group_renaming import move_group
from tests.bot.fast_database import fast_database
from tests.thoroughness import examples

from .conftest import hand_opened, now, url_of

OLD, NEW, OTHER = "local:home", "local:new", "local:other"
SETTINGS = (GroupSaved(NEW, "{}"), GroupSaved(OLD, '{"moved_to": "local:new"}'))


def gift(group: str, player: str, amount: int) -> Transfer:
    return Transfer(mint(group), wallet(group, player), amount, "newcomer")


async def test_every_account_keeps_its_chips_and_its_history(ledger: Ledger) -> None:
    await ledger.commit(
        (
            gift(OLD, "ann", 100),
            Transfer(wallet(OLD, "ann"), stack(OLD, "t", "ann"), 60, "sit-down"),
            Transfer(stack(OLD, "t", "ann"), carried(OLD, "t"), 10, "stake"),
            gift(OTHER, "ann", 7),
        )
    )
    before = await ledger.read(statement_queries.statement, OLD, "ann")

    await ledger.change(move_group, OLD, NEW, SETTINGS)

    held = [mint(NEW), wallet(NEW, "ann"), stack(NEW, "t", "ann"), carried(NEW, "t")]
    assert [await ledger.read(queries.balance, account) for account in held] == [-100, 40, 50, 10]
    assert await ledger.read(queries.balances, OLD) == {}
    assert await ledger.read(queries.balances, OTHER) == {"ann": 7}
    assert before
    assert await ledger.read(statement_queries.statement, NEW, "ann") == before
    assert await ledger.read(queries.groups) == list(SETTINGS)
    assert (await ledger.audit()).sound


async def test_whoever_has_chips_in_both_has_the_sum_and_both_histories(ledger: Ledger) -> None:
    await ledger.commit((gift(OLD, "ann", 100), gift(OLD, "bo", 5), gift(NEW, "ann", 30), gift(NEW, "cy", 1)))

    await ledger.change(move_group, OLD, NEW, SETTINGS)

    assert await ledger.read(queries.balances, NEW) == {"ann": 130, "bo": 5, "cy": 1}
    assert await ledger.read(queries.balance, mint(NEW)) == -136
    assert await ledger.read(queries.balance, mint(OLD)) == await ledger.read(queries.balance, wallet(OLD, "ann")) == 0
    lines = await ledger.read(statement_queries.statement, NEW, "ann")
    assert sorted((line.reason, line.amount) for line in lines) == [("newcomer", 30), ("newcomer", 100)]
    assert lines[0].balance == 130
    assert (await ledger.audit()).sound


async def test_more_chips_than_one_transfer_can_carry(ledger: Ledger) -> None:
    for _ in range(3):
        await ledger.commit((gift(OLD, "ann", MOST_CHIPS),))
    await ledger.commit((gift(NEW, "ann", 1),))

    await ledger.change(move_group, OLD, NEW, SETTINGS)

    assert await ledger.read(queries.balance, wallet(NEW, "ann")) == 3 * MOST_CHIPS + 1
    assert (await ledger.audit()).sound


async def test_hands_tables_and_people_follow(ledger: Ledger) -> None:
    table = TableSaved("t", OLD, "main", "qiuqiu", "{}", True)
    await ledger.commit(
        (
            table,
            hand_opened(1),
            TableSaved("o", OTHER, "main", "qiuqiu", "{}", True),
            PersonSaved("ann", OLD, "Ann", "id"),
            PersonSaved("bo", OLD, "Bo"),
            PersonSaved("ann", NEW, "Annie"),
            MessageSaved("t", "hand:1", "17"),
            MessageSaved("t", "hand:1@ann", "18"),
            MessageSaved("o", "lobby", "19"),
        )
    )

    await ledger.change(move_group, OLD, NEW, SETTINGS)

    assert {each.table: each.group for each in await ledger.read(queries.tables_to_resume)} == {"t": NEW, "o": OTHER}
    hand = await ledger.read(queries.hand, 1)
    assert hand is not None
    assert hand.group == NEW
    assert await ledger.read(queries.people, NEW) == {
        "ann": PersonSaved("ann", NEW, "Annie", "id"),
        "bo": PersonSaved("bo", NEW, "Bo"),
    }
    assert await ledger.read(queries.people, OLD) == {}
    assert await ledger.read(queries.messages, "t") == {"hand:1@ann": "18"}, (
        "only private messages stand where they stood"
    )
    assert await ledger.read(queries.messages, "o") == {"lobby": "19"}


async def test_what_is_given_once_is_not_given_again_under_the_new_name(ledger: Ledger) -> None:
    for key in (f"daily:{OLD}:ann:2026-11-21", f"newcomer:{OLD}:ann", f"newcomer:{OLD}:bo", f"newcomer:{NEW}:bo"):
        await ledger.commit((Once(key),))

    await ledger.change(move_group, OLD, NEW, SETTINGS)

    for key in (f"daily:{NEW}:ann:2026-11-21", f"newcomer:{NEW}:ann", f"newcomer:{NEW}:bo"):
        assert await ledger.read(queries.is_done, key)
        with pytest.raises(RepeatedUpdate):
            await ledger.commit((Once(key), gift(NEW, "ann", 50)))
    assert not await ledger.read(queries.is_done, f"newcomer:{NEW}:cy")
    assert await ledger.read(queries.balances, NEW) == {}


async def test_records_go_on_under_the_new_name(ledger: Ledger) -> None:
    await ledger.commit((gift(OLD, "ann", 100), gift(NEW, "bo", 1)))
    await ledger.change(move_group, OLD, NEW, SETTINGS)
    await ledger.commit((Transfer(wallet(NEW, "ann"), wallet(NEW, "bo"), 100, "x"), gift(NEW, "cy", 3)))
    assert await ledger.read(queries.balances, NEW) == {"ann": 0, "bo": 101, "cy": 3}
    assert (await ledger.audit()).sound


async def test_a_disk_that_fails_leaves_everything_as_it_was(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    await ledger.commit((gift(OLD, "ann", 100), gift(NEW, "ann", 30)))

    def break_down(connection: Connection) -> None:
        # The last thing that a move writes.
        connection.execute(
            text("CREATE TEMP TRIGGER full BEFORE INSERT ON chat_group BEGIN SELECT RAISE(ROLLBACK, 'disk full'); END")
        )

    await ledger.read(break_down)
    with pytest.raises(Exception, match="disk full"):
        await ledger.change(move_group, OLD, NEW, SETTINGS)

    assert await ledger.read(queries.balances, OLD) == {"ann": 100}
    assert await ledger.read(queries.balances, NEW) == {"ann": 30}
    await ledger.read(lambda connection: connection.execute(text("DROP TRIGGER full")))
    await ledger.change(move_group, OLD, NEW, SETTINGS)
    assert await ledger.read(queries.balances, NEW) == {"ann": 130}
    assert (await ledger.audit()).sound


# --- whatever there is -----------------------------------------------------------------------------------------

GROUPS = (OLD, NEW, OTHER)
PEOPLE = ("ann", "bo", "cy")


def accounts(group: str) -> list[Account]:
    tables = {OLD: "o", NEW: "n", OTHER: "x"}
    held = [account for each in PEOPLE for account in (wallet(group, each), stack(group, tables[group], each))]
    return [mint(group), *held, carried(group, tables[group])]


def transfers(group: str) -> st.SearchStrategy[Transfer]:
    return st.builds(
        lambda two, amount: Transfer(two[0], two[1], amount, "x"),
        st.permutations(accounts(group)).map(lambda order: order[:2]),
        st.integers(1, 60),
    )


def renamed(account: Account) -> Account:
    return account._replace(group=NEW) if account.group == OLD else account


async def _play(path: Path, moves: list[Transfer], reopen: bool) -> None:
    held: dict[Account, int] = {account: 0 for group in GROUPS for account in accounts(group)}
    ledger = await Ledger.open(url_of(path), now=now)
    try:
        for move in moves:
            if move.source.kind == "mint" or held[move.source] >= move.amount:
                await ledger.commit((move,))
                held[move.source] -= move.amount
                held[move.target] += move.amount
        await ledger.change(move_group, OLD, NEW, SETTINGS)
        expected: dict[Account, int] = {}
        for account, chips in held.items():
            expected[renamed(account)] = expected.get(renamed(account), 0) + chips
        if reopen:
            await ledger.close()
            ledger = await Ledger.open(url_of(path), now=now)
        for account, chips in expected.items():
            assert await ledger.read(queries.balance, account) == chips
        for account in accounts(OLD):
            assert await ledger.read(queries.balance, account) == 0
        for player in PEOPLE:
            lines = await ledger.read(statement_queries.statement, NEW, player, limit=1000)
            assert sum(line.amount for line in lines) == (lines[0].balance if lines else 0)
            assert sum(line.amount for line in lines) == sum(
                chips for account, chips in expected.items() if _is(account, player)
            )
        assert (await ledger.audit()).sound
    finally:
        await ledger.close()


def _is(account: Account, player: str) -> bool:
    return account.group == NEW and account.player == player


@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(GROUPS).flatmap(transfers), max_size=25), st.booleans())
def test_chips_add_up_whatever_was_where(empty: Path, moves: list[Transfer], reopen: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, fast_database():
        path = Path(shutil.copy(empty, Path(folder) / "kiu.db"))
        asyncio.run(_play(path, moves, reopen))
