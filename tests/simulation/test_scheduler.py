"""The end of one of several loops in one virtual time, at any of its steps."""

from __future__ import annotations

import asyncio

from tools.simulation.loop import SimulatedLoop
from tools.simulation.scheduler import Scheduler


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
