"""Trials of a place for the host: all that a platform is asked for in the course of play, tried with a test table.

A trial goes through the same lanes as the tables there, after everything else, and removes what it has posted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.environment.clock import Clock
from bot.live.measured_calls import MeasuredCalls
from bot.messages import Diagnosis, Message, MessageId, Place, PlatformCall, PlayerId, TrialCalls
from bot.messages.chat import Chat
from bot.presenting import self_test, trial
from bot.presenting.self_test import Problem, Step
from bot.wording import Translator

EDITS = 3
"""Telegram makes so many at once, and then one in some seconds."""

PRESS_SECONDS = 60.0
"""How long a press of the test table's button is waited for."""

ANSWER_SECONDS = 3.0
"""How long the answer to that press is waited for; later it would come too late on any platform."""

_LOOK_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class TrialResults:
    """What a platform did; ``None`` for what was not tried."""

    post: Step
    edits: tuple[Step, ...] = ()
    picture: Step | None = None
    is_pressed: bool | None = None
    """True if an admin has pressed the button in time; ``None`` if there was none to be pressed."""

    answer: float | None = None
    """In how many seconds the platform took the answer to that press."""

    private: Step | None = None
    private_removed: Step | None = None
    beacon: Step | None = None
    is_drawn: bool = False
    """True if the platform has drawn a beacon."""

    removed: tuple[Step, ...] = ()
    """What was posted, each as it was removed."""

    calls: tuple[PlatformCall, ...] = ()
    missing: tuple[str, ...] = ()
    """What the bot may not do there but needs, as keys of the wording."""

    waited: float = 0.0
    """How many seconds the trial waited in the lane, so that tables could go first."""


class Trial:
    """One trial."""

    def __init__(
        self, chat: Chat, place: Place, translate: Translator, clock: Clock, on_waiting: Callable[[float], None]
    ) -> None:
        self._chat = chat
        self._place = place
        self._translate = translate
        self._clock = clock
        self._on_waiting = on_waiting
        self._measured = MeasuredCalls(chat, place, clock)
        self._presser: asyncio.Future[PlayerId | None] = asyncio.get_running_loop().create_future()
        self._posted: list[MessageId] = []
        self._calls: Sequence[PlatformCall] = ()
        self._calls_before = 0
        """How many calls there were when the button was pressed."""

    def pressed(self, player: PlayerId) -> None:
        """An admin has pressed the button of the test table."""
        if not self._presser.done():
            self._presser.set_result(player)
            self._calls_before = len(self._calls)

    async def run(self, diagnosis: Diagnosis, calls: TrialCalls) -> TrialResults:
        """Try everything, and return what came of it."""
        self._calls = diagnosis.calls
        post = await self._measured.step(self._post)
        results = TrialResults(post)
        if post.problem is None:
            results = await self._try_message(results)
            results = await self._try_press(results, diagnosis)
            results = await self._try_beacon(results, calls)
            # What is removed counts for no limit of a place.
            removed = [await self._measured.timed(partial(calls.remove, number)) for number in self._posted]
            results = replace(results, removed=tuple(removed))
        return replace(results, calls=tuple(diagnosis.calls), missing=diagnosis.missing, waited=self._measured.waited)

    async def _try_message(self, results: TrialResults) -> TrialResults:
        """Edit the test table, and show a picture on it."""
        edits: list[Step] = []
        while len(edits) < EDITS and not any(each.problem for each in edits):
            edits.append(await self._measured.step(partial(self._edit, self._table(len(edits) + 1))))
        picture = await asyncio.to_thread(self_test.sample_picture, self._translate)
        shown = replace(self._table(EDITS), picture=picture)
        return replace(results, edits=tuple(edits), picture=await self._measured.step(partial(self._edit, shown)))

    async def _try_press(self, results: TrialResults, diagnosis: Diagnosis) -> TrialResults:
        """Wait for a press, let it be answered, and send whoever pressed a private message, which is removed again."""
        if any(each is not None and each.problem is Problem.GONE for each in (*results.edits, results.picture)):
            return results
        timer = self._clock.call_later(PRESS_SECONDS, self._give_up)
        self._on_waiting(PRESS_SECONDS)
        presser = await self._presser
        timer.cancel()
        if presser is None:
            return replace(results, is_pressed=False)
        numbers: list[MessageId] = []

        async def send() -> None:
            numbers.append(await self._chat.send_private(presser, trial.private_message(self._translate)))

        results = replace(results, is_pressed=True, private=await self._measured.timed(send))
        if numbers:
            gone = await self._measured.timed(lambda: self._chat.remove_private(presser, numbers[0]))
            results = replace(results, private_removed=gone)
        return replace(results, answer=await self._seconds_of_answer(diagnosis.private_answer))

    async def _seconds_of_answer(self, name: str) -> float | None:
        """How long the platform took for the answer to the press; ``None`` if it has taken none."""
        for _ in range(round(ANSWER_SECONDS / _LOOK_SECONDS)):
            for each in self._calls[self._calls_before :]:
                if each.name == name and 200 <= each.status < 300:
                    return each.seconds
            await asyncio.sleep(_LOOK_SECONDS)
        return None

    async def _try_beacon(self, results: TrialResults, calls: TrialCalls) -> TrialResults:
        """Draw a beacon as a deal does."""
        closing = trial.closing(self._table(EDITS), self._posted[0], self._clock.utc(), self._translate)
        drawn = []

        async def draw() -> None:
            beacon, posted = await calls.draw_beacon(closing)
            self._posted.extend(posted)
            drawn.append(beacon)

        step = await self._measured.timed(draw)
        return replace(results, beacon=step, is_drawn=any(drawn))

    def _table(self, step: int) -> Message:
        return trial.table(step, EDITS, round(PRESS_SECONDS), self._translate)

    def _give_up(self) -> None:
        if not self._presser.done():
            self._presser.set_result(None)

    async def _post(self) -> None:
        self._posted.append(await self._chat.post(self._place, self._table(0)))

    async def _edit(self, message: Message) -> None:
        await self._chat.edit(self._place, self._posted[0], message)
