"""Several loops in one virtual time: the order of what happens, and the end of a loop."""

from __future__ import annotations

import asyncio

import pytest

from tools.simulation.loop import SimulatedLoop
from tools.simulation.scheduler import Scheduler, Stalled


def test_an_hour_passes_at_once_and_in_order() -> None:
    scheduler = Scheduler()
    kiu, world = SimulatedLoop(scheduler, "kiu"), SimulatedLoop(scheduler, "world")
    happened: list[tuple[str, int]] = []

    async def live(name: str, seconds: float) -> None:
        for _ in range(3):
            await asyncio.sleep(seconds)
            happened.append((name, round(asyncio.get_running_loop().time())))

    kiu.create_task(live("kiu", 1200))
    scheduler.run_until_complete(world, live("world", 1000))
    scheduler.run(3700)
    assert happened == [("world", 1000), ("kiu", 1200), ("world", 2000), ("kiu", 2400), ("world", 3000), ("kiu", 3600)]
    assert scheduler.now == 3700


def test_time_passes_for_somebody_who_asks_again_and_again() -> None:
    scheduler = Scheduler()
    loop = SimulatedLoop(scheduler, "kiu")
    over = False

    def end() -> None:
        nonlocal over
        over = True

    async def ask() -> None:
        while not over:  # noqa: ASYNC110 - what asks so must not stop the time
            await asyncio.sleep(0)

    loop.call_later(0.001, end)
    scheduler.run_until_complete(loop, ask())


def test_what_falls_due_at_one_moment_keeps_its_order_wherever_a_run_ends() -> None:
    scheduler = Scheduler()
    loop = SimulatedLoop(scheduler, "kiu")
    happened: list[str] = []
    for name in ("first", "second", "third"):
        loop.call_at(10.0, happened.append, name)
    scheduler.run(5.0)
    scheduler.run(20.0)
    assert happened == ["first", "second", "third"]


def test_nothing_is_run_in_a_loop_that_was_killed() -> None:
    scheduler = Scheduler()
    kiu, world = SimulatedLoop(scheduler, "kiu"), SimulatedLoop(scheduler, "world")
    happened: list[str] = []

    async def live() -> None:
        try:
            await asyncio.sleep(10)
        finally:
            happened.append("the end")

    async def kill() -> None:
        await asyncio.sleep(5)
        kiu.kill()

    kiu.create_task(live())
    world.create_task(kill())
    scheduler.run(100)
    assert happened == []


def test_a_kill_can_come_between_any_two_steps() -> None:
    ends = []
    for steps in range(1, 8):
        scheduler = Scheduler()
        kiu = SimulatedLoop(scheduler, "kiu")
        done: list[int] = []

        async def live(done: list[int] = done) -> None:
            for number in range(5):
                done.append(number)
                await asyncio.sleep(0)

        def kill(scheduler: Scheduler = scheduler, kiu: SimulatedLoop = kiu, steps: int = steps) -> None:
            if scheduler.steps == steps:
                kiu.kill()

        scheduler.before_step = kill
        kiu.create_task(live())
        scheduler.run(1)
        ends.append(len(done))
    assert ends == [1, 2, 3, 4, 5, 5, 5]


def test_work_in_a_thread_is_done_in_the_order_in_which_it_was_handed_over() -> None:
    scheduler = Scheduler()
    loop = SimulatedLoop(scheduler, "kiu")
    done: list[int] = []

    def fail() -> None:
        raise ValueError("no such picture")

    async def work() -> None:
        await asyncio.gather(*(asyncio.to_thread(done.append, number) for number in range(5)))
        with pytest.raises(ValueError, match="no such picture"):
            await asyncio.to_thread(fail)

    scheduler.run_until_complete(loop, work())
    assert done == [0, 1, 2, 3, 4]
    assert 0 < scheduler.now < 1


def test_tasks_have_the_same_places_in_sets_wherever_they_are_in_memory() -> None:
    def order(taken: int) -> list[int]:
        scheduler = Scheduler()
        loop = SimulatedLoop(scheduler, "kiu")
        elsewhere: list[object] = []

        async def work() -> list[int]:
            tasks = set()
            for number in range(50):
                elsewhere.extend(object() for _ in range(taken * number))
                tasks.add(asyncio.create_task(asyncio.sleep(0, number)))
            done, _ = await asyncio.wait(tasks)
            return [task.result() for task in done]

        return scheduler.run_until_complete(loop, work())

    assert order(0) == order(7)


def test_what_can_never_be_done_is_noticed() -> None:
    scheduler = Scheduler()
    loop = SimulatedLoop(scheduler, "kiu")

    async def wait() -> None:
        await loop.create_future()

    with pytest.raises(Stalled):
        scheduler.run_until_complete(loop, wait())
