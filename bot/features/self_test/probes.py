"""Probes of a self-test: each tries one thing a table does, and returns a line.

They use the lanes of the place after everything else, and leave one message behind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial

import structlog

from bot.environment.clock import Clock
from bot.features.self_test import pages
from bot.features.self_test.pages import Line, Problem, Step
from bot.messages import (
    Chat,
    Diagnosable,
    Diagnosis,
    Message,
    MessageGone,
    MessageId,
    Picture,
    Place,
    PlayerId,
    Unreachable,
    Unwelcome,
    Urgency,
)
from bot.wording import Translator

log = structlog.get_logger()

EDITS = 6

_PROBLEMS = {Unwelcome: Problem.UNWELCOME, MessageGone: Problem.GONE, Unreachable: Problem.UNREACHABLE}


class SelfTest:
    def __init__(
        self, chat: Chat, place: Place, player: PlayerId, clock: Clock, to_player: Translator, to_all: Translator
    ) -> None:
        self._chat = chat
        self._place = place
        self._player = player
        self._clock = clock
        self._to_player = to_player
        self._to_all = to_all
        self._diagnosis: Diagnosis | None = None
        self._number: MessageId | None = None
        """The message that is left behind."""

        self._picture: Picture | None = None
        self._waited = 0.0
        """Seconds that calls have waited for tables."""

    async def run(self) -> None:
        async with AsyncExitStack() as watching:
            if isinstance(self._chat, Diagnosable):
                self._diagnosis = await watching.enter_async_context(self._chat.diagnosis(self._place))
            shown = (self._post_message, self._edit_message, self._show_picture, self._throw_die)
            probes = (*shown, self._measure_limits, self._ask_platform)
            await self._report([line for probe in probes for line in await probe()])

    async def _report(self, lines: Sequence[Line]) -> None:
        calls = () if self._diagnosis is None else self._diagnosis.calls
        message = pages.with_file(pages.report(lines, self._to_player), calls)
        private = await self._timed(lambda: self._chat.send_private(self._player, message))
        lines = [*lines, pages.step_line("private", private), self._tell_wait]
        message = replace(pages.report(lines, self._to_all), picture=self._picture)
        if private.problem is not None:
            message = replace(message, file=pages.with_file(message, calls).file)
        put = Step(problem=Problem.GONE)
        if self._number is not None:
            put = await self._in_turn(partial(self._edit, message))
        if put.problem is Problem.GONE:
            await self._in_turn(partial(self._post, message))

    # --- the probes ----------------------------------------------------------------------------------------------

    async def _post_message(self) -> Sequence[Line]:
        step = await self._in_turn(partial(self._post, pages.progress(0, EDITS, self._to_all)))
        return [pages.step_line("post", step)]

    async def _edit_message(self) -> Sequence[Line]:
        edits: list[Step] = []
        while self._number is not None and len(edits) < EDITS and not any(each.problem for each in edits):
            progress = pages.progress(len(edits) + 1, EDITS, self._to_all)
            edits.append(await self._in_turn(partial(self._edit, progress)))
        return [pages.edits_line(edits)] if edits else ()

    async def _show_picture(self) -> Sequence[Line]:
        if self._number is None:
            return ()
        picture = await asyncio.to_thread(pages.sample_picture, self._to_all)
        shown = replace(pages.progress(EDITS, EDITS, self._to_all), picture=picture)
        step = await self._in_turn(partial(self._edit, shown))
        self._picture = picture if step.problem is None else None
        return [pages.step_line("picture", step)]

    async def _throw_die(self) -> Sequence[Line]:
        if self._diagnosis is None or self._diagnosis.die is None:
            return ()
        return [pages.step_line("die", await self._in_turn(self._diagnosis.die))]

    async def _measure_limits(self) -> Sequence[Line]:
        measure = None if self._diagnosis is None else self._diagnosis.for_one
        found = None if measure is None else await measure(self._player)
        return () if found is None else [pages.for_one_line(*found)]

    async def _ask_platform(self) -> Sequence[Line]:
        return [*pages.told(self._diagnosis)]

    def _tell_wait(self, translate: Translator) -> str:
        return translate("selftest-waited", seconds=round(self._waited))

    # --- calls ---------------------------------------------------------------------------------------------------

    async def _in_turn(self, call: Callable[[], Awaitable[object]]) -> Step:
        asked_at = self._clock.now()
        await self._chat.acquire(self._place, max(Urgency))
        self._waited += self._clock.now() - asked_at
        return await self._timed(call)

    async def _timed(self, call: Callable[[], Awaitable[object]]) -> Step:
        begun = self._clock.now()
        try:
            await call()
        except tuple(_PROBLEMS) as error:
            return Step(problem=_PROBLEMS[type(error)])
        except Exception as error:
            log.warning(
                "step of a self-test failed",
                action="the report says so",
                group=self._place.group,
                error=type(error).__name__,
                exc_info=True,
            )
            return Step(problem=Problem.FAILED)
        return Step(self._clock.now() - begun)

    async def _post(self, message: Message) -> None:
        self._number = await self._chat.post(self._place, message)

    async def _edit(self, message: Message) -> None:
        assert self._number is not None
        try:
            await self._chat.edit(self._place, self._number, message)
        except MessageGone:
            self._number = None
            raise
