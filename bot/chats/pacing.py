"""Waiting for one's turn where a platform limits how often it may be called: the urgent first, then the oldest."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from bot.messages import Urgency


class Limiter(Protocol):
    """Says how soon the next call may be made; a library's leaky bucket is one."""

    max_rate: float
    """How many may be made at once after a rest."""

    def has_capacity(self, amount: float = 1) -> bool:
        """Whether so many may be made now."""

    async def acquire(self) -> None:
        """Wait until one may be made, and count it."""


class Window:
    """Counts what was called within a span of time, to the call: a bucket would keep room that nobody needs.

    Args:
        seconds: the span.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.made: deque[float] = deque()

    def up_to(self, most: int) -> Share:
        """A limit on the calls of the span, which may be one of several."""
        return Share(self, most)


class Share:
    """Lets calls pass as long as fewer than so many were made in the window, by whomever."""

    def __init__(self, window: Window, most: int) -> None:
        self._window = window
        self.max_rate: float = most

    def has_capacity(self, amount: float = 1) -> bool:
        """Whether so many may be made now."""
        made, begin = self._window.made, asyncio.get_running_loop().time() - self._window.seconds
        while made and made[0] <= begin:
            made.popleft()
        return len(made) + amount <= self.max_rate

    async def acquire(self) -> None:
        """Wait until one may be made, and count it."""
        loop = asyncio.get_running_loop()
        while not self.has_capacity():  # noqa: ASYNC110 - others may take what has become free
            await asyncio.sleep(max(self._window.made[0] + self._window.seconds - loop.time(), 0.001))
        self._window.made.append(loop.time())


class Lane:
    """The way to one place, such as a channel or a group; everything that is sent there asks to be let in first.

    Args:
        limiters: those that must all agree; one of them may be shared with other lanes.
        reserve: those that must all agree to what cannot wait; the first of them keeps room for nothing else.
    """

    def __init__(self, *limiters: Limiter, reserve: Sequence[Limiter] = ()) -> None:
        self._limiters = limiters
        self._reserve = reserve
        self._waiting: list[tuple[Urgency, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()
        self._closed_until = 0.0
        self._porter: asyncio.Task[None] | None = None

    async def acquire(self, urgency: Urgency) -> None:
        """Wait until one more call may be made; the more urgent overtake the others, equals keep their order."""
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, next(self._numbers), turn))
        if self._porter is None:
            self._porter = asyncio.create_task(self._let_in())
        await turn

    async def acquire_first(self) -> None:
        """Wait until a call may be made that cannot wait: by the reserve, or before all others if that is used up."""
        await self._opened()
        if not self._reserve or not self._reserve[0].has_capacity():
            await self.acquire(min(Urgency))
            return
        for limiter in self._reserve:
            await limiter.acquire()
        await self._opened()

    def pause(self, seconds: float) -> None:
        """Let nobody in for a while, because the platform asked for that; other lanes are not held up."""
        self._closed_until = max(self._closed_until, asyncio.get_running_loop().time() + seconds)

    @property
    def idle(self) -> bool:
        """Whether nothing would be lost if this lane were made anew: nobody waits, and its bursts are all there."""
        open_again = asyncio.get_running_loop().time() >= self._closed_until
        rested = all(each.has_capacity(each.max_rate) for each in (*self._limiters, *self._reserve))
        return self._porter is None and open_again and rested

    async def _let_in(self) -> None:
        try:
            while self._drop_those_who_left():
                # Who goes is decided only when somebody may: the urgent one may come at the last moment.
                await self._opened()
                for limiter in self._limiters:
                    await limiter.acquire()
                await self._opened()
                if self._drop_those_who_left():
                    heapq.heappop(self._waiting)[2].set_result(None)
        finally:
            self._porter = None

    async def _opened(self) -> None:
        loop = asyncio.get_running_loop()
        while (left := self._closed_until - loop.time()) > 0:  # noqa: ASYNC110 - it may be closed for longer meanwhile
            await asyncio.sleep(left)

    def _drop_those_who_left(self) -> bool:
        """Forget who stopped waiting; return whether somebody is left."""
        while self._waiting and self._waiting[0][2].done():
            heapq.heappop(self._waiting)
        return bool(self._waiting)
