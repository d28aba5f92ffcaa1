"""What the log says every minute: which commands were refused, and how often a trouble came again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

import structlog

from bot.environment.logs import Repetitions

log = structlog.get_logger()

SECONDS = 60.0
"""How much time lies between two lines."""


class MinuteLog:
    """Counts by the minute what is counted elsewhere since the start.

    Args:
        refusals: tells how many commands were refused since the start, by reason.
        repetitions: the troubles of which not every line is written.
    """

    def __init__(self, refusals: Callable[[], Counter[str]], repetitions: Repetitions) -> None:
        self._refusals = refusals
        self._repetitions = repetitions
        self._told: Counter[str] = Counter()

    async def run(self) -> None:
        """Tell every minute, until it is cancelled; then of what is left."""
        try:
            while True:
                await asyncio.sleep(SECONDS)
                self.tell()
        finally:
            self.tell(all_kinds=True)

    def tell(self, *, all_kinds: bool = False) -> None:
        """Write what has come since the last time, if anything has.

        Args:
            all_kinds: whether also of troubles whose minute is not over yet.
        """
        counts = self._refusals()
        if since := counts - self._told:
            log.info("commands refused", reasons=dict(since.most_common()))
        self._told = counts
        self._repetitions.tell(all_kinds=all_kinds)
