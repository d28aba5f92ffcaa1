"""The queue of calls to a chat: the urgent overtake, no limit is exceeded, and nobody who asks holds up the table."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Sequence
from contextlib import asynccontextmanager, suppress
from random import Random

import pytest
from aiolimiter import AsyncLimiter

from bot.chats.call_queue import WAITING_EACH, CallQueue, GroupLimits, GroupPace, Superseded
from bot.chats.telegram_chat import RateLimits, Timeouts
from bot.chats.telegram_chat.api_calls import ApiCalls
from bot.messages import Urgency
from tests.chats.virtual_time import fast_forward, now

GROUP, PERSON = -1_000_000_000_001, 7

OLDEST = 5.0
"""Seconds after which a table is shown at the latest, however much is asked in its group."""

PEOPLE = 4.0
"""Seconds between two moves of people who know what they want."""


class Calls:
    """The calls that a queue let pass."""

    def __init__(self, queue: CallQueue) -> None:
        self.queue = queue
        self.made: list[tuple[str, float]] = []
        self.left_out: list[str] = []

    async def call(self, urgency: Urgency, name: str = "", asker: str | None = None) -> None:
        try:
            await self.queue.acquire(urgency, asker)
        except Superseded:
            self.left_out.append(name)
        else:
            self.made.append((name or urgency.name, now()))

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.made]

    def times(self, name: str = "") -> list[float]:
        return [at for each, at in self.made if name in ("", each)]


@asynccontextmanager
async def calling(queue: CallQueue) -> AsyncIterator[tuple[Calls, asyncio.TaskGroup]]:
    """Calls that are made by the end of the context."""
    calls = Calls(queue)
    async with asyncio.TaskGroup() as group:
        yield calls, group


def paced(limits: GroupLimits | None = None) -> CallQueue:
    return CallQueue(pace=GroupPace(limits or GroupLimits()))


def busiest(times: Sequence[float], span: float) -> int:
    """The most that happened within any span of time."""
    return max(sum(begin <= other < begin + span for other in times) for begin in times)


def test_the_urgent_go_first_and_equals_keep_their_order() -> None:
    async def story() -> list[str]:
        queue = CallQueue(AsyncLimiter(1, 1))
        await queue.acquire(Urgency.TABLE)
        async with calling(queue) as (calls, group):
            for name in ("SPARE", "TABLE", "ANSWER", "RESULT", "DEAL", "WINDOW", "TABLE"):
                group.create_task(calls.call(Urgency[name]))
                await asyncio.sleep(0)
        return calls.names

    assert fast_forward(story()) == ["DEAL", "WINDOW", "RESULT", "TABLE", "TABLE", "ANSWER", "SPARE"]


def test_the_urgent_overtake_even_at_the_last_moment() -> None:
    async def story() -> list[str]:
        queue = CallQueue(AsyncLimiter(1, 10))
        await queue.acquire(Urgency.TABLE)
        async with calling(queue) as (calls, group):
            group.create_task(calls.call(Urgency.TABLE))
            await asyncio.sleep(9.9)
            group.create_task(calls.call(Urgency.WINDOW))
        return calls.names

    assert fast_forward(story()) == ["WINDOW", "TABLE"]


def test_a_cancelled_call_holds_up_no_other() -> None:
    async def story() -> list[tuple[str, float]]:
        queue = CallQueue(AsyncLimiter(1, 1))
        await queue.acquire(Urgency.TABLE)
        async with calling(queue) as (calls, group):
            given_up = group.create_task(calls.call(Urgency.WINDOW))
            group.create_task(calls.call(Urgency.TABLE))
            await asyncio.sleep(0.5)
            given_up.cancel()
        return calls.made

    assert fast_forward(story()) == [("TABLE", 1)]


def test_a_group_of_another_process_begins_with_half_of_its_minute() -> None:
    async def story() -> list[bool]:
        calls = ApiCalls(RateLimits(), Timeouts(), _migrated)
        calls.share_limits(2)
        return [calls.queue(GROUP).seconds_until_room(wanted) > 0 for wanted in (10, 11)]

    assert fast_forward(story()) == [False, True]


def test_a_pause_holds_one_chat_and_no_other() -> None:
    async def story() -> tuple[list[float], list[float]]:
        overall = AsyncLimiter(10, 1)
        other = CallQueue(overall)
        async with calling(CallQueue(AsyncLimiter(1, 2), overall)) as (calls, group):
            for _ in range(2):
                group.create_task(calls.call(Urgency.DEAL))
            await asyncio.sleep(1)
            calls.queue.pause(30)
            calls.queue.pause(3)
            await other.acquire(Urgency.SPARE)
            meanwhile = now()
        return [meanwhile], calls.times()

    assert fast_forward(story()) == ([1], [0, 31])


def test_a_minute_of_a_group_never_has_more_calls_than_it_may() -> None:
    async def story() -> list[float]:
        rng = Random("minute")
        async with calling(paced()) as (calls, group):
            for number in range(300):
                group.create_task(calls.call(rng.choice(list(Urgency)), "", rng.choice(("sari", None))))
                if number % 100 == 99:
                    calls.queue.pause(50)
                await asyncio.sleep(rng.choice((0, 0, 1, 4)))
        return calls.times()

    assert busiest(fast_forward(story()), 61) == GroupLimits().calls


def test_a_minute_full_of_answers_still_has_room_for_the_table_and_a_die() -> None:
    async def story() -> list[tuple[str, float]]:
        async with calling(paced()) as (calls, group):
            for _ in range(GroupLimits().calls - GroupLimits().kept_from_answers):
                await calls.queue.acquire(Urgency.ANSWER)
            for urgency in (Urgency.ANSWER, Urgency.TABLE, *[Urgency.RESULT] * 2, *[Urgency.DEAL] * 2):
                group.create_task(calls.call(urgency))
                await asyncio.sleep(1)
        return calls.made

    made = fast_forward(story())
    assert made[:2] == [("TABLE", 1), ("DEAL", 4)]
    assert made[2:] == [(name, 61.5) for name in ("DEAL", "RESULT", "RESULT", "ANSWER")]


# --- the pace of a table --------------------------------------------------------------------------------------------


def shown(moves: Sequence[float], queue: Callable[[], Awaitable[None]]) -> list[tuple[float, float]]:
    """Edit a table after each move, merging those that wait; return when each move came and when it was shown."""

    async def story() -> list[tuple[float, float]]:
        found: list[tuple[float, float]] = []
        waiting: list[float] = []
        worker: asyncio.Task[None] | None = None

        async def edit() -> None:
            while waiting:
                await queue()
                found.extend((move, now()) for move in waiting)
                waiting.clear()

        for move in moves:
            await asyncio.sleep(move - now())
            waiting.append(move)
            if worker is not None and worker.done():
                await worker
                worker = None
            worker = worker or asyncio.create_task(edit())
        if worker is not None:
            await worker
        return found

    return fast_forward(story())


def edits(moves: Sequence[float]) -> list[tuple[float, float]]:
    queue = paced()
    return shown(moves, lambda: queue.acquire(Urgency.TABLE))


def test_at_the_pace_of_people_every_edit_is_made_at_once() -> None:
    thought = Random("people")
    thoughts = [thought.uniform(12, 30) if move % 6 == 0 else thought.uniform(2, 6) for move in range(300)]
    made = edits(list(itertools.accumulate(thoughts)))

    waits = sorted(at - move for move, at in made)
    assert len(made) == 300
    assert waits[240] <= 0.5
    assert waits[296] <= 4
    assert busiest([at for _, at in made], 60) <= 13


def test_edits_that_come_too_fast_are_merged_and_soon_shown() -> None:
    made = edits([round(0.5 * move, 1) for move in range(240)])

    times = sorted({at for _, at in made})
    assert times[:6] == [0, 0.5, 1, 3.75, 7.5, 11.25]
    assert busiest(times, 60) <= 18
    assert max(at - move for move, at in made) <= OLDEST
    assert len(made) == 240


def test_amounts_changed_for_most_of_a_minute_leave_the_table_its_calls() -> None:
    async def story() -> list[float]:
        queue, waits = paced(), list[float]()

        async def change_amounts() -> None:
            while True:
                await queue.acquire(Urgency.ANSWER, "bettor")
                await asyncio.sleep(1)

        for move in range(9):
            changing = asyncio.create_task(change_amounts() if move < 5 else asyncio.sleep(0))
            await asyncio.sleep(9 if move < 5 else PEOPLE)
            changing.cancel()
            began = now()
            await queue.acquire(Urgency.TABLE)
            waits.append(now() - began)
        return waits

    assert max(fast_forward(story())) <= PEOPLE


def test_a_minute_tells_when_it_has_room_for_another_hand() -> None:
    async def story() -> list[float]:
        queue = paced(GroupLimits(minute=60, calls=8, kept_for_dice=3))
        for _ in range(4):
            await queue.acquire(Urgency.RESULT)
            await asyncio.sleep(10)
        return [queue.seconds_until_room(calls) for calls in (1, 2, 3, 5)]

    assert fast_forward(story()) == pytest.approx([0, 20, 30, 50])


# --- answers --------------------------------------------------------------------------------------------------------


def test_one_who_asks_all_the_time_goes_behind_all_others() -> None:
    async def story() -> Calls:
        async with calling(CallQueue(AsyncLimiter(1, 10))) as (calls, group):
            for number in range(300):
                group.create_task(calls.call(Urgency.ANSWER, "sari", "sari"))
                if number in (53, 204):
                    group.create_task(calls.call(Urgency.ANSWER, f"other {number}", f"other {number}"))
                await asyncio.sleep(0.1)
        return calls

    calls = fast_forward(story())
    assert [*calls.times("other 53"), *calls.times("other 204")] == pytest.approx([10, 30])
    assert calls.times("sari") == pytest.approx([0, 20, 40, 50, 60])
    assert len(calls.left_out) == 300 - 2 - WAITING_EACH, "only the newest were kept"


def oldest(*, every: float, people: int) -> float:
    """The longest that a move waited to be shown, at a table beside which so many people ask twice a second.

    Nothing is asked in the first minute, nor played in the half minute after: somebody thinks about their move.
    """
    calls, answered = ApiCalls(RateLimits(), Timeouts(), _migrated), list[float]()
    moves = [each * every for each in range(int(400 / every)) if not 60 < each * every < 90]

    async def ask(person: int) -> None:
        with suppress(Superseded):
            await calls.acquire(GROUP, Urgency.ANSWER, person)
            answered.append(now())

    asking: set[asyncio.Task[None]] = set()

    async def ask_on() -> None:
        await asyncio.sleep(60)
        for number in itertools.count():
            asking.add(asyncio.create_task(ask(number % people)))
            await asyncio.sleep(0.5)

    flood: list[asyncio.Task[None]] = []

    async def edit() -> None:
        if not flood:
            flood.append(asyncio.create_task(ask_on()))
        async with asyncio.timeout(10 * OLDEST):
            await calls.acquire(GROUP, Urgency.TABLE)

    made = shown(moves, edit)
    assert len(answered) >= 2 * min(people, 3), "the others are answered"
    return max(at - move for move, at in made)


async def _migrated(old: int, new: int) -> None:
    raise AssertionError


@pytest.mark.parametrize("people", [1, 20])
@pytest.mark.parametrize("every", [1.0, PEOPLE])
def test_however_much_is_asked_a_table_is_shown_in_seconds(people: int, every: float) -> None:
    assert oldest(every=every, people=people) <= OLDEST


def test_answers_before_the_table_would_stop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault that the order is there for, planted."""
    acquire = CallQueue.acquire

    async def urgent(queue: CallQueue, urgency: Urgency, asker: Hashable = None) -> None:
        await acquire(queue, Urgency.WINDOW if urgency is Urgency.ANSWER else urgency, asker)

    monkeypatch.setattr(CallQueue, "acquire", urgent)

    with pytest.raises(TimeoutError):
        oldest(every=PEOPLE, people=20)


def test_a_private_hand_never_waits_behind_the_answers_that_its_player_asked_for() -> None:
    async def story() -> float:
        calls = ApiCalls(RateLimits(), Timeouts(), _migrated)
        asking = [asyncio.create_task(calls.acquire(PERSON, Urgency.ANSWER, PERSON)) for _ in range(50)]
        await asyncio.sleep(1)
        began = now()
        await calls.acquire(PERSON, Urgency.RESULT)
        waited = now() - began
        await asyncio.gather(*asking, return_exceptions=True)
        return waited

    assert fast_forward(story()) <= 1.4


@pytest.mark.parametrize(("processes", "seconds"), [(1, 1.2), (2, 2.8), (4, 6.1)])
def test_processes_share_the_calls_to_all_chats(processes: int, seconds: float) -> None:
    async def story() -> float:
        calls = ApiCalls(RateLimits(), Timeouts(), _migrated)
        calls.share_limits(processes)
        await asyncio.gather(*(calls.acquire(-chat, Urgency.DEAL) for chat in range(1, 31)))
        return now()

    assert fast_forward(story()) == pytest.approx(seconds, abs=0.3)
