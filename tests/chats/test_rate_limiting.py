"""Rate limiting: urgent calls overtake, no call is forgotten, and no limit is exceeded."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import Sequence
from random import Random

import pytest
from aiolimiter import AsyncLimiter

from bot.chats.rate_limiting import EditPacing, Lane, Lanes, SlidingWindow
from bot.messages import Urgency
from tests.chats.fast_time import fast_forward, now


async def acquired(lane: Lane, urgency: Urgency, who: str, seen: list[str]) -> None:
    await lane.acquire(urgency)
    seen.append(who)


async def in_line(lane: Lane, *waiting: tuple[Urgency, str]) -> list[str]:
    """Let several calls wait, one after another; return the order in which they may be made."""
    seen: list[str] = []
    async with asyncio.TaskGroup() as group:
        for urgency, who in waiting:
            group.create_task(acquired(lane, urgency, who, seen))
            await asyncio.sleep(0)
    return seen


def busiest(times: Sequence[float], span: float) -> int:
    """The most that happened within any span of time."""
    return max(sum(begin <= other < begin + span for other in times) for begin in times)


def test_the_urgent_go_first_and_equals_keep_their_order() -> None:
    async def story() -> list[str]:
        lane = Lane(AsyncLimiter(1, 1))
        await lane.acquire(Urgency.TABLE)
        return await in_line(
            lane,
            (Urgency.SPARE, "spare"),
            (Urgency.TABLE, "first table"),
            (Urgency.TABLE, "second table"),
            (Urgency.RESULT, "result"),
            (Urgency.WINDOW, "window"),
            (Urgency.ANSWER, "answer"),
        )

    assert fast_forward(story()) == ["window", "result", "answer", "first table", "second table", "spare"]


def test_the_urgent_overtake_even_at_the_last_moment() -> None:
    async def story() -> list[str]:
        lane = Lane(AsyncLimiter(1, 10))
        await lane.acquire(Urgency.TABLE)
        seen: list[str] = []
        async with asyncio.TaskGroup() as group:
            group.create_task(acquired(lane, Urgency.TABLE, "table", seen))
            await asyncio.sleep(9.9)
            group.create_task(acquired(lane, Urgency.WINDOW, "window", seen))
        return seen

    assert fast_forward(story()) == ["window", "table"]


def test_a_cancelled_call_holds_up_no_other() -> None:
    async def story() -> list[str]:
        lane = Lane(AsyncLimiter(1, 1))
        await lane.acquire(Urgency.TABLE)
        seen: list[str] = []
        given_up = asyncio.create_task(acquired(lane, Urgency.WINDOW, "given up", seen))
        waiting = asyncio.create_task(acquired(lane, Urgency.TABLE, "table", seen))
        await asyncio.sleep(0.5)
        given_up.cancel()
        await waiting
        assert now() == 1
        return seen

    assert fast_forward(story()) == ["table"]


def test_a_pause_holds_one_lane_and_no_other() -> None:
    async def story() -> tuple[float, float]:
        shared = AsyncLimiter(10, 1)
        paused, other = Lane(AsyncLimiter(5, 5), shared), Lane(AsyncLimiter(5, 5), shared)
        began = asyncio.create_task(paused.acquire(Urgency.PING))
        paused.pause(30)
        paused.pause(3)
        await other.acquire(Urgency.SPARE)
        meanwhile = now()
        await began
        return meanwhile, now()

    assert fast_forward(story()) == (0, 30)


def test_a_pause_that_comes_while_a_call_waits_holds_too() -> None:
    async def story() -> float:
        lane = Lane(AsyncLimiter(1, 2))
        await lane.acquire(Urgency.TABLE)
        waiting = asyncio.create_task(lane.acquire(Urgency.TABLE))
        await asyncio.sleep(1)
        lane.pause(10)
        await waiting
        return now()

    assert fast_forward(story()) == 11


@pytest.mark.parametrize("first", [False, True])
def test_a_window_counts_a_call_when_it_is_made_however_long_a_pause_held_it_up(first: bool) -> None:
    async def story() -> list[float]:
        window, made = SlidingWindow(60), []
        lane = Lane(AsyncLimiter(1, 10), window=window.up_to(3), reserve=window.up_to(3))

        async def call() -> None:
            await (lane.acquire_first() if first else lane.acquire(Urgency.TABLE))
            made.append(now())

        async with asyncio.TaskGroup() as group:
            group.create_task(call())
            group.create_task(call())
            await asyncio.sleep(1)
            # The second has waited for the limiter alone.
            lane.pause(50)
            await asyncio.sleep(50)
            for _ in range(4):
                group.create_task(call())
        return made

    made = fast_forward(story())
    assert made[:2] == [0, 51]
    assert len(made) == 6
    assert busiest(made, 60) == 3


def test_what_cannot_wait_uses_the_reserve_and_then_goes_before_all_others() -> None:
    async def story() -> list[tuple[str, float]]:
        window = SlidingWindow(10)
        lane = Lane(window=window.up_to(1), reserve=window.up_to(3))
        seen: list[tuple[str, float]] = []

        async def answer() -> None:
            await lane.acquire(Urgency.ANSWER)
            seen.append(("answer", now()))

        await lane.acquire(Urgency.TABLE)
        async with asyncio.TaskGroup() as group:
            group.create_task(answer())
            await asyncio.sleep(0)
            for _ in range(3):
                await lane.acquire_first()
                seen.append(("first", now()))
        return seen

    assert fast_forward(story()) == [("first", 0), ("first", 0), ("first", 10), ("answer", 20)]


def test_a_pause_holds_the_reserve_too() -> None:
    async def story() -> float:
        lane = Lane(AsyncLimiter(5, 5), reserve=SlidingWindow(10).up_to(2))
        lane.pause(3)
        await lane.acquire_first()
        return now()

    assert fast_forward(story()) == 3


def test_a_pause_that_comes_while_the_reserve_waits_for_others_holds_too() -> None:
    async def story() -> float:
        lane = Lane(AsyncLimiter(1, 2), reserve=SlidingWindow(10).up_to(2))
        await lane.acquire_first()
        waiting = asyncio.create_task(lane.acquire_first())
        await asyncio.sleep(1)
        lane.pause(10)
        await waiting
        return now()

    assert fast_forward(story()) == 11


def test_five_in_twenty_seconds_are_never_over_twenty_in_a_minute() -> None:
    async def story() -> list[float]:
        lane = Lane(AsyncLimiter(2, 2.5), AsyncLimiter(5, 20), AsyncLimiter(10, 0.5))
        times = []
        for _ in range(60):
            await lane.acquire(Urgency.TABLE)
            times.append(now())
        await asyncio.sleep(300)
        for _ in range(60):
            await lane.acquire(Urgency.TABLE)
            times.append(now())
        return times

    times = fast_forward(story())
    assert 15 <= busiest(times, 60) <= 20


def test_a_shared_limiter_holds_for_all_lanes_together() -> None:
    async def story() -> list[float]:
        shared = AsyncLimiter(10, 0.5)
        times: list[float] = []

        async def busy() -> None:
            lane = Lane(AsyncLimiter(2, 2.5), shared)
            for _ in range(5):
                await lane.acquire(Urgency.TABLE)
                times.append(now())

        await asyncio.gather(*(busy() for _ in range(50)))
        return times

    times = fast_forward(story())
    assert len(times) == 250
    assert 20 <= busiest(times, 1) <= 30


def paced_lane(shared: Lane | None = None) -> Lane:
    """A lane in which three edits may be made at once, then one in four seconds, and fifteen in a minute at most."""
    minute = SlidingWindow(60)
    return Lane(window=minute.up_to(18), pacing=EditPacing(3, 4, minute.up_to(15)), shared=shared)


async def edits(lane: Lane, moves: Sequence[float]) -> list[tuple[float, float]]:
    """Edit a table after each move, merging those that wait; return when each move came and when it was shown."""
    shown: list[tuple[float, float]] = []
    waiting: list[float] = []
    worker: asyncio.Task[None] | None = None

    async def edit() -> None:
        while waiting:
            await lane.acquire(Urgency.TABLE)
            shown.extend((move, now()) for move in waiting)
            waiting.clear()

    for move in moves:
        await asyncio.sleep(move - now())
        waiting.append(move)
        if worker is None or worker.done():
            worker = asyncio.create_task(edit())
    if worker is not None:
        await worker
    return shown


def test_at_the_pace_of_people_every_edit_is_made_at_once() -> None:
    thought = Random("people")
    thoughts = [thought.uniform(12, 30) if move % 6 == 0 else thought.uniform(2, 6) for move in range(300)]
    moves = list(itertools.accumulate(thoughts))
    shown = fast_forward(edits(paced_lane(), moves))

    waits = sorted(at - move for move, at in shown)
    assert len(shown) == 300
    assert waits[240] <= 0.5
    assert waits[296] <= 4
    assert busiest([at for _, at in shown], 60) <= 13


def test_edits_that_come_too_fast_are_merged_and_soon_shown() -> None:
    moves = [round(0.5 * move, 1) for move in range(240)]
    shown = fast_forward(edits(paced_lane(), moves))

    times = sorted({at for _, at in shown})
    assert times[:6] == [0, 0.5, 1, 4, 8, 12]
    assert busiest(times, 60) <= 18
    assert max(at - move for move, at in shown) <= 5
    assert len(shown) == 240


def test_a_minute_that_fills_too_fast_slows_edits_before_one_has_to_wait_for_a_free_minute() -> None:
    async def story() -> list[float]:
        lane, times = paced_lane(), []
        for _ in range(30):
            # Now and then something urgent takes a call from the edits.
            for urgency in (*[Urgency.TABLE] * 6, Urgency.RESULT):
                await lane.acquire(urgency)
                times.append(now())
        return times

    times = fast_forward(story())
    assert busiest(times, 60) <= 18
    assert max(after - before for before, after in itertools.pairwise(times)) <= 5


async def lane_of_a_busy_minute(most: int, patience: float = math.inf) -> Lane:
    """A lane in whose minute the four calls were made that answers and edits may make, of so many at all."""
    minute = SlidingWindow(60)
    lane = Lane(window=minute.up_to(most), ordinary=minute.up_to(4), patience=patience)
    for _ in range(4):
        await lane.acquire(Urgency.ANSWER)
    return lane


async def timed(lane: Lane, urgency: Urgency, seen: list[tuple[str, float]], waited: float = 0) -> None:
    await lane.acquire(urgency, waited)
    seen.append((urgency.name, now()))


def test_a_result_may_take_what_answers_and_edits_may_not() -> None:
    async def story() -> list[tuple[str, float]]:
        lane, seen = await lane_of_a_busy_minute(6), list[tuple[str, float]]()
        async with asyncio.TaskGroup() as group:
            for urgency in (Urgency.TABLE, Urgency.ANSWER, Urgency.RESULT, Urgency.RESULT, Urgency.RESULT):
                group.create_task(timed(lane, urgency, seen))
                await asyncio.sleep(1)
        return seen

    names, times = zip(*fast_forward(story()), strict=True)
    assert names == ("RESULT", "RESULT", "RESULT", "ANSWER", "TABLE")
    assert times == pytest.approx([2, 3, 60, 60, 62])


def test_an_edit_that_has_waited_for_long_takes_the_room_that_is_kept_for_results() -> None:
    async def story() -> list[tuple[str, float]]:
        lane, seen = await lane_of_a_busy_minute(7, patience=4), list[tuple[str, float]]()
        async with asyncio.TaskGroup() as group:
            group.create_task(timed(lane, Urgency.TABLE, seen))
            await asyncio.sleep(4.5)
            group.create_task(timed(lane, Urgency.SOON, seen, waited=3))
            await asyncio.sleep(0.5)
            group.create_task(timed(lane, Urgency.SPARE, seen))
            group.create_task(timed(lane, Urgency.ANSWER, seen))
        return seen

    names, times = zip(*fast_forward(story()), strict=True)
    assert names == ("TABLE", "ANSWER", "SOON", "SPARE")
    assert times == pytest.approx([4, 5.5, 5.5, 60])


def test_whoever_waits_no_longer_hurries_nobody_else() -> None:
    async def story() -> list[tuple[str, float]]:
        lane, seen = await lane_of_a_busy_minute(7, patience=4), list[tuple[str, float]]()
        async with asyncio.TaskGroup() as group:
            given_up = group.create_task(timed(lane, Urgency.CHOICE, seen))
            await asyncio.sleep(3)
            group.create_task(timed(lane, Urgency.TABLE, seen))
            given_up.cancel()
        return seen

    names, times = zip(*fast_forward(story()), strict=True)
    assert names == ("TABLE",)
    assert times == pytest.approx([7])


def test_a_minute_tells_when_it_has_room_for_several_calls() -> None:
    async def story() -> list[float]:
        minute = SlidingWindow(60).up_to(5)
        for _ in range(4):
            minute.count()
            await asyncio.sleep(10)
        return [minute.seconds_until(calls) for calls in (1, 2, 3, 5, 9)]

    assert fast_forward(story()) == pytest.approx([0, 20, 30, 50, 50])


def test_a_window_and_a_result_wait_for_no_edit() -> None:
    async def story() -> list[tuple[str, float]]:
        lane = paced_lane()
        seen: list[tuple[str, float]] = []

        async def call(urgency: Urgency) -> None:
            await lane.acquire(urgency)
            seen.append((urgency.name, now()))

        for _ in range(13):
            await lane.acquire(Urgency.TABLE)
        async with asyncio.TaskGroup() as group:
            group.create_task(call(Urgency.TABLE))
            await asyncio.sleep(1)
            group.create_task(call(Urgency.RESULT))
            group.create_task(call(Urgency.WINDOW))
        return seen

    seen = fast_forward(story())
    assert [name for name, _ in seen] == ["WINDOW", "RESULT", "TABLE"]
    assert seen[0][1] == seen[1][1] == 41
    assert seen[2][1] == 45, "a quarter longer than usual after the last edit, since the minute fills too fast"


def test_the_window_of_one_place_goes_before_the_edits_of_all_others() -> None:
    async def story() -> tuple[int, float]:
        shared = Lane(AsyncLimiter(1, 1))
        edited: list[float] = []

        async def edit(lane: Lane) -> None:
            await lane.acquire(Urgency.TABLE)
            edited.append(now())

        async with asyncio.TaskGroup() as group:
            for _ in range(50):
                group.create_task(edit(Lane(shared=shared)))
            await asyncio.sleep(10.5)
            await Lane(shared=shared).acquire(Urgency.WINDOW)
            return len(edited), now()

    assert fast_forward(story()) == (11, 11)


def test_an_urgent_call_does_not_wait_in_the_shared_queue_behind_its_own_table() -> None:
    async def story() -> list[tuple[str, float]]:
        shared = Lane(AsyncLimiter(1, 1))
        lane, seen = Lane(shared=shared), []

        async def call(urgency: Urgency) -> None:
            await lane.acquire(urgency)
            seen.append((urgency.name, now()))

        async with asyncio.TaskGroup() as group:
            for _ in range(20):
                group.create_task(Lane(shared=shared).acquire(Urgency.TABLE))
            await asyncio.sleep(0)
            group.create_task(call(Urgency.TABLE))
            await asyncio.sleep(5.5)
            group.create_task(call(Urgency.WINDOW))
        return seen

    assert fast_forward(story()) == [("WINDOW", 6), ("TABLE", 21)]


def test_a_lane_is_idle_once_a_new_one_could_replace_it() -> None:
    async def story() -> list[bool]:
        lane = Lane(AsyncLimiter(2, 4))
        states = [lane.idle]
        await lane.acquire(Urgency.TABLE)
        states.append(lane.idle)
        await asyncio.sleep(2)
        states.append(lane.idle)
        lane.pause(1)
        states.append(lane.idle)
        return states

    assert fast_forward(story()) == [True, False, True, False]


def test_a_lane_is_not_idle_before_its_reserve_is_full_again() -> None:
    async def story() -> list[bool]:
        lane = Lane(AsyncLimiter(2, 4), reserve=SlidingWindow(20).up_to(2))
        await lane.acquire_first()
        states = [lane.idle]
        for _ in range(2):
            await asyncio.sleep(10)
            states.append(lane.idle)
        return states

    assert fast_forward(story()) == [False, False, True]


def test_each_place_has_its_lane_and_keeps_it() -> None:
    lanes: Lanes[str] = Lanes(lambda place: Lane())
    assert lanes["one"] is lanes["one"]
    assert lanes["one"] is not lanes["other"]


def test_idle_lanes_are_dropped_once_there_are_many_and_busy_ones_stay() -> None:
    async def story() -> tuple[bool, int]:
        lanes: Lanes[int] = Lanes(lambda place: Lane(AsyncLimiter(1, 10)), kept=3)
        busy = lanes[0]
        await busy.acquire(Urgency.TABLE)
        for idle in (1, 2):
            assert lanes[idle].idle
        assert lanes[3].idle
        return lanes[0] is busy, len(lanes)

    assert fast_forward(story()) == (True, 2)
