"""Counts the calls of an evening as the doubles receive them: in public, in private, and free of charge."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field


def most_within(times: list[float], seconds: float) -> int:
    """The most moments of an ordered list within any so many seconds."""
    return max((bisect_left(times, begin + seconds) - place for place, begin in enumerate(times)), default=0)


@dataclass(eq=False)
class CallCounts:
    """Calls by where they went."""

    public: dict[int, list[float]] = field(default_factory=dict)
    """When each call was made that everybody in a chat sees, by chat; deletions are such calls."""

    private: dict[int, list[float]] = field(default_factory=dict)
    """When a message was sent, edited or deleted in each private chat."""

    limited: list[str] = field(default_factory=list)
    """The calls that were answered with 429."""

    _overall: list[float] = field(default_factory=list)
    """When each call was made that the platform's overall limit counts."""

    def in_public(self, chat: int, at: float) -> None:
        """One more call that everybody in a chat sees."""
        self.public.setdefault(chat, []).append(at)

    def in_private(self, chat: int, at: float) -> None:
        """One more call to a private chat."""
        self.private.setdefault(chat, []).append(at)

    def overall(self, at: float) -> None:
        """One more call that counts in the overall limit."""
        self._overall.append(at)

    @property
    def worst_second(self) -> int:
        """The most calls in any second, of those that the overall limit counts."""
        return most_within(sorted(self._overall), 1.0)

    @property
    def worst_minute(self) -> int:
        """The most public calls in any minute of any chat."""
        return max((most_within(sorted(times), 60.0) for times in self.public.values()), default=0)


def between(times: list[float], begin: float, end: float) -> int:
    """How many of these moments lie in a span of time."""
    return sum(begin <= at < end for at in times)
