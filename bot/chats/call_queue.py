"""Calls to one chat, most urgent first, then oldest.

The caller chooses its message in its turn, so nothing outdated is sent.
"""

from __future__ import annotations

import asyncio
import itertools
import math
from collections import deque
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from bot.messages import Urgency

WAITING_EACH: Final = 3
"""Answers to one person that may wait in a chat; older ones are dropped."""

FULL_PACE: Final = 1.25
"""Spreads edits where a minute fills too fast."""

LATELY: Final = 40.0
"""The seconds for which a person counts as recently answered."""

LEAST_WAIT: Final = 0.001
"""The shortest wait in seconds, since clocks cannot measure less."""


class Superseded(Exception):
    """An answer is dropped, because newer ones to the same person wait."""


@dataclass(frozen=True, slots=True)
class GroupLimits:
    """Times are in seconds."""

    minute: float = 61.5
    """A group's minute and a margin, since calls arrive unevenly."""

    calls: int = 20
    """Calls in that minute, the last by dice alone."""

    kept_for_dice: int = 1
    """Calls only for deals, whose next die must not wait."""

    kept_from_edits: int = 4
    """Calls that spread edits leave free within limits."""

    kept_from_answers: int = 2
    """Calls only for deals and the table."""

    kept_for_others: int = 8
    """Further calls denied to people answered recently."""

    edits_at_once: int = 3
    """Edits of a table that may follow each other at once."""

    edit_interval: float = 3.75
    """The pause between later edits, so that a presser sees the effect within four seconds."""


class LeakyBucket:
    """A number of calls at once, then one every so often; unlike the library's it tells the wait."""

    def __init__(self, most: int, interval: float) -> None:
        self._most = most
        self._interval = interval
        self._empty_at = 0.0

    @property
    def seconds(self) -> float:
        """Return the seconds until a call is free, at most 0 if it is now."""
        return self._empty_at - _now() - (self._most - 1) * self._interval

    def count(self) -> None:
        self._empty_at = max(self._empty_at, _now()) + self._interval


class GroupPace:
    def __init__(self, limits: GroupLimits, *, half_used: bool = False) -> None:
        """Begin with an even half of the minute used where another process may have made calls."""
        self._limits = limits
        each = limits.minute / (limits.calls // 2)
        self._made = deque(_now() - left * each for left in range(limits.calls // 2, 0, -1) if half_used)
        self._edited = -math.inf
        self._edits = LeakyBucket(limits.edits_at_once, limits.edit_interval)

    def seconds_until(self, urgency: Urgency, *, again: bool = False) -> float:
        """Return the seconds until such a call is free, at most 0 if it is now.

        ``again`` marks people answered recently.
        """
        limits = self._limits
        if urgency is Urgency.DEAL:
            return self._full_seconds(limits.calls)
        kept = limits.kept_from_answers + limits.kept_for_others * again
        if urgency <= Urgency.TABLE or urgency is Urgency.SOON:
            kept = limits.kept_for_dice
        full = self._full_seconds(limits.calls - kept)
        return max(full, self._paced_seconds()) if _is_edit(urgency) else full

    def seconds_until_room(self, calls: int) -> float:
        """Return the seconds until a table can be shown so many times."""
        return max(self._full_seconds(self._limits.calls - self._limits.kept_for_dice - calls + 1), 0.0)

    def count(self, urgency: Urgency) -> None:
        now = _now()
        self._made.append(now)
        if _is_edit(urgency):
            self._edited = now
            self._edits.count()

    def _full_seconds(self, most: int) -> float:
        while self._made and self._made[0] <= _now() - self._limits.minute:
            self._made.popleft()
        beyond = len(self._made) - max(most, 1)
        return 0.0 if beyond < 0 else self._made[beyond] + self._limits.minute - _now()

    def _paced_seconds(self) -> float:
        limits, now = self._limits, _now()
        slowest = FULL_PACE * limits.edit_interval
        most = limits.calls - limits.kept_from_edits
        left = max(most - len(self._made), 0)
        # From then on edits at the slowest pace need not wait for a free minute.
        ends = [at + limits.minute - now for at in list(self._made)[-most:]]
        spread = max((end - (left + number) * slowest for number, end in enumerate(ends)), default=0.0)
        return max(self._edits.seconds, min(spread - slowest, self._edited + slowest - now))


class _Waiting(NamedTuple):
    urgency: Urgency
    number: int
    asker: Hashable
    turn: asyncio.Future[None]


class Limiter(Protocol):
    async def acquire(self) -> None:
        """Wait until one more call may be made."""


class CallQueue:
    def __init__(self, *limiters: Limiter, pace: GroupPace | None = None) -> None:
        self._limiters = limiters
        self._pace = pace
        self._waiting: list[_Waiting] = []
        self._numbers = itertools.count()
        self._changed = asyncio.Event()
        self._paused_until = 0.0
        self._answered: dict[Hashable, float] = {}

        self._worker: asyncio.Task[None] | None = None

    async def acquire(self, urgency: Urgency, asker: Hashable = None) -> None:
        """Wait until one more call may be made.

        A person's answers are limited, and recently answered people come later. Raise ``Superseded`` if newer answers
        wait.
        """
        own = [each for each in self._waiting if asker is not None and each.asker == asker and not each.turn.done()]
        if len(own) >= WAITING_EACH:
            own[0].turn.set_exception(Superseded)
        waiting = _Waiting(urgency, next(self._numbers), asker, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._changed.set()
        if self._worker is None:
            self._worker = asyncio.create_task(self._serve())
        try:
            await waiting.turn
        finally:
            self._changed.set()

    def pause(self, seconds: float) -> None:
        """Make no call in this chat for a while, at the platform's request."""
        self._paused_until = max(self._paused_until, _now() + seconds)

    def seconds_until_room(self, calls: int) -> float:
        """Return the seconds until a table can be shown so many times; 0 if it can be now."""
        return 0.0 if self._pace is None else self._pace.seconds_until_room(calls)

    @property
    def waiting(self) -> int:
        return sum(not each.turn.done() for each in self._waiting)

    async def _serve(self) -> None:
        try:
            while (first := self._first()) is not None:
                if (held := self._seconds_until(first)) > 0:
                    self._changed.clear()
                    with suppress(TimeoutError):
                        async with asyncio.timeout(max(held, LEAST_WAIT)):
                            await self._changed.wait()
                    continue
                for limiter in self._limiters:
                    await limiter.acquire()
                # A more urgent call or a pause may have come.
                if (first := self._first()) is not None and self._seconds_until(first) <= 0:
                    self._waiting.remove(first)
                    self._count(first)
                    first.turn.set_result(None)
        finally:
            self._worker = None

    def _first(self) -> _Waiting | None:
        self._waiting = [each for each in self._waiting if not each.turn.done()]
        return min(self._waiting, key=self._order, default=None)

    def _order(self, each: _Waiting) -> tuple[float, Urgency, float, int]:
        answered = self._answered.get(each.asker, -math.inf)
        return max(self._seconds_until(each), 0.0), each.urgency, answered, each.number

    def _seconds_until(self, each: _Waiting) -> float:
        paced = 0.0 if self._pace is None else self._pace.seconds_until(each.urgency, again=self._again(each.asker))
        return max(paced, self._paused_until - _now())

    def _again(self, asker: Hashable) -> bool:
        return asker in self._answered and self._answered[asker] > _now() - LATELY

    def _count(self, made: _Waiting) -> None:
        now = _now()
        if self._pace is not None:
            self._pace.count(made.urgency)
        if made.asker is not None:
            self._answered = {each: at for each, at in self._answered.items() if at > now - LATELY}
            self._answered[made.asker] = now


def _is_edit(urgency: Urgency) -> bool:
    return urgency >= Urgency.TABLE and urgency is not Urgency.ANSWER


def _now() -> float:
    return asyncio.get_running_loop().time()
