"""Processes share all slots, whichever of them come, go, freeze or drain."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from asyncio.subprocess import STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

import pytest

from bot.cluster.holding import Holder
from bot.cluster.locks import SILENT_SECONDS, Kind
from bot.cluster.slots import SLOTS
from tests import patience
from tests.child_processes import child_process
from tests.cluster.slot_process import Served, named
from tools.postgresql import Server

PROMISED = 5.0
"""The most seconds in which slots of a dead or frozen process are served elsewhere."""

ALL = frozenset(range(SLOTS))


@pytest.fixture
def url(postgresql: Server) -> str:
    return postgresql.new_database()


@asynccontextmanager
async def holding_slots(url: str, name: str, served: Served | None = None) -> AsyncIterator[tuple[Holder, Served]]:
    served = served or Served()
    holder = Holder(url, named(name), [served])
    running = asyncio.create_task(holder.run())
    try:
        yield holder, served
    finally:
        running.cancel()
        await asyncio.wait([running])


async def until(counts: list[int], *all_served: Served) -> None:
    """Wait until the processes serve so many slots each, none of them twice at any time."""

    def so() -> bool:
        served = [each.now for each in all_served]
        assert sum(map(len, served)) == len(frozenset().union(*served))
        return sorted(map(len, served)) == counts

    await patience.until(so)


async def test_slots_are_spread_as_processes_come_and_go(url: str) -> None:
    async with AsyncExitStack() as third, holding_slots(url, "ann") as (_, ann):
        await until([32], ann)
        async with holding_slots(url, "ben") as (holder, ben):
            await until([16, 16], ann, ben)
            _, cai = await third.enter_async_context(holding_slots(url, "cai"))
            await until([10, 11, 11], ann, ben, cai)
            await patience.until(lambda: all(holder.holder(Kind.SLOT, slot) for slot in ALL))
        await until([16, 16], ann, cai)
        assert ben.now == frozenset()


async def test_a_process_that_thaws_knows_at_once_that_others_may_serve_its_slots(url: str) -> None:
    async with holding_slots(url, "ann") as (holder, ann):
        assert not holder.moves
        await until([32], ann)
        assert holder.moves
        time.sleep(SILENT_SECONDS)  # noqa: ASYNC251 - nothing moves
        assert not holder.moves
        await patience.until(lambda: holder.moves)


async def test_locks_go_to_those_whose_platform_lets_them_in(url: str) -> None:
    ann = Served()
    async with holding_slots(url, "ann", ann), holding_slots(url, "ben") as (_, ben):
        await until([16, 16], ann, ben)
        ann.count = 0
        await until([0, 32], ann, ben)


async def test_slots_that_are_being_resumed_stay(url: str) -> None:
    class Resuming(Served):
        async def take(self, numbers: frozenset[int]) -> None:
            await asyncio.Event().wait()

    async with holding_slots(url, "ann", Resuming()) as (ann, _):
        await patience.until(lambda: ann.held(Kind.SLOT) == ALL)
        async with holding_slots(url, "ben"):
            await patience.until(lambda: len(ann.processes) == 2)
            assert ann.held(Kind.SLOT) == ALL


async def test_work_that_cannot_begin_is_tried_by_another_session(url: str) -> None:
    class Failing(Served):
        tries = 0

        async def take(self, numbers: frozenset[int]) -> None:
            self.tries += 1
            assert self.tries > 1, "it works the second time"
            await super().take(numbers)

    async with holding_slots(url, "ann") as (_, ann), holding_slots(url, "ben", ben := Failing()):
        await until([16, 16], ann, ben)
        assert ben.tries > 1


async def test_slots_of_a_killed_or_frozen_process_are_served_elsewhere(url: str) -> None:
    async with holding_slots(url, "ann") as (_, ann), process(url, "ben") as ben, process(url, "cai") as cai:
        await serves(ben, 10)
        await serves(cai, 10)
        async with asyncio.timeout(PROMISED):
            ben.send_signal(signal.SIGSTOP)
            await serves(cai, 16)
            await patience.until(lambda: len(ann.now) >= 16)
        ben.send_signal(signal.SIGCONT)
        await serves(ben, 0)
        await serves(ben, 10)
        async with asyncio.timeout(PROMISED):
            ben.kill()
            cai.kill()
            await patience.until(lambda: ann.now == ALL)


def process(url: str, name: str) -> AbstractAsyncContextManager[Process]:
    return child_process(sys.executable, "-m", "tests.cluster.slot_process", url, name, stderr=STDOUT)


async def serves(running: Process, count: int) -> None:
    """Wait until a process says that it serves so many slots or more, or none for 0."""
    assert running.stdout is not None
    async with asyncio.timeout(30):
        while True:
            served = len((await running.stdout.readline()).split())
            if served >= count > 0 or served == count:
                return
