"""Slowing floods: whoever sends more than any person can press is told so once, and heard again when it calms.

A leaky bucket for each person counts all they send. Another for each group counts only what reads or opens pages, so
that nobody's own move is lost because others flood their group. Whatever is refused is counted as well: a script that
goes on finds its bucket full.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from cachetools import LRUCache

from bot.commands import spec_of
from bot.messages import Command, PlayerId

BUCKETS_KEPT: Final = 10_000
"""How many people, and how many groups, are counted; those who have been silent longest are forgotten first."""

TOLD_KEPT: Final = 1_000
"""How many people of one group are remembered to have been told that it is flooded."""


class Verdict(Enum):
    """What becomes of a command."""

    CARRIED_OUT = "carried out"
    TOLD = "refused, and its sender is told why"
    IGNORED = "refused in silence, because they were told before"


@dataclass(frozen=True, slots=True)
class Rate:
    """How much is too much."""

    a_second: float
    """What may go on for ever."""

    at_once: int
    """How many more may come at once."""


@dataclass(frozen=True, slots=True)
class FloodLimits:
    """The rates of people and groups.

    The quickest player presses some three times a second, and a press may bring a second command with it.
    """

    person: Rate = Rate(10, 60)
    group: Rate = Rate(30, 150)


class LeakyBucket:
    """What one sender has sent lately; it is a flood from when it is full until half of it has run out."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._level = 0.0
        self._at = 0.0
        self.is_flood = False
        """Whether everything is refused for now."""

    def admits(self, now: float) -> bool:
        """Count one command, and tell whether it may be carried out.

        Args:
            now: seconds of a clock that never goes back; a moment before the last one counts as that.
        """
        rate, passed = self._rate, max(now - self._at, 0.0)
        self._at = max(now, self._at)
        self._level = max(self._level - passed * rate.a_second, 0.0)
        if self.is_flood and self._level <= rate.at_once / 2:
            self.is_flood = False
        if self._level + 1 > rate.at_once:
            self.is_flood = True
        self._level = min(self._level + 1, float(rate.at_once))
        return not self.is_flood


@dataclass(slots=True)
class _Flow:
    """What comes from one person, or for one group, and who was told that it is too much."""

    bucket: LeakyBucket
    told: LRUCache[PlayerId, bool] = field(default_factory=lambda: LRUCache(TOLD_KEPT))

    def verdict(self, who: PlayerId, now: float) -> Verdict:
        if self.bucket.admits(now):
            self.told.clear()
            return Verdict.CARRIED_OUT
        verdict = Verdict.IGNORED if who in self.told else Verdict.TOLD
        self.told[who] = True
        return verdict


class FloodControl:
    """Counts the commands of all people and groups.

    Args:
        limits: how much is too much; ``None`` slows nobody.
        now: the seconds of a clock that never goes back.
    """

    def __init__(self, limits: FloodLimits | None, now: Callable[[], float]) -> None:
        self._limits = limits
        self._now = now
        self._people: LRUCache[PlayerId, _Flow] = LRUCache(BUCKETS_KEPT)
        self._groups: LRUCache[str, _Flow] = LRUCache(BUCKETS_KEPT)

    def verdict(self, command: Command) -> Verdict:
        """Count a command and tell what becomes of it.

        It counts at the moment at which it came, and not when its turn has come.
        """
        if self._limits is None:
            return Verdict.CARRIED_OUT
        who, now = command.who.id, self._now() if command.received is None else command.received
        own = self._flow(self._people, who, self._limits.person).verdict(who, now)
        if own is not Verdict.CARRIED_OUT or not _only_reads(command):
            return own
        return self._flow(self._groups, command.where.group, self._limits.group).verdict(who, now)

    @staticmethod
    def _flow(flows: LRUCache[str, _Flow], key: str, rate: Rate) -> _Flow:
        found: _Flow | None = flows.get(key)
        if found is None:
            found = flows[key] = _Flow(LeakyBucket(rate))
        return found


def _only_reads(command: Command) -> bool:
    """Whether nothing is lost but a page if it is not carried out; one's own cards are no page."""
    spec = spec_of(command.text)
    return spec is None or (spec.reads_only and spec.section != "play")
