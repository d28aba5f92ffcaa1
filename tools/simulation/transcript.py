"""Everything observable that happens in a world, line by line, and the one hash that stands for all of it."""

from __future__ import annotations

import hashlib
from collections import Counter, deque

KEPT = 4000
"""How many of the latest lines are kept, for whoever wants to know what came before a violation."""


class Transcript:
    """The story of a world; worlds of one seed have the same hash, on any machine."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.latest: deque[str] = deque(maxlen=KEPT)
        self.counts: Counter[str] = Counter()
        """How many lines there are of each kind."""

    def add(self, at: float, kind: str, *words: object) -> None:
        """Write a line.

        Args:
            at: virtual seconds.
            kind: what happened: ``fault``, ``shown``, ``asked``.
            words: the details.
        """
        line = " ".join((f"{at:.6f}", kind, *map(str, words)))
        self._hash.update(line.encode("utf-8", "backslashreplace") + b"\n")
        self.latest.append(line)
        self.counts[kind] += 1

    @property
    def hash(self) -> str:
        """The SHA-256 of all lines so far, in hex."""
        return self._hash.hexdigest()
