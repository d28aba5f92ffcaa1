"""Lock sessions of several processes on one PostgreSQL."""

from __future__ import annotations

import asyncio
import time

import psycopg
import pytest

from bot.cluster.locks import Kind, LockSession, Named, SessionLost, lock_session
from tests.postgresql import WITHOUT_SYNC, server
from tools.postgresql import Server


def named(name: str) -> Named:
    return Named(name, "1.0", f"{name}.example:80", f"kiu {name}")


async def slots_of(looking: LockSession) -> dict[str, set[int]]:
    """Return the slots of each live process by its name."""
    found = await looking.look()
    return {each.name: {number for kind, number in each.holds if kind is Kind.SLOT} for each in found}


async def test_a_given_slot_wakes_up_the_others(postgresql: Server) -> None:
    url = postgresql.new_database()
    async with lock_session(url, named("ann")) as ann, lock_session(url, named("ben")) as ben:
        await ben.take(Kind.SLOT, (7,))
        waiting = asyncio.create_task(ann.wait(60, asyncio.Event()))
        await ben.give(Kind.SLOT, (7,))
        async with asyncio.timeout(5):
            await waiting
        assert await ann.take(Kind.SLOT, (7,)) == {7}


async def test_all_sessions_of_a_frozen_process_are_ended(postgresql: Server) -> None:
    url = postgresql.new_database()
    ledger = url.replace("+psycopg", "")
    async with lock_session(url, named("ann")) as ann, lock_session(url, named("ben")) as ben:
        await ben.take(Kind.SLOT, (7,))
        with psycopg.connect(ledger, application_name="kiu ben") as bens:
            frozen: list[int] = []
            began = time.monotonic()
            while not frozen:
                await ann.wait(0.2, asyncio.Event())
                frozen = [each.number for each in await ann.look() if each.frozen]
            assert time.monotonic() - began > 2, "a moment's silence is no freeze"
            assert await ann.end_frozen(frozen) == 2
            assert await ann.take(Kind.SLOT, (7,)) == {7}
            with pytest.raises(psycopg.OperationalError):
                bens.execute("SELECT 1")
        with pytest.raises(SessionLost):
            await ben.look()
        async with lock_session(url, named("ben")) as again:
            assert await slots_of(again) == {"ann": {7}, "ben": set()}


async def test_a_process_that_moves_again_is_not_ended(postgresql: Server) -> None:
    url = postgresql.new_database()
    async with lock_session(url, named("ann")) as ann, lock_session(url, named("ben")) as ben:
        assert await ann.end_frozen([ben.number]) == 0
        await ben.look()


async def test_many_processes_begin_at_once(postgresql: Server) -> None:
    url, begun = postgresql.new_database(), asyncio.Barrier(5)

    async def begin(name: str) -> set[str]:
        async with lock_session(url, named(name)) as session:
            await begun.wait()
            found = await slots_of(session)
            await begun.wait()
            return set(found)

    assert await asyncio.gather(*map(begin, "abcde")) == [set("abcde")] * 5


async def test_a_server_that_ends_loses_the_session() -> None:
    with server(*WITHOUT_SYNC) as ended:
        async with lock_session(ended.new_database(), named("ann")) as ann:
            ended.stop()
            with pytest.raises(SessionLost):
                await ann.look()
