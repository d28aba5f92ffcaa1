"""What the writer stores together, what it keeps in memory, and that it is right when it has forgotten it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, update

from bot.ledger import (
    HandClosed,
    HeadPosted,
    JournalLine,
    Ledger,
    LedgerClosed,
    LogAppended,
    NotStored,
    Once,
    Outcome,
    OutcomeUnknown,
    Overdrawn,
    Posting,
    RepeatedUpdate,
    Transfer,
    WriteRefused,
    WriteSet,
    carried,
    errors,
    mint,
    queries,
    schema,
    stack,
    wallet,
)
from bot.ledger import ledger as ledger_module
from bot.ledger.newest_position import Position
from engine.fairness.transparency_log import Entry, EntryKind
from tests.bot.failing_disk import failed_sync
from tests.bot.fast_database import fast_database
from tests.patience import LONGEST_WAIT
from tests.rows import rows

from .conftest import GROUP, hand_opened, now, url_of

MINT, ANN, BO = mint(GROUP), wallet(GROUP, "ann"), wallet(GROUP, "bo")
PAIR = ("ann", "bo")


@pytest.fixture
async def ledger(made: Path) -> AsyncIterator[Ledger]:
    with fast_database():
        async with await Ledger.open(url_of(made), now=now) as opened:
            yield opened


def grant(player: str, amount: int = 10) -> Transfer:
    return Transfer(MINT, wallet(GROUP, player), amount, "grant")


def transactions(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many lines of the journal there are after each commit from now on."""
    dialect = ledger._database._engine.dialect
    commit = dialect.do_commit
    counts: list[int] = []

    def counted(connection: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("SELECT count(*) FROM journal")
        counts.append(cursor.fetchone()[0])
        commit(connection)

    monkeypatch.setattr(dialect, "do_commit", counted)
    return counts


# --- what is stored together -----------------------------------------------------------------------------------


async def test_what_waits_is_stored_together_and_never_too_much_at_once(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_module, "WRITE_SETS_A_BATCH", 3)
    stored = transactions(ledger, monkeypatch)
    await asyncio.gather(*(ledger.commit((JournalLine("t", seq, None, "ann", "x"),)) for seq in range(1, 8)))

    assert stored == [3, 6, 7]


async def test_what_is_decided_in_its_transaction_sees_all_that_came_before_and_has_it_for_itself(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def decide(connection: Connection) -> WriteSet:
        seen.append(connection.execute(select(func.count()).select_from(schema.journal)).scalar() or 0)
        return (JournalLine("t", 10 + len(seen), None, "ann", "decided"),)

    stored = transactions(ledger, monkeypatch)
    line = [(JournalLine("t", seq, None, "ann", "x"),) for seq in range(5)]
    await asyncio.gather(
        ledger._store(line[1]),
        ledger._store(line[2]),
        ledger._store(line[3], decide),
        ledger._store((), decide),
        ledger._store(line[4]),
    )

    assert seen == [2, 4]
    assert stored == [2, 4, 5, 6]


async def test_what_waits_for_the_connection_is_counted(ledger: Ledger) -> None:
    waiting = [ledger._store((grant("ann"),)), ledger._store((grant("bo"),))]
    reading = ledger._submit(lambda _: None)
    assert ledger.waiting == (2, 1)
    await asyncio.gather(*waiting, reading)

    assert ledger.waiting == (0, 0)


async def test_what_became_of_each_write_set_is_told(made: Path) -> None:
    told: list[tuple[WriteSet, Outcome, float]] = []
    good, bad = (grant("ann"),), (Transfer(ANN, BO, 50, "gift"),)
    with fast_database():
        async with await Ledger.open(url_of(made), now=now, watch=lambda *each: told.append(each)) as ledger:
            await asyncio.gather(ledger.commit(good), ledger.commit(bad), return_exceptions=True)

    assert [(writes, type(outcome)) for writes, outcome, _ in told] == [(good, type(None)), (bad, Overdrawn)]
    assert all(0 <= seconds < 60 for *_, seconds in told)


async def test_what_waits_is_stored_when_the_ledger_closes_and_nothing_after_that(ledger: Ledger) -> None:
    last = ledger._store((grant("ann"),))
    await ledger.close()

    await last
    with pytest.raises(LedgerClosed):
        await ledger._store((grant("ann"),))
    with pytest.raises(LedgerClosed):
        await ledger.read(lambda _: None)


# --- chips -----------------------------------------------------------------------------------------------------


async def test_chips_may_go_on_at_once_to_somebody_else_but_never_before_they_come(ledger: Ledger) -> None:
    table, at_stake = stack(GROUP, "t", "ann"), carried(GROUP, "t")
    stakes = Transfer(table, at_stake, 50, "stake", 1)
    await ledger.commit((hand_opened(1), grant("ann", 50), Transfer(ANN, table, 50, "sit-down"), stakes))
    assert [await ledger.read(queries.balance, each) for each in (MINT, ANN, table, at_stake)] == [-50, 0, 0, 50]

    with pytest.raises(Overdrawn) as refused:
        await ledger.commit((Transfer(ANN, BO, 1, "gift"), grant("ann", 50)))
    assert (refused.value.account, refused.value.balance, refused.value.amount) == (ANN, 0, 1)
    assert await ledger.read(queries.balances, GROUP) == {"ann": 0}


async def test_the_last_chip_may_go_and_no_more(ledger: Ledger) -> None:
    first, second, third = await asyncio.gather(
        ledger.commit((grant("ann", 10),)),
        ledger.commit((Transfer(ANN, BO, 10, "gift"),)),
        ledger.commit((Transfer(ANN, BO, 1, "gift"),)),
        return_exceptions=True,
    )

    assert (first, second, type(third)) == (None, None, Overdrawn)
    assert await ledger.read(queries.balances, GROUP) == {"ann": 0, "bo": 10}


async def test_an_account_that_only_refused_transfers_named_does_not_exist(ledger: Ledger) -> None:
    await ledger.commit((grant("ann"), Posting("nothing", ())))
    before = (await ledger.audit()).accounts
    with pytest.raises(Overdrawn):
        await ledger.commit((Transfer(BO, ANN, 1, "gift"),))
    assert (await ledger.audit()).accounts == before

    await ledger.commit((Transfer(ANN, BO, 4, "gift"),))
    assert ((await ledger.audit()).accounts, (await ledger.audit()).postings) == (before + 1, 2)
    assert (await ledger.audit()).sound


# --- what is kept in memory ------------------------------------------------------------------------------------


async def test_an_update_is_stored_once_in_a_journal_or_alone(ledger: Ledger) -> None:
    line, again = JournalLine("t", 1, None, "ann", "join", "u1"), JournalLine("t", 2, None, "ann", "join", "u1")
    await ledger.commit((line, Once("u2"), grant("ann")))

    for repeated in (again, Once("u2")):
        with pytest.raises(RepeatedUpdate):
            await ledger.commit((repeated, grant("ann")))
    with pytest.raises(WriteRefused):
        await ledger.commit((Once("u3"), grant("ann"), Once("u3")))
    assert [await ledger.read(queries.is_done, key) for key in ("u1", "u2", "u3")] == [True, True, False]
    assert await ledger.read(queries.balance, ANN) == 10
    assert await ledger.read(queries.last_seq, "t") == 1


async def test_where_heads_of_the_log_were_posted_is_known_again_after_a_restart(made: Path) -> None:
    appended = LogAppended(Entry(EntryKind.SEALED, bytes(16), 1, 0, bytes(32)))
    with fast_database():
        async with await Ledger.open(url_of(made), now=now) as ledger:
            assert (ledger.log_head.size, ledger.head_posted_at(GROUP, "main")) == (0, None)
            began = now()
            await ledger.commit((appended, appended, HeadPosted(GROUP, "main", 2)))
            head, posted = ledger.log_head, ledger.head_posted_at(GROUP, "main")
            assert head.size == 2
            assert posted is not None
            assert began <= posted <= now()
            assert ledger.head_posted_at(GROUP, "other") is None
        async with await Ledger.open(url_of(made), now=now) as ledger:
            assert (ledger.log_head, ledger.head_posted_at(GROUP, "main")) == (head, posted)
            await ledger.commit((appended,))
            assert ledger.log_head.size == 3


async def test_an_answer_that_nobody_waits_for_is_not_looked_up(ledger: Ledger) -> None:
    asked: list[str] = []
    ledger._submit(lambda _: asked.append("first")).cancel()
    await ledger.read(lambda _: asked.append("second"))

    assert asked == ["second"]


async def test_new_accounts_come_after_those_that_a_restart_finds(made: Path) -> None:
    with fast_database():
        async with await Ledger.open(url_of(made), now=now) as ledger:
            await ledger.commit((grant("ann"), grant("bo")))
        async with await Ledger.open(url_of(made), now=now) as ledger:
            await ledger.commit((grant("cy"), grant("di"), grant("ann")))

            assert await ledger.read(queries.balances, GROUP) == {"ann": 20, "bo": 10, "cy": 10, "di": 10}
            assert (await ledger.audit()).sound


async def test_what_was_changed_past_the_books_is_known_afterwards(ledger: Ledger) -> None:
    await ledger.commit((grant("ann", 10), grant("bo", 20)))

    def exchange(connection: Connection, *_: int) -> None:
        for owner, other in (("ann", "x"), ("bo", "ann"), ("x", "bo")):
            connection.execute(update(schema.account).where(schema.account.c.owner == owner).values(owner=other))

    await ledger.change(exchange)

    assert [await ledger.read(queries.balance, each) for each in (ANN, BO)] == [20, 10]
    await ledger.commit((Transfer(ANN, BO, 15, "gift"),))
    assert await ledger.read(queries.balances, GROUP) == {"ann": 5, "bo": 25}


async def test_the_newest_position_is_kept_beside_the_database(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Position] = []
    monkeypatch.setattr(ledger._database.position_file, "write", kept.append)
    appended = LogAppended(Entry(EntryKind.SEALED, bytes(16), 1, 0, bytes(32)))
    await ledger.commit((grant("ann"), grant("bo"), appended, JournalLine("t", 1, None, "ann", "join")))
    await ledger.commit((grant("ann"),))

    root = ledger.log_head.root.hex()
    assert kept == [Position(2, 1, root, (("t", 1),)), Position(3, 1, root, (("t", 1),))]


# --- what fails ------------------------------------------------------------------------------------------------


@rows(__file__, code=partial(getattr, sqlite3), outcome=partial(getattr, errors))
async def test_a_commit_that_fails_says_whether_anything_may_be_stored(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, code: int, outcome: type[Exception]
) -> None:
    error = sqlite3.OperationalError("planned")
    error.sqlite_errorcode = code

    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr(ledger._database._engine.dialect, "do_commit", fail)
    first, second = await asyncio.gather(
        ledger._store((grant("ann"),)), ledger._store((grant("bo"),), lambda _: ()), return_exceptions=True
    )

    assert type(first) is outcome
    assert "planned" in str(first)
    assert type(second) is (LedgerClosed if outcome is OutcomeUnknown else NotStored)
    assert ledger._failed.done() is (outcome is OutcomeUnknown)


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (sqlite3.OperationalError("planned"), NotStored),
        (sqlite3.InternalError("planned"), NotStored),
        (sqlite3.DatabaseError("planned"), NotStored),
        (OSError("planned"), NotStored),
        (sqlite3.IntegrityError("planned"), WriteRefused),
        (ValueError("planned"), WriteRefused),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, Exception) else "",
)
@pytest.mark.parametrize("again", [False, True], ids=["while it is stored", "while it is found out why not"])
async def test_the_disk_is_blamed_for_what_it_does_and_a_write_set_for_the_rest(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: Exception, outcome: type[Exception], again: bool
) -> None:
    run, calls = ledger._database.run, []

    async def fail(work: Any) -> Any:
        calls.append(work)
        if len(calls) == 1 and again:
            raise ValueError("cannot be stored")
        if len(calls) <= 1 + again:
            raise error
        return await run(work)

    monkeypatch.setattr(ledger._database, "run", fail)
    with pytest.raises(outcome) as refused:
        await ledger.commit((grant("ann"), Once("u1")))

    assert refused.value.__cause__ is not None
    await ledger.commit((grant("ann"), Once("u1")))
    assert await ledger.read(queries.balances, GROUP) == {"ann": 10}


# --- when the task ends --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["commit", "read"])
async def test_whoever_waits_when_the_task_is_cancelled_is_told_and_nothing_is_taken_after_that(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    begun = asyncio.Event()

    async def never(*_: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    task = ledger._task
    assert task is not None
    with monkeypatch.context() as patch:
        patch.setattr(ledger._database, "run", never)
        under_way = asyncio.ensure_future(
            ledger.commit((grant("ann"),)) if what == "commit" else ledger.read(queries.newest)
        )
        await asyncio.wait_for(begun.wait(), LONGEST_WAIT)
        task.cancel()
        with pytest.raises(LedgerClosed, match="before this was"):
            await asyncio.wait_for(under_way, LONGEST_WAIT)
    await asyncio.wait([task], timeout=LONGEST_WAIT)
    assert task.cancelled()
    with pytest.raises(LedgerClosed):
        await asyncio.wait_for(ledger.commit((grant("ann"),)), LONGEST_WAIT)


# --- what is asked of the database ---------------------------------------------------------------------------------


async def test_the_log_of_fingerprints_goes_on_after_something_was_refused(ledger: Ledger) -> None:
    entry = Entry(EntryKind.SEALED, bytes(16), 1, 0, bytes(32))
    await ledger.commit((LogAppended(entry),))
    with pytest.raises(WriteRefused):
        await ledger.commit((HandClosed(9, ()),))
    await ledger.commit((LogAppended(entry._replace(attempt=1)),))

    assert ledger.log_head.size == 2


async def test_a_query_that_the_disk_fails_is_said_to_have_failed_and_stores_nothing_unknown(ledger: Ledger) -> None:
    def fails(_: Connection) -> None:
        raise failed_sync()

    with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
        await ledger.read(fails)
    await ledger.commit((grant("ann"),))
