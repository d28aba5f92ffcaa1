"""Slots of groups, and the even spread of locks over processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from zlib import crc32

SLOTS: Final = 32


def slot_of(book: str) -> int:
    """Return the slot of a book, the same in every process."""
    return crc32(book.encode()) % SLOTS


@dataclass(frozen=True, slots=True)
class Spread:
    """The holders of locks 0 to ``count`` - 1, as one process sees them."""

    count: int
    held: Mapping[int, int]
    """The holder of each lock that is not free."""

    serving: frozenset[int]
    """Live processes that take such locks."""

    def targets(self) -> dict[int, int]:
        """Return each process's fair count, more for those with more now."""
        holds = Counter(self.held.values())
        ranked = sorted(self.serving, key=lambda process: (-holds[process], process))
        return {process: (self.count + len(ranked) - 1 - rank) // len(ranked) for rank, process in enumerate(ranked)}

    def to_take(self, process: int) -> tuple[int, ...]:
        """Return the free locks for a process, never the same for two."""
        free = [number for number in range(self.count) if number not in self.held]
        holds = Counter(self.held.values())
        for each, target in self.targets().items():
            lacks = max(target - holds[each], 0)
            if each == process:
                return tuple(free[:lacks])
            del free[:lacks]
        return ()

    def surplus(self, process: int) -> int:
        """Return how many locks a process should give away."""
        holds = sum(holder == process for holder in self.held.values())
        return max(holds - self.targets().get(process, 0), 0)
