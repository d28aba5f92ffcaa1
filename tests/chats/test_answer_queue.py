"""The queue of answers: everybody's first is given at once, and one who asks all the time holds up nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial

import pytest
from aiolimiter import AsyncLimiter

from bot.chats.answer_queue import WAITING_EACH, AnswerLimits, AnswerQueue, Superseded
from bot.chats.telegram_chat import RateLimits, Timeouts
from bot.chats.telegram_chat.api_calls import ApiCalls
from bot.messages import Urgency
from tests.chats.fast_time import fast_forward, now

LIMITS = AnswerLimits(6, 3, 90.0)


def queue(
    limits: AnswerLimits | None = LIMITS, *, played: bool = True, limiter: AsyncLimiter | None = None
) -> AnswerQueue:
    async def at_once() -> None:
        await asyncio.sleep(0)

    return AnswerQueue(at_once if limiter is None else limiter.acquire, limits, lambda: played)


class Given:
    """The answers that were given, and those that were left out, in their order."""

    def __init__(self, answers: AnswerQueue) -> None:
        self._answers = answers
        self.given: list[tuple[str, object, float]] = []
        self.left_out: list[tuple[str, object]] = []

    async def ask(self, asker: str, about: object) -> None:
        try:
            await self._answers.acquire(asker, about)
        except Superseded:
            self.left_out.append((asker, about))
        else:
            self.given.append((asker, about, now()))

    def when(self, asker: str) -> list[float]:
        return [at for each, _, at in self.given if each == asker]


def asked(answers: AnswerQueue, *questions: tuple[str, object], every: float = 0.0) -> Given:
    """Ask one question after the other, and wait until each is answered or left out."""

    async def story() -> Given:
        given = Given(answers)
        async with asyncio.TaskGroup() as group:
            for asker, about in questions:
                group.create_task(given.ask(asker, about))
                await asyncio.sleep(every)
        return given

    return fast_forward(story())


def test_the_first_answer_of_everybody_is_given_at_once_though_one_asks_all_the_time() -> None:
    async def story() -> Given:
        given = Given(queue())
        async with asyncio.TaskGroup() as group:
            for number in range(300):
                group.create_task(given.ask("sari", number))
                if number in (50, 200):
                    group.create_task(given.ask(f"other {number}", "status"))
                await asyncio.sleep(0.1)
        return given

    given = fast_forward(story())
    assert given.when("sari")[:3] == pytest.approx([0, 0.1, 0.2])
    assert given.when("other 50") == pytest.approx([5])
    assert given.when("other 200") == pytest.approx([20])
    assert given.when("sari")[3:] == pytest.approx([30, 60, 90]), "one in thirty seconds after that"
    assert [about for _, about, _ in given.given[-WAITING_EACH:]] == [297, 298, 299], "and only the newest were kept"


def test_of_equal_questions_that_wait_the_newest_is_answered_in_the_place_of_the_oldest() -> None:
    given = asked(
        queue(limiter=AsyncLimiter(1, 10)),
        ("sari", "rules"),
        ("sari", "status"),
        ("budi", "status"),
        ("sari", "status"),
        every=1.0,
    )

    assert [(asker, about) for asker, about, _ in given.given] == [
        ("sari", "rules"),
        ("budi", "status"),
        ("sari", "status"),
    ]
    assert given.left_out == [("sari", "status")]


def test_who_asks_again_and_again_keeps_their_place_in_the_line() -> None:
    given = asked(
        queue(None, limiter=AsyncLimiter(1, 10)),
        ("first", 1),
        ("sari", "status"),
        ("budi", "status"),
        ("sari", "status"),
        every=1.0,
    )

    assert [asker for asker, _, _ in given.given] == ["first", "sari", "budi"]


def test_whoever_got_fewer_answers_goes_before_whoever_waits_longer() -> None:
    given = asked(
        queue(limiter=AsyncLimiter(1, 10)), ("sari", 1), ("sari", 2), ("sari", 3), ("budi", 1), ("wati", 1), every=1.0
    )

    assert [asker for asker, _, _ in given.given] == ["sari", "budi", "wati", "sari", "sari"]


def test_all_askers_together_get_so_many_answers_at_once_and_then_one_by_one() -> None:
    given = asked(queue(), *[(f"person {number}", "status") for number in range(9)])

    assert [at for _, _, at in given.given] == pytest.approx([0] * 6 + [15, 30, 45])


def test_while_no_table_is_played_nobody_waits() -> None:
    given = asked(queue(played=False), *[("admin", number) for number in range(20)], every=0.1)

    assert given.left_out == []
    assert all(at <= 2 for _, _, at in given.given)


def test_who_stops_waiting_holds_up_nobody_and_takes_nothing() -> None:
    async def story() -> tuple[Given, int]:
        answers = queue(AnswerLimits(1, 1, 60.0))
        given = Given(answers)
        await given.ask("sari", 1)
        gone = asyncio.create_task(given.ask("wati", 1))
        staying = asyncio.create_task(given.ask("budi", 1))
        await asyncio.sleep(30)
        waiting = answers.waiting
        gone.cancel()
        await staying
        return given, waiting

    given, waiting = fast_forward(story())
    assert waiting == 2
    assert given.when("budi") == pytest.approx([60])


def test_answers_given_before_a_table_was_played_slow_nobody_for_long() -> None:
    async def story() -> float:
        played = False
        answers = AnswerQueue(partial(asyncio.sleep, 0), LIMITS, lambda: played)
        for number in range(50):
            await answers.acquire("admin", number)
        played = True
        await answers.acquire("sari", "status")
        return now()

    assert fast_forward(story()) == pytest.approx(15)


def test_what_is_taken_at_once_counts_for_its_asker_and_for_all() -> None:
    async def story() -> list[bool]:
        answers = queue(AnswerLimits(4, 2, 60.0))
        taken = [answers.take("sari") for _ in range(3)]
        taken += [answers.take("budi") for _ in range(3)]
        await asyncio.sleep(60)
        return [*taken, answers.take("wati")]

    assert fast_forward(story()) == [True, True, False, True, True, False, True]


def test_a_queue_is_idle_once_it_has_nothing_to_remember() -> None:
    async def story() -> list[bool]:
        answers = queue()
        states = [answers.idle]
        await answers.acquire("sari", 1)
        await asyncio.sleep(1)
        states.append(answers.idle)
        await asyncio.sleep(30)
        states.append(answers.idle)
        await asyncio.sleep(90)
        return [*states, answers.idle]

    assert fast_forward(story()) == [True, False, False, True]


def test_who_asks_once_a_minute_is_the_next_however_many_ask_again_and_again() -> None:
    async def story() -> list[float]:
        answers = queue()
        given, asked_at = Given(answers), list[float]()

        async def floods(name: str) -> None:
            while True:
                await given.ask(name, "status")

        flooding = [asyncio.create_task(floods(name)) for name in ("wati", "joko")]
        for _ in range(6):
            await asyncio.sleep(60)
            asked_at.append(now())
            await given.ask("sari", "status")
        for each in flooding:
            each.cancel()
        return [at - asked for at, asked in zip(given.when("sari"), asked_at, strict=True)]

    assert max(fast_forward(story())) <= 15


# --- with the limits of Telegram ------------------------------------------------------------------------------------

GROUP, PERSON = -1_000_000_000_001, 7

OLDEST = 5.0
"""Seconds after which what a table has come to is shown at the latest, whoever asks for how much in its group."""


async def _migrated(old: int, new: int) -> None:
    raise AssertionError


def ages(ask: Callable[[Given], Coroutine[None, None, None]], calls: ApiCalls, *, every: float) -> list[float]:
    """How many seconds each move waited to be shown, at a table where one is made every so many seconds.

    Nothing is asked in the first minute, nor played in the half minute after: somebody thinks about their move.
    """

    async def story() -> list[float]:
        found: list[float] = []
        unshown: list[float] = []
        given = Given(calls._lanes[GROUP].answers)
        asking: asyncio.Task[None] | None = None

        async def show() -> None:
            while unshown:
                await calls.acquire(GROUP, Urgency.TABLE)
                found.extend(now() - made for made in unshown)
                unshown.clear()

        showing: asyncio.Task[None] | None = None
        while now() < 400:
            if asking is None and now() > 60:
                asking = asyncio.create_task(ask(given))
                await asyncio.sleep(30)
            unshown.append(now())
            if showing is None or showing.done():
                showing = asyncio.create_task(show())
            await asyncio.sleep(every)
        assert asking is not None
        assert showing is not None
        asking.cancel()
        await showing
        assert len(given.given) > 10, "the others are answered"
        return found

    return fast_forward(story())


async def one(given: Given) -> None:
    async with asyncio.TaskGroup() as group:
        while True:
            group.create_task(given.ask("sari", "status"))
            await asyncio.sleep(0.1)


async def crowd(given: Given) -> None:
    async with asyncio.TaskGroup() as group:
        for number in range(1_000_000):
            group.create_task(given.ask(f"person {number % 20}", number))
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("ask", [one, crowd], ids=["one", "a crowd"])
@pytest.mark.parametrize("every", [1.0, 2.5, 4.0])
def test_however_much_is_asked_in_a_group_its_table_is_shown_in_seconds(
    ask: Callable[[Given], Coroutine[None, None, None]], every: float
) -> None:
    waited = ages(ask, ApiCalls(RateLimits(), Timeouts(), _migrated), every=every)

    assert max(waited) <= OLDEST


def test_answers_without_limits_would_stop_the_table() -> None:
    """The fault that the limits are there for, planted."""
    limits = replace(RateLimits(), answers=AnswerLimits(1_000, 1_000, 1.0))

    assert max(ages(crowd, ApiCalls(limits, Timeouts(), _migrated), every=4.0)) > 60


def test_a_hand_never_waits_behind_the_answers_that_its_player_has_asked_for() -> None:
    async def story() -> float:
        calls = ApiCalls(RateLimits(), Timeouts(), _migrated)
        asking = [asyncio.create_task(calls.acquire_answer(PERSON, PERSON, number)) for number in range(50)]
        await asyncio.sleep(1)
        began = now()
        await calls.acquire(PERSON, Urgency.RESULT)
        waited = now() - began
        await asyncio.gather(*asking, return_exceptions=True)
        return waited

    assert fast_forward(story()) <= 1.4
