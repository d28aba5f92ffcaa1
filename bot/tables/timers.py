"""The timers of one table. When one is due, it puts a job in the table's mailbox, and does nothing else."""

from __future__ import annotations

from collections.abc import Callable

from bot.environment.clock import Clock, Timer
from bot.tables.mailbox import Job


class TableTimers:
    """The timers that one table needs at present, all of them for the same question or pause.

    Args:
        clock: time.
        put: puts a job in the table's mailbox.
    """

    def __init__(self, clock: Clock, put: Callable[[Job], None]) -> None:
        self._clock = clock
        self._put = put
        self._timers: list[Timer] = []
        self._question = ""
        self._since = 0.0

    def later(self, seconds: float, job: Job) -> None:
        """Do something after a while, unless something else is asked before."""
        self._timers.append(self._clock.call_later(seconds, lambda: self._put(job)))

    def at_once(self, job: Job) -> None:
        """Do something as soon as the mailbox comes to it."""
        self._put(job)

    def begin(self, question: str) -> bool:
        """Whether timers are to be set for a question, because none run for it yet; those of another are stopped."""
        if self.run_for(question):
            return False
        self.stop()
        self._question, self._since = question, self._clock.now()
        return True

    def run_for(self, question: str) -> bool:
        """Whether timers run for a question."""
        return bool(self._timers) and self._question == question

    def restart(self) -> None:
        """The time of the present question begins only now."""
        self._since = self._clock.now()

    @property
    def now(self) -> float:
        """Monotonic seconds."""
        return self._clock.now()

    @property
    def elapsed(self) -> float:
        """Seconds since the time of the present question, or the present pause, began."""
        return self._clock.now() - self._since

    def stop(self) -> None:
        """Cancel every timer."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def rest(self) -> None:
        """Cancel every timer, and ask nothing: whatever comes next begins anew."""
        self.stop()
        self._question = ""
