"""The log of fingerprints as it is stored: in one transaction with what it logs, only ever added to, and proved."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.ledger import (
    HeadPosted,
    Ledger,
    LogAppended,
    NotStored,
    Overdrawn,
    PacksSealed,
    Transfer,
    WriteRefused,
    queries,
    wallet,
)
from engine.fairness.transparency_log import EMPTY_ROOT, Entry, EntryKind, Head
from tests.bot.failing_disk import full_disk
from tests.engine.fairness.test_merkle import slow_root

from .conftest import GROUP, KEYS, now, url_of

TABLE = bytes(range(16))


def entry(number: int, kind: EntryKind = EntryKind.SEALED, attempt: int = 0) -> Entry:
    value = hashlib.sha256(f"{kind} {number} {attempt}".encode()).digest()
    return Entry(kind, TABLE, number, attempt, value)


def appended(*numbers: int) -> tuple[LogAppended, ...]:
    return tuple(LogAppended(entry(number)) for number in numbers)


def root_of(*numbers: int) -> bytes:
    return slow_root([entry(number).leaf for number in numbers])


async def test_it_grows_over_batches_and_restarts(path: Path) -> None:
    heads = []
    for run in range(3):
        async with await Ledger.open(url_of(path), now=now) as ledger:
            heads.append(ledger.log_head)
            first = 4 * run
            await asyncio.gather(ledger.commit(appended(first, first + 1)), ledger.commit(appended(first + 2)))
            await ledger.commit(appended(first + 3))
            heads.append(ledger.log_head)
    assert heads == [Head(0, EMPTY_ROOT), *[Head(size, root_of(*range(size))) for size in (4, 4, 8, 8, 12)]]


async def test_what_is_refused_is_not_logged(ledger: Ledger) -> None:
    await ledger.commit((PacksSealed("t", 3, 1, KEYS), *appended(1)))
    poor = Transfer(wallet(GROUP, "ann"), wallet(GROUP, "bo"), 5, "x")
    outcomes = await asyncio.gather(
        ledger.commit((PacksSealed("t", 3, 0, KEYS), *appended(2))),
        ledger.commit((poor, *appended(3))),
        ledger.commit((PacksSealed("u", 1, 0, KEYS), *appended(4))),
        return_exceptions=True,
    )
    assert [type(each) for each in outcomes] == [WriteRefused, Overdrawn, type(None)]
    assert ledger.log_head == Head(2, root_of(1, 4))
    assert await ledger.read(queries.seal, "u") == PacksSealed("u", 1, 0, KEYS)


async def test_nothing_is_logged_that_the_disk_did_not_take(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    await ledger.commit(appended(1))
    dialect = ledger._database._engine.dialect
    with monkeypatch.context() as patched:

        def full(_: Any) -> None:
            raise full_disk()

        patched.setattr(dialect, "do_commit", full)
        with pytest.raises(NotStored):
            await ledger.commit(appended(2))
        assert ledger.log_head == Head(1, root_of(1))
    await ledger.commit(appended(3))
    assert ledger.log_head == Head(2, root_of(1, 3))


async def test_the_place_of_a_posted_head_and_its_time_are_known(path: Path) -> None:
    moment = datetime(2030, 1, 1, tzinfo=UTC)
    async with await Ledger.open(url_of(path), now=lambda: moment) as ledger:
        await ledger.commit(appended(1, 2, 3))
        assert ledger.head_posted_at(GROUP, "c") is None
        await ledger.commit((HeadPosted(GROUP, "c", 2),))
        await ledger.commit((HeadPosted(GROUP, "d", 3), HeadPosted("local:other", "c", 1)))
        assert ledger.head_posted_at(GROUP, "c") == moment
    async with await Ledger.open(url_of(path), now=now) as ledger:
        assert ledger.head_posted_at(GROUP, "d") == moment
