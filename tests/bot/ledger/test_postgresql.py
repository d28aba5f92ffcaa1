"""Ledgers that use one database at once, and a server that is lost and comes back."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy import Connection, select

from bot.ledger import (
    CannotOpen,
    DatabaseTooNew,
    JournalLine,
    Ledger,
    LogAppended,
    NotStored,
    OlderInUse,
    Once,
    OutcomeUnknown,
    Overdrawn,
    PersonSaved,
    Transfer,
    Unreached,
    WriteRefused,
    mint,
    queries,
    schema,
    schema_version,
    wallet,
)
from bot.ledger import postgresql as on_postgresql
from bot.ledger.identities import identities_of
from engine.fairness.transparency_log import Entry, EntryKind
from tests.bot import databases
from tests.bot.databases import url_of
from tests.patience import LONGEST_WAIT
from tests.postgresql import server
from tests.thoroughness import examples
from tools.postgresql import Server

from .conftest import GROUP, now
from .test_model import Steps, play, steps

ANN, BO = wallet(GROUP, "local:ann"), wallet(GROUP, "local:bo")
PEOPLE = tuple(f"local:{name}" for name in ("ann", "bo", "cy", "di"))
KILLED_ONLY = ("fsync=off", "full_page_writes=off")
"""Settings of a server of which only processes are ended."""

_numbers = count()


@pytest.fixture(scope="module")
def killed() -> Iterator[Server]:
    with server(*KILLED_ONLY) as running:
        databases.prepare(running)
        yield running


@pytest.fixture
async def two(killed: Server, tmp_path: Path) -> AsyncIterator[tuple[Ledger, Ledger]]:
    """Two ledgers on one database."""
    url = f"{_url(killed, tmp_path)}"
    async with await Ledger.open(url, now=now) as one, await Ledger.open(url, now=now) as other:
        yield one, other
        assert (await one.audit()).sound


def _url(killed: Server, folder: Path) -> str:
    with databases.on(killed):
        return url_of(folder)


def grant(chips: int, *players: str) -> tuple[Transfer, ...]:
    return tuple(Transfer(mint(GROUP), wallet(GROUP, player), chips, "grant") for player in players)


async def keys(ledger: Ledger) -> set[str]:
    return set(await ledger.read(lambda each: each.execute(select(schema.once.c.key)).scalars().all()))


def end_sessions(killed: Server) -> None:
    with psycopg.connect(killed.address(), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kiu'"
        ).fetchall()


async def test_two_ledgers_with_lost_sessions_keep_every_chip(
    killed: Server, two: tuple[Ledger, Ledger], monkeypatch: pytest.MonkeyPatch
) -> None:
    """People give each other chips on both, while sessions are ended and the server is killed."""
    monkeypatch.setattr(on_postgresql, "PATIENCE", LONGEST_WAIT)
    await two[0].commit(grant(100, *PEOPLE))
    outcomes: dict[str, bool] = {}
    counts: Counter[str] = Counter()

    async def give(ledger: Ledger, player: int) -> None:
        rng = Random(player)
        for number in range(25):
            source, target = rng.sample(PEOPLE, 2)
            key, gift = f"{player}:{number}", Transfer(wallet(GROUP, source), wallet(GROUP, target), 40, "gift")
            logged = LogAppended(Entry(EntryKind.SEALED, bytes(16), player, number, bytes(32)))
            await ledger.commit((JournalLine(f"s{player}", number + 1, None, "x", "think", f"s{key}"),))
            try:
                await ledger.commit((Once(key), JournalLine(f"t{player}", number, None, "x", "give"), gift, logged))
            except Overdrawn:
                counts["refused"] += 1
            else:
                outcomes[key] = True
                counts["given"] += 1

    async def interrupt() -> None:
        rng = Random(0)
        while True:
            await asyncio.sleep(rng.uniform(0, 0.3))
            if rng.random() < 0.1:
                await asyncio.to_thread(killed.stop)
                await asyncio.to_thread(killed.start)
            else:
                await asyncio.to_thread(end_sessions, killed)
            counts["interruptions"] += 1

    interrupting = asyncio.create_task(interrupt())
    await asyncio.gather(*(give(ledger, 10 * at + each) for at, ledger in enumerate(two) for each in range(4)))
    interrupting.cancel()
    await asyncio.wait([interrupting])
    assert await keys(two[1]) == set(outcomes), "stored is what was acknowledged, and nothing else"
    assert sum((await two[0].read(queries.balances, GROUP)).values()) == 100 * len(PEOPLE)
    assert [await two[0].read(queries.last_seq, f"s{10 * at + each}") for at in (0, 1) for each in range(4)] == [25] * 8
    assert (await two[0].newest_head()) == (await two[1].newest_head())
    assert two[0].log_head.size == counts["given"]
    assert min(counts["given"], counts["refused"], counts["interruptions"]) >= 5


@settings(max_examples=examples(15), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
def test_a_ledger_is_what_a_dictionary_says(killed: Server, tmp_path: Path, sequence: Steps) -> None:
    with databases.on(killed):
        asyncio.run(play(tmp_path / str(next(_numbers)), sequence))


@pytest.mark.parametrize("stored", [True, False], ids=["stored", "not stored"])
async def test_a_lost_answer_to_a_commit_is_looked_up(
    killed: Server, tmp_path: Path, two: tuple[Ledger, Ledger], monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    ledger, other = two
    await ledger.commit(grant(10, "local:ann"))
    with psycopg.connect((url := _url(killed, tmp_path)).replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("UPDATE ledger_session SET used = now() - interval '2 days'")
        async with await Ledger.open(url, now=now):
            assert len(connection.execute("SELECT id FROM ledger_session").fetchall()) == 1
    dialect = ledger._database._engine.dialect
    commit, lost = dialect.do_commit, list[Any]()

    def lose(connection: Any) -> None:
        if stored or lost:
            commit(connection)
        if not lost:
            lost.append(connection)
            raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(dialect, "do_commit", lose)
    await ledger.commit((Once("a"), *grant(10, "local:ann")))
    assert len(lost) == 1
    assert await other.read(queries.balance, ANN) == 20


async def test_a_server_that_is_away_for_long_stores_nothing_and_then_goes_on(
    killed: Server, two: tuple[Ledger, Ledger], monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, _ = two
    monkeypatch.setattr(on_postgresql, "PATIENCE", 0.2)
    killed.stop()
    try:
        with pytest.raises(NotStored, match="PostgreSQL"):
            await ledger.commit(grant(1, "local:ann"))
    finally:
        killed.start()
    await ledger.commit(grant(10, "local:ann"))
    assert await ledger.read(queries.balance, ANN) == 10


async def test_a_process_that_stands_still_in_its_turn_loses_it(
    two: tuple[Ledger, Ledger], monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, other = two
    monkeypatch.setattr(on_postgresql, "STANDSTILL", on_postgresql.STANDSTILL.replace("2500", "50"))
    began, goes_on = asyncio.Event(), asyncio.Event()
    loop, times = asyncio.get_running_loop(), []

    def stand_still(connection: Connection) -> tuple[Transfer, ...]:
        times.append(queries.balance(connection, ANN))
        if len(times) == 1:
            loop.call_soon_threadsafe(began.set)
            asyncio.run_coroutine_threadsafe(goes_on.wait(), loop).result()
        return grant(5, "local:ann")

    storing = asyncio.create_task(ledger.write((), stand_still))
    await began.wait()
    await other.commit(grant(10, "local:ann"))
    goes_on.set()
    await storing
    assert times == [0, 10], "it decides again on what is true"
    assert await other.read(queries.balance, ANN) == 15


async def test_ledgers_that_open_at_once_make_one_schema(killed: Server) -> None:
    url = killed.new_database()
    opened = await asyncio.gather(*(Ledger.open(url, now=now) for _ in range(4)))
    await asyncio.gather(*(each.commit(grant(1, "local:ann")) for each in opened))
    assert [await each.read(queries.balance, ANN) for each in opened] == [4] * 4
    for each in opened:
        await each.close()


async def test_ids_that_another_ledger_changes_are_known(two: tuple[Ledger, Ledger]) -> None:
    ledger, other = two
    await asyncio.gather(*(each.commit((PersonSaved(f"local:{n}", GROUP, "x"),)) for n in range(5) for each in two))
    for each in two:
        assert set(await each.read(queries.people, GROUP)) == {f"local:{number}" for number in range(5)}
    await other.commit(grant(10, "local:3"))
    pseudonym = await ledger.change(lambda c, _: identities_of(c).forget(c, "local:3"))
    await ledger.change(lambda c, _: identities_of(c).rename(c, "local:4", "local:44"))
    assert await other.read(queries.balances, GROUP) == {pseudonym: 10}
    assert set(await other.read(queries.people, GROUP)) == {"local:0", "local:1", "local:2", "local:44", pseudonym}
    await other.commit(grant(1, "local:3"))
    assert await ledger.read(queries.balances, GROUP) == {pseudonym: 11}, "who is known from before is not made anew"
    other._database.identities.forgotten.clear()
    await other.commit(grant(7, "local:3", "local:44"))
    assert await ledger.read(queries.balances, GROUP) == {pseudonym: 11, "local:3": 7, "local:44": 7}


async def test_no_two_ledgers_take_the_same_numbers(two: tuple[Ledger, Ledger]) -> None:
    tables = await asyncio.gather(*(each.numbers.next_table() for _ in range(10) for each in two))
    assert len(set(tables)) == 20
    groups = [f"local:{number}" for number in range(4)]
    counts = [[await each.numbers.count_of(group) for group in groups] for each in (*two, *two)]
    assert counts == counts[:1] * 4
    assert len(set(counts[0])) == len(groups)


async def test_a_line_that_another_ledger_has_written_is_refused_without_its_text(two: tuple[Ledger, Ledger]) -> None:
    await two[0].commit((JournalLine("t", 1, None, "local:ann", "first secret"),))
    with pytest.raises(WriteRefused) as refused:
        await two[1].commit((JournalLine("t", 1, None, "local:ann", "second secret"), *grant(1, "local:ann")))
    assert "secret" not in f"{refused.value!r} {refused.value.__cause__!r}"
    assert "pk_journal" in str(refused.value)
    assert await two[0].read(queries.balances, GROUP) == {}


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ("UPDATE schema_version SET version = 99", DatabaseTooNew, "99"),
        ("DROP TABLE schema_version", CannotOpen, "another program"),
        ("UPDATE account SET balance = 999 WHERE kind = 'wallet'", CannotOpen, "says 999 chips"),
    ],
)
async def test_a_database_that_is_not_right_is_not_opened(
    killed: Server, tmp_path: Path, change: str, error: type[CannotOpen], words: str
) -> None:
    url = _url(killed, tmp_path)
    async with await Ledger.open(url, now=now) as ledger:
        await ledger.commit(grant(10, "local:ann"))
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(change.encode())
    with pytest.raises(error, match=words):
        await Ledger.open(url, now=now)


@pytest.mark.parametrize("ends", ["stopped", "cut off"])
async def test_tables_are_upgraded_when_no_older_ledger_uses_them(
    killed: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    url = _url(killed, tmp_path)
    async with await Ledger.open(url, now=now) as older:
        with monkeypatch.context() as patch:
            step = "ALTER TABLE once ADD COLUMN new text"
            patch.setattr(schema_version, "MIGRATIONS", [lambda connection: connection.exec_driver_sql(step)])
            with pytest.raises(OlderInUse):
                await Ledger.open(url, now=now)
            await older.commit(grant(5, "local:ann"))
            await (older.close() if ends == "stopped" else asyncio.to_thread(end_sessions, killed))
            async with await Ledger.open(url, now=now) as newer:
                assert await newer.read(queries.balance, ANN) == 5
        if ends == "cut off":
            with pytest.raises(OutcomeUnknown, match="a newer Kiu"):
                await older.commit(grant(5, "local:ann"))


async def test_a_server_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_postgresql, "PATIENCE", 0.2)
    with pytest.raises(Unreached, match="PostgreSQL cannot be used") as refused:
        await Ledger.open("postgresql+psycopg://kiu:password@127.0.0.1:1/kiu", now=now)
    assert "password" not in str(refused.value)
