"""Numbers as Discord gives them: they tell the time of their making, and every one is larger than those before."""

from __future__ import annotations

import random

BEGINNING = 300_000_000_000
"""When the first number is made: in milliseconds of Discord's own calendar, in the summer of 2024."""

LONGEST_STEP = 2_000
MOST_SHARDS = 12
SHARDING_BITS = 22


class Snowflakes:
    """A source of numbers; time goes on by chance from one to the next, and by the same chance in every run.

    Args:
        seed: what that chance comes from, and with it every deal, since the number of a closing message is its beacon.
    """

    def __init__(self, seed: int) -> None:
        self._entropy = random.Random(seed)
        self._last = BEGINNING << SHARDING_BITS
        self._guilds = 0

    def make(self) -> int:
        """The next number."""
        self._last += self._entropy.randint(1, LONGEST_STEP) << SHARDING_BITS | self._entropy.getrandbits(SHARDING_BITS)
        return self._last

    def make_apart(self) -> int:
        """A number that falls to the shard after that of the one made so before; guilds have such."""
        self._guilds += 1
        moment = (self.make() >> SHARDING_BITS) // MOST_SHARDS * MOST_SHARDS + MOST_SHARDS + self._guilds % MOST_SHARDS
        self._last = moment << SHARDING_BITS
        return self._last
