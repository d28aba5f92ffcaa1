"""The timers of a table, which put jobs in its mailbox."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from bot.environment.clock import Clock, Timer

Job: TypeAlias = Callable[[], Awaitable[Any]]


class TableTimers:
    """The timers of one question or pause; each puts a job in the mailbox."""

    def __init__(self, clock: Clock, put: Callable[[Job], None]) -> None:
        self._clock = clock
        self._put = put
        self._timers: list[Timer] = []
        self._question = ""
        self._since = 0.0

    def later(self, seconds: float, job: Job) -> None:
        """Do a job after some seconds, unless another question comes first."""
        self._timers.append(self._clock.call_later(seconds, lambda: self._put(job)))

    def at_once(self, job: Job) -> None:
        self._put(job)

    def begin(self, question: str) -> bool:
        """Stop the timers of another question; tell if this one needs any."""
        if self.run_for(question):
            return False
        self.stop()
        self._question, self._since = question, self._clock.now()
        return True

    def run_for(self, question: str) -> bool:
        return bool(self._timers) and self._question == question

    def restart(self) -> None:
        """Begin the time of the present question anew."""
        self._since = self._clock.now()

    @property
    def now(self) -> float:
        return self._clock.now()

    @property
    def elapsed(self) -> float:
        return self._clock.now() - self._since

    def stop(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def rest(self) -> None:
        """Cancel every timer and forget the question."""
        self.stop()
        self._question = ""
