"""The answers that wait for a place that takes only so many calls: one who asks all the time holds up nobody else.

An answer to a person goes before the current state of a table, since they wait for it. So only so many are given while
a table is played, and only some of these to one person.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

WAITING_EACH = 3
"""How many answers to one person may wait in one place; if there are more, the oldest is left out."""


class Superseded(Exception):
    """An answer is left out, because newer ones to the same person wait in its place."""


@dataclass(frozen=True, slots=True)
class AnswerLimits:
    """How many answers are given in a place while a table is played there."""

    at_once: int
    """How many at once after a rest."""

    each_at_once: int
    """How many of them to one person."""

    seconds: float
    """After how many seconds as many may be given again."""


class _Level:
    """How full a leaky bucket of answers is: each fills it by one, and it runs out evenly.

    Args:
        most: how many it holds.
        seconds: how long a full one takes to run out.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self.empty_at = 0.0
        """When it has run out, or had."""

    @property
    def level(self) -> float:
        """How many answers it holds now."""
        return max(self.empty_at - _now(), 0.0) * self._most / self._seconds

    @property
    def is_old(self) -> bool:
        """Whether it ran out so long ago that it need not be remembered when it did."""
        return self.empty_at + self._seconds <= _now()

    @property
    def seconds_until_room(self) -> float:
        """In how many seconds it has room for another; 0 if it has now."""
        return max(self.level + 1 - self._most, 0.0) * self._seconds / self._most

    def fill(self) -> None:
        """Another answer is given, which counts even if there was no room for it."""
        filled = max(self.empty_at, _now()) + self._seconds / self._most
        self.empty_at = min(filled, _now() + self._seconds)


class _Waiting(NamedTuple):
    """An answer that waits; ``turn`` is done once it may be given."""

    asker: Hashable
    about: object
    turn: asyncio.Future[None]


class AnswerQueue:
    """The answers of one place: the next is whoever got the fewest lately, or got none for longest.

    Args:
        acquire: waits until the place takes the call of one answer.
        limits: how many answers are given; ``None`` for any number.
        limited: whether they hold now.
    """

    def __init__(
        self, acquire: Callable[[], Awaitable[None]], limits: AnswerLimits | None, limited: Callable[[], bool]
    ) -> None:
        self._acquire = acquire
        self._limits = limits
        self._limited = limited
        self._waiting: list[_Waiting] = []
        """In the order in which they began to wait."""

        self._all = None if limits is None else _Level(limits.at_once, limits.seconds)
        self._levels: dict[Hashable, _Level] = {}
        """How much everybody got lately."""

        self._worker: asyncio.Task[None] | None = None
        self._acquiring = False
        """Whether the call for the next one is waited for."""

        self._come = asyncio.Event()
        """Set when one begins to wait."""

    async def acquire(self, asker: Hashable, about: object) -> None:
        """Wait until an answer may be given; a newer one about the same takes the place of one that waits.

        Args:
            asker: whom it is for.
            about: what they have asked; equal questions of one asker are answered once.

        Raises:
            Superseded: it is left out.
        """
        waiting = _Waiting(asker, about, asyncio.get_running_loop().create_future())
        self._put(waiting)
        self._come.set()
        if self._worker is None:
            self._worker = asyncio.create_task(self._serve())
        try:
            await waiting.turn
        finally:
            # If it stops waiting, nobody may be left to wait for.
            self._come.set()

    def take(self, asker: Hashable) -> bool:
        """Count one more answer at once; ``False`` if there is no room for it among the answers."""
        has_room = self.has_room(asker)
        if has_room:
            self._count(asker)
        return has_room

    def has_room(self, asker: Hashable) -> bool:
        """Whether one more answer may be given at once."""
        self._forget_old()
        return self._seconds_until(asker) <= 0

    @property
    def waiting(self) -> int:
        """How many answers wait, without the one whose call is waited for."""
        return max(sum(1 for _ in self._standing()) - self._acquiring, 0)

    @property
    def idle(self) -> bool:
        """Whether none waits and none has to be remembered."""
        self._forget_old()
        return self._worker is None and not self._levels

    def _put(self, new: _Waiting) -> None:
        own = [each for each in self._standing() if each.asker == new.asker]
        earlier = next((each for each in own if each.about == new.about), None)
        if earlier is not None:
            # It keeps the place of the earlier one, or whoever asks again and again would never get an answer.
            self._waiting[self._waiting.index(earlier)] = new
            earlier.turn.set_exception(Superseded)
            return
        if len(own) >= WAITING_EACH:
            self._waiting.remove(own[0])
            own[0].turn.set_exception(Superseded)
        self._waiting.append(new)

    async def _serve(self) -> None:
        try:
            while (first := self._next()) is not None:
                held = self._seconds_until(first.asker)
                if held > 0:
                    await until_set(self._come, held)
                    continue
                self._acquiring = True
                try:
                    await self._acquire()
                finally:
                    self._acquiring = False
                # Somebody who got fewer may have come meanwhile.
                if (first := self._next()) is not None:
                    self._waiting.remove(first)
                    self._count(first.asker)
                    first.turn.set_result(None)
        finally:
            self._worker = None

    def _standing(self) -> Iterator[_Waiting]:
        """Those whose caller has not stopped waiting."""
        return (each for each in self._waiting if not each.turn.done())

    def _next(self) -> _Waiting | None:
        self._waiting = list(self._standing())
        self._forget_old()
        return min(self._waiting, key=lambda each: self._rested_at(each.asker), default=None)

    def _rested_at(self, asker: Hashable) -> float:
        """From when on what somebody got counts no more: the later, the more they got, and the more lately."""
        level = self._levels.get(asker)
        return -math.inf if level is None else level.empty_at

    def _seconds_until(self, asker: Hashable) -> float:
        """In how many seconds somebody may get an answer; 0 if they may get one now."""
        if self._all is None or not self._limited():
            return 0.0
        own = self._levels.get(asker)
        return max(self._all.seconds_until_room, 0.0 if own is None else own.seconds_until_room)

    def _count(self, asker: Hashable) -> None:
        if self._all is not None and self._limits is not None:
            self._all.fill()
            own = self._levels.setdefault(asker, _Level(self._limits.each_at_once, self._limits.seconds))
            own.fill()

    def _forget_old(self) -> None:
        for asker in [asker for asker, each in self._levels.items() if each.is_old]:
            del self._levels[asker]


async def until_set(event: asyncio.Event, seconds: float) -> None:
    """Clear an event, and wait until it is set again, so many seconds at most."""
    event.clear()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


def _now() -> float:
    return asyncio.get_running_loop().time()
