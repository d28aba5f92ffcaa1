"""Chance in the simulation: streams of random numbers by name, all of which follow from one seed."""

from __future__ import annotations

import hashlib
from random import Random

SEPARATOR = "\x1f"


class Chance:
    """The only source of chance in the simulation.

    Streams are independent of each other and of the order in which they are asked for, so leaving out one person or
    one fault changes nothing that the others draw.

    Args:
        seed: the number that everything follows from.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def stream(self, *name: str | int) -> Random:
        """A fresh stream with this name; asked for again, it begins again."""
        return Random(self._digest(name))

    def draw(self, *name: str | int) -> float:
        """One number from 0 to below 1 that belongs to this name."""
        return int.from_bytes(self._digest(name)[:7], "big") / (1 << 56)

    def _digest(self, name: tuple[str | int, ...]) -> bytes:
        return hashlib.sha256(SEPARATOR.join((str(self.seed), *map(str, name))).encode()).digest()
