"""A disk that fails at a commit: what may be stored is found out by a new start, and nothing is stored until then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.ledger import Account, Ledger, LedgerClosed, NotStored, Once, OutcomeUnknown, Transfer, mint, queries, wallet
from bot.ledger.movements import fill_up
from tests.bot.failing_disk import failed_sync, full_disk
from tests.bot.ledger.conftest import now, url_of
from tests.patience import LONGEST_WAIT

GROUP = "local:home"
ANN: Account = wallet(GROUP, "ann")


def given(number: int) -> tuple[Transfer, Once]:
    return Transfer(mint(GROUP), ANN, 10, "x"), Once(f"update-{number}")


def fail_commits(ledger: Ledger, patch: pytest.MonkeyPatch, *, stored: bool) -> None:
    """Let every COMMIT fail from now on, after it has reached the disk or before."""
    dialect = ledger._database._engine.dialect
    commit, roll_back = dialect.do_commit, dialect.do_rollback

    def fail(connection: Any) -> None:
        (commit if stored else roll_back)(connection)
        raise failed_sync()

    patch.setattr(dialect, "do_commit", fail)


@pytest.mark.parametrize("stored", [True, False])
async def test_a_commit_that_fails_may_be_stored_and_the_next_start_finds_out(
    path: Path, monkeypatch: pytest.MonkeyPatch, *, stored: bool
) -> None:
    ledger = await Ledger.open(url_of(path), now=now)
    await ledger.commit(given(0))
    with monkeypatch.context() as patch:
        fail_commits(ledger, patch, stored=stored)
        outcomes = await asyncio.gather(*(ledger.commit(given(each)) for each in range(1, 6)), return_exceptions=True)
        assert [type(each) for each in outcomes] == [OutcomeUnknown] * 5
        assert "nothing was stored" not in str(outcomes[0])
        assert "disk I/O error" in str(await asyncio.wait_for(ledger.failure(), LONGEST_WAIT))
    for late in (ledger.commit(given(9)), ledger.read(queries.balance, ANN), ledger.answers()):
        with pytest.raises(LedgerClosed):
            await late
    await ledger.close()
    async with await Ledger.open(url_of(path), now=now) as found:
        assert await found.read(queries.balance, ANN) == (60 if stored else 10)
        assert [await found.read(queries.is_done, f"update-{each}") for each in range(6)] == [True, *[stored] * 5]
        assert (await found.audit()).sound
        await found.commit(given(10))


async def test_what_waited_behind_a_failed_commit_is_certainly_not_stored(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = await Ledger.open(url_of(path), now=now)
    with monkeypatch.context() as patch:
        fail_commits(ledger, patch, stored=True)
        # Whatever is decided within its transaction has one for itself, so the second waits for the first.
        first = asyncio.ensure_future(ledger.write((), fill_up, GROUP, "ann", 10))
        second = asyncio.ensure_future(ledger.write((), fill_up, GROUP, "bob", 10))
        outcomes = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(each) for each in outcomes] == [OutcomeUnknown, LedgerClosed]
    await ledger.close()
    async with await Ledger.open(url_of(path), now=now) as found:
        assert [await found.read(queries.balance, wallet(GROUP, each)) for each in ("ann", "bob")] == [10, 0]


async def test_a_disk_that_fails_before_the_commit_has_stored_nothing_and_is_not_believed_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = await Ledger.open(url_of(path), now=now)

    def fail(*_: object) -> None:
        raise failed_sync()

    with monkeypatch.context() as patch:
        patch.setattr("bot.ledger.ledger.run", fail)
        with pytest.raises(NotStored, match="nothing was stored: disk I/O error"):
            await ledger.commit(given(1))
        await asyncio.wait_for(ledger.failure(), LONGEST_WAIT)
    with pytest.raises(LedgerClosed):
        await ledger.commit(given(1))
    await ledger.close()


async def test_a_change_after_which_the_log_cannot_be_emptied_may_be_stored(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = await Ledger.open(url_of(path), now=now)

    def fail(_: Connection) -> None:
        raise failed_sync()

    monkeypatch.setattr("bot.ledger.database.empty_log", fail)
    with pytest.raises(OutcomeUnknown):
        await ledger.erase_keys(now())
    await asyncio.wait_for(ledger.failure(), LONGEST_WAIT)
    await ledger.close()


def _fails_in_the_middle(error: Exception) -> Callable[..., None]:
    def work(_: Connection, *__: int) -> None:
        raise error

    return work


@pytest.mark.parametrize("way", ["rewrite", "change"])
async def test_a_disk_that_fails_while_something_is_put_in_order_is_not_believed_again(path: Path, way: str) -> None:
    ledger = await Ledger.open(url_of(path), now=now)
    failure = failed_sync()
    with pytest.raises(OutcomeUnknown) as unknown:
        await getattr(ledger, way)(_fails_in_the_middle(failure))
    assert unknown.value.__cause__ is failure
    await asyncio.wait_for(ledger.failure(), LONGEST_WAIT)
    with pytest.raises(LedgerClosed):
        await ledger.commit(given(1))
    await ledger.close()


async def test_where_there_is_no_space_to_put_something_in_order_it_is_not_done_and_the_ledger_goes_on(
    path: Path,
) -> None:
    async with await Ledger.open(url_of(path), now=now) as ledger:
        with pytest.raises(NotStored, match="full"):
            await ledger.rewrite(_fails_in_the_middle(full_disk()))
        await ledger.commit(given(1))
        assert await ledger.read(queries.balance, ANN) == 10
