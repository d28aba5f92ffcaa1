"""A clock that tests move."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bot.environment.clock import Timer


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
        """Error of the wall clock."""

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
        """Return the time of the next call, or ``None``."""
        while self._due and self._due[0][2].callback is None:
            heapq.heappop(self._due)
        return self._due[0][0] if self._due else None

    def move_to(self, when: float) -> None:
        """Move to ``when``, and make due calls in order."""
        while (due := self.next_due()) is not None and due <= when:
            self._now = max(self._now, due)
            callback = heapq.heappop(self._due)[2].callback
            assert callback is not None
            callback()
        self._now = max(self._now, when)
