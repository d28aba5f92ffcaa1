"""Time, always passed in: the event loop's own clock, or one that a script or a test moves by hand."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Timer(Protocol):
    """A call that is due later."""

    def cancel(self) -> None:
        """The call is not made; does nothing if it was made already."""


class Clock(Protocol):
    """The time, and calls at a later time."""

    def now(self) -> float:
        """Monotonic seconds, which no change of the wall clock affects."""

    def utc(self) -> datetime:
        """The date and time in UTC, for what people read."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call ``callback`` after ``seconds``."""


class SystemClock:
    """The time of the running event loop."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def utc(self) -> datetime:
        return datetime.now(UTC)

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, callback)


class _ManualTimer:
    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class ManualClock:
    """A clock that stands still until it is moved."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)) -> None:
        self._start = start
        self._now = 0.0
        self.ahead = timedelta()
        """The distance of the date from the right one, as when somebody has set the clock of the machine."""

        self._due: list[tuple[float, int, _ManualTimer]] = []
        self._order = itertools.count()

    def now(self) -> float:
        return self._now

    def utc(self) -> datetime:
        return self._start + timedelta(seconds=self._now) + self.ahead

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        timer = _ManualTimer(callback)
        heapq.heappush(self._due, (self._now + seconds, next(self._order), timer))
        return timer

    def next_due(self) -> float | None:
        """Return the time of the next call, or ``None`` if nothing is waiting."""
        while self._due and self._due[0][2].callback is None:
            heapq.heappop(self._due)
        return self._due[0][0] if self._due else None

    def move_to(self, when: float) -> None:
        """Move to ``when`` and make the calls that are due until then, in order."""
        while (due := self.next_due()) is not None and due <= when:
            self._now = max(self._now, due)
            callback = heapq.heappop(self._due)[2].callback
            assert callback is not None
            callback()
        self._now = max(self._now, when)
