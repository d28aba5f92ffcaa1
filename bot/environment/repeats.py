"""Counting what happens again and again, so that strangers cannot fill the log: one line a minute, with how many."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import Callable, Hashable, Mapping

from cachetools import LRUCache

SECONDS = 60.0
"""How long a line stands for everything like it."""

KINDS_MOST = 256


class Repeats:
    """Counts by kind, and tells at once of the first and then of all that came within a minute.

    Args:
        tell: writes the line, given how many of each kind there were.
        seconds: how far apart two lines are.
    """

    def __init__(self, tell: Callable[[Mapping[str, int]], None], seconds: float = SECONDS) -> None:
        self._tell = tell
        self._seconds = seconds
        self._counts: Counter[str] = Counter()
        self._minute: asyncio.TimerHandle | None = None

    def count(self, kind: str) -> None:
        """Count one more."""
        self._counts[kind] += 1
        if self._minute is None:
            self._begin_minute()

    def stop(self) -> None:
        """Tell of those that were not told of yet."""
        if self._minute is not None:
            self._minute.cancel()
            self._minute = None
        self._tell_counts()

    def _begin_minute(self) -> None:
        self._minute = asyncio.get_running_loop().call_later(self._seconds, self._end_minute)
        self._tell_counts()

    def _end_minute(self) -> None:
        self._minute = None
        if self._counts:
            self._begin_minute()

    def _tell_counts(self) -> None:
        counts, self._counts = self._counts, Counter()
        if counts:
            self._tell(counts)


class RepeatedLines:
    """Which lines of the log are like one that was written a short while ago, and how many of each kind there were.

    Args:
        seconds: how long a line stands for everything like it.
        now: monotonic seconds.
    """

    def __init__(self, seconds: float = SECONDS, now: Callable[[], float] = lambda: time.monotonic()) -> None:
        self._seconds = seconds
        self._now = now
        self._kinds: LRUCache[Hashable, tuple[float, int]] = LRUCache(KINDS_MOST)

    def silent_before(self, kind: Hashable) -> int | None:
        """How many like it were not written since the last such line; ``None`` if this one is not to be written."""
        until, silent = self._kinds.get(kind, (-math.inf, 0))
        if self._now() < until:
            self._kinds[kind] = (until, silent + 1)
            return None
        self._kinds[kind] = (self._now() + self._seconds, 0)
        return silent

    def ended(self, *, all_kinds: bool = False) -> dict[Hashable, int]:
        """The kinds whose time is over and of which some were not written, with how many; they begin anew.

        Args:
            all_kinds: whether also those whose time is not over yet.
        """
        now = self._now()
        over = {kind: silent for kind, (until, silent) in self._kinds.items() if silent and (all_kinds or now >= until)}
        for kind in over:
            self._kinds[kind] = (now + self._seconds, 0)
        return over


class OnceAMinute(logging.Filter):
    """Lets a library's line pass once a minute, and then says how many there were like it."""

    def __init__(self, seconds: float = SECONDS, now: Callable[[], float] = lambda: time.monotonic()) -> None:
        super().__init__()
        self._lines = RepeatedLines(seconds, now)

    def filter(self, record: logging.LogRecord) -> bool:
        # What a line says before its values are put in is its kind: the values may be a stranger's.
        silent = self._lines.silent_before((record.name, record.levelno, str(record.msg)))
        if silent:
            record.msg = f"{record.msg} (and {silent} more since the last such line)"
        return silent is not None
