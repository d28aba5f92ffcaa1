"""Ids as Discord makes them: each carries the time of its making, and is larger than all before."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import time

FIRST_TIMESTAMP = 300_000_000_000
"""The time of the first id, in milliseconds since Discord's epoch: in the summer of 2024."""

FIRST_SECONDS = 1_420_070_400 + FIRST_TIMESTAMP // 1000
"""The same, in seconds of the host's clock."""

STEP_LIMIT = 2_000
SHARDS_LIMIT = 12
TIMESTAMP_SHIFT = 22


class Snowflakes:
    """Makes ids; the time between two of them is random, from a seed.

    Args:
        seed: the same seed makes the same ids, and so the same deals, since the id of a closing message is its beacon.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.now: Callable[[], float] | None = None
        """Seconds since the first id was made, where ids must tell the time; if nothing is set, it passes by chance."""

        self._last = FIRST_TIMESTAMP << TIMESTAMP_SHIFT
        self._guilds = 0

    def tell_time(self) -> None:
        """Make ids that tell the time of the host's clock."""
        self.now = lambda: time() - FIRST_SECONDS

    def make_id(self) -> int:
        """The next id."""
        if self.now is not None:
            # Two ids of the same millisecond differ in what follows it.
            timestamp = FIRST_TIMESTAMP + int(self.now() * 1000)
            self._last = max(self._last + 1, timestamp << TIMESTAMP_SHIFT | self._random.getrandbits(16))
            return self._last
        self._last += self._random.randint(1, STEP_LIMIT) << TIMESTAMP_SHIFT | self._random.getrandbits(TIMESTAMP_SHIFT)
        return self._last

    def make_guild_id(self) -> int:
        """The next id for a guild; guilds belong to the shards in turn."""
        self._guilds += 1
        timestamp = self.make_id() >> TIMESTAMP_SHIFT
        aligned = (timestamp // SHARDS_LIMIT + 1) * SHARDS_LIMIT + self._guilds % SHARDS_LIMIT
        self._last = aligned << TIMESTAMP_SHIFT
        return self._last
