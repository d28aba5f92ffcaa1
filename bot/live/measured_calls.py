"""Calls to a chat that are measured: how long the platform took for each, or why it failed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import structlog

from bot.environment.clock import Clock
from bot.messages import Chat, MessageGone, Place, Unreachable, Unwelcome, Urgency
from bot.presenting.self_test import Problem, Step

log = structlog.get_logger()


class MeasuredCalls:
    """Makes calls in a place after everything else that waits for it."""

    def __init__(self, chat: Chat, place: Place, clock: Clock) -> None:
        self._chat = chat
        self._place = place
        self._clock = clock
        self.waited = 0.0
        """How many seconds the calls have waited so far, so that tables could go first."""

    async def step(self, call: Callable[[], Awaitable[object]]) -> Step:
        """Make a call as soon as nothing else waits for the place."""
        asked_at = self._clock.now()
        await self._chat.acquire(self._place, max(Urgency))
        self.waited += self._clock.now() - asked_at
        return await self.timed(call)

    async def timed(self, call: Callable[[], Awaitable[object]]) -> Step:
        """Make a call at once."""
        begun = self._clock.now()
        try:
            await call()
        except Unwelcome:
            return Step(problem=Problem.UNWELCOME)
        except MessageGone:
            return Step(problem=Problem.GONE)
        except Unreachable:
            return Step(problem=Problem.UNREACHABLE)
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
