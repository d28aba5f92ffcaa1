"""Self-tests: whether all that a table does works in a place, and how fast, tried beside the tables there.

An admin asks for one in the place itself, and the host for a trial from the command line. Either goes through the same
lanes as a table, after everything else; a self-test leaves one message behind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import structlog

from bot.environment.clock import Clock
from bot.live.measured_calls import MeasuredCalls
from bot.live.trials import Trial, TrialResults
from bot.messages import Chat, Diagnosable, Diagnosis, Message, MessageGone, MessageId, Place, PlayerId
from bot.presenting import self_test
from bot.presenting.self_test import Problem, Results, Step
from bot.wording import Translator

log = structlog.get_logger()

EDITS = 6

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asked for a self-test, and where."""

    place: Place
    player: PlayerId
    to_player: Translator
    """Translates for the one who asked."""

    to_all: Translator
    """Translates for everybody there."""


class SelfTests:
    """The self-tests that are running, at most one at each place."""

    def __init__(self, chats: Mapping[str, Chat], clock: Clock) -> None:
        self._chats = chats
        self._clock = clock
        self._running: dict[Place, asyncio.Task[Any]] = {}
        self._trials: dict[Place, Trial] = {}

    def begin(self, asked: Asked) -> bool:
        """Begin a self-test; return whether that was possible: none runs there, and its platform is connected."""
        chat = self._chats.get(asked.place.platform)
        if chat is None or asked.place in self._running:
            return False
        self._run(asked.place, _SelfTest(chat, asked, self._clock).run())
        return True

    async def try_place(
        self, place: Place, translate: Translator, on_waiting: Callable[[float], None]
    ) -> TrialResults | None:
        """Try a place for the host, and return what came of it when it is over.

        Returns:
            ``None`` if that is not possible: a test runs there, or its chat has no platform to be tried.
        """
        chat = self._chats.get(place.platform)
        if place in self._running or not isinstance(chat, Diagnosable):
            return None
        trial = self._trials[place] = Trial(chat, place, translate, self._clock, on_waiting)

        async def run(chat: Diagnosable) -> TrialResults | None:
            async with chat.diagnosis(place) as diagnosis:
                return None if diagnosis.trial is None else await trial.run(diagnosis, diagnosis.trial)

        try:
            return await self._run(place, run(chat))
        finally:
            del self._trials[place]

    def pressed(self, place: Place, player: PlayerId) -> bool:
        """An admin has pressed the button of a trial; return whether one runs there."""
        trial = self._trials.get(place)
        if trial is not None:
            trial.pressed(player)
        return trial is not None

    def _run(self, place: Place, job: Coroutine[Any, Any, _Result]) -> asyncio.Task[_Result]:
        """Run the one test of a place."""
        task = self._running[place] = asyncio.get_running_loop().create_task(job)
        task.add_done_callback(lambda _: self._running.pop(place))
        return task

    async def wait_until_idle(self) -> None:
        """Wait until none is running."""
        while self._running:
            await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def stop(self) -> None:
        """End all of them where they are."""
        for task in self._running.values():
            task.cancel()
        await self.wait_until_idle()


class _SelfTest:
    """One self-test."""

    def __init__(self, chat: Chat, asked: Asked, clock: Clock) -> None:
        self._chat = chat
        self._asked = asked
        self._measured = MeasuredCalls(chat, asked.place, clock)
        self._number: MessageId | None = None
        """The message that it leaves behind."""

    async def run(self) -> None:
        """Try everything, and report it."""
        try:
            async with AsyncExitStack() as watching:
                diagnosis = None
                if isinstance(self._chat, Diagnosable):
                    diagnosis = await watching.enter_async_context(self._chat.diagnosis(self._asked.place))
                await self._try_all(diagnosis)
        except Exception:
            log.exception("self-test failed", action="it is given up", group=self._asked.place.group)

    async def _try_all(self, diagnosis: Diagnosis | None) -> None:
        translate = self._asked.to_all
        edits: list[Step] = []
        shown = picture = None
        post = await self._measured.step(lambda: self._post(self_test.progress(0, EDITS, translate)))
        while post.problem is None and len(edits) < EDITS and not any(each.problem for each in edits):
            progress = self_test.progress(len(edits) + 1, EDITS, translate)
            edits.append(await self._measured.step(partial(self._edit, progress)))
        if self._number is not None:
            drawn = await asyncio.to_thread(self_test.sample_picture, translate)
            pictured = replace(self_test.progress(EDITS, EDITS, translate), picture=drawn)
            picture = await self._measured.step(lambda: self._edit(pictured))
            shown = drawn if picture.problem is None else None
        die = await self._measured.step(diagnosis.die) if diagnosis is not None and diagnosis.die is not None else None
        results = Results(post, tuple(edits), picture, die=die, waited=self._measured.waited)
        if diagnosis is not None:
            results = replace(results, missing=diagnosis.missing, private_answer=diagnosis.private_answer)
        results = await self._tell_player(results, diagnosis)
        message = replace(self_test.report(results, translate), picture=shown)
        if results.private is None or results.private.problem is not None:
            message = replace(message, file=self_test.with_file(message, results).file)
        await self._tell_all(message)

    async def _tell_player(self, results: Results, diagnosis: Diagnosis | None) -> Results:
        """Send the report with its file to whoever asked, and add how that went."""
        results = _with_calls(results, diagnosis)
        message = self_test.with_file(self_test.report(results, self._asked.to_player), results)
        private = await self._measured.timed(lambda: self._chat.send_private(self._asked.player, message))
        return replace(_with_calls(results, diagnosis), private=private)

    async def _tell_all(self, message: Message) -> None:
        """Put the report in the place of the message that was edited, or post it if that is gone."""
        if self._number is not None:
            put = await self._measured.step(lambda: self._edit(message))
            if put.problem is not Problem.GONE:
                return
        await self._measured.step(lambda: self._post(message))

    async def _post(self, message: Message) -> None:
        self._number = await self._chat.post(self._asked.place, message)

    async def _edit(self, message: Message) -> None:
        assert self._number is not None
        try:
            await self._chat.edit(self._asked.place, self._number, message)
        except MessageGone:
            self._number = None
            raise


def _with_calls(results: Results, diagnosis: Diagnosis | None) -> Results:
    return results if diagnosis is None else replace(results, calls=tuple(diagnosis.calls))
