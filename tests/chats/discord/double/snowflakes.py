"""Numbers as Discord gives them: they tell the time of their making, and every one is larger than those before."""

from __future__ import annotations

import time

EPOCH_SECONDS = 1_420_070_400
SHARDING_BITS = 22


class Snowflakes:
    """A source of numbers."""

    def __init__(self) -> None:
        self._last = 0

    def make(self) -> int:
        """The next number."""
        now = int((time.time() - EPOCH_SECONDS) * 1000) << SHARDING_BITS
        self._last = max(self._last + 1, now)
        return self._last

    def make_apart(self) -> int:
        """A number whose neighbour falls to the next shard; guilds have such."""
        self._last = ((self.make() >> SHARDING_BITS) + 1) << SHARDING_BITS
        return self._last
