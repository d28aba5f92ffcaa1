"""Virtual time, shared by several event loops: one callback at a time, always in the same order."""

from __future__ import annotations

import asyncio
import gc
import heapq
import sys
from collections import deque
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from tools.simulation.loop import SimulatedLoop

_Result = TypeVar("_Result")

STEP = 1e-6
"""Seconds that every callback takes, so that time passes even for somebody who asks again and again whether it has."""

EPOCH = datetime(2026, 1, 2, 19, 0, tzinfo=UTC)
"""The date and time at which virtual time is 0."""

UNSEEN = 1 << 48
"""From where on things are counted that come to be while somebody watches, so that they move no other number."""

COLLECTED_AFTER = 50_000
"""After how many callbacks garbage is collected: always at the same ones, since finalizers may begin new ones."""


class Stalled(Exception):
    """Nothing will ever happen again, and what is waited for has not."""


class Scheduler:
    """Runs the callbacks of several loops one at a time, in the order of their time and of their number.

    A loop that was killed is never stepped again, so nothing follows in it after the callback that was run last: a
    kill may fall between any two awaits.
    """

    def __init__(self) -> None:
        self.now = 0.0
        """Seconds of virtual time."""

        self.steps = 0
        """How many callbacks were run."""

        self.before_step: Callable[[], None] | None = None
        """Called before every callback while it is set; it may kill loops."""

        self._ready: deque[tuple[float, SimulatedLoop, asyncio.Handle]] = deque()
        self._timers: list[tuple[float, int, SimulatedLoop, asyncio.TimerHandle]] = []
        self._alone: SimulatedLoop | None = None
        self._aside: list[tuple[float, SimulatedLoop, asyncio.Handle]] = []
        """What has to wait while one loop runs alone."""

        self._number = 0
        self._watched = UNSEEN
        self._watching = False
        """Whether only somebody who watches is at work, which counts for nothing."""

        self._running: SimulatedLoop | None = None

    def utc(self) -> datetime:
        """The date and time, which is that of everybody as long as nobody's clock jumps."""
        return EPOCH + timedelta(seconds=self.now)

    def number(self) -> int:
        """The next number of what is counted in the order in which it comes to be."""
        if self._watching:
            self._watched += 1
            return self._watched
        self._number += 1
        return self._number

    def add_ready(self, loop: SimulatedLoop, handle: asyncio.Handle) -> None:
        """Run a callback as soon as those before it were."""
        self._ready.append((self.now, loop, handle))

    def add_timer(self, loop: SimulatedLoop, handle: asyncio.TimerHandle) -> None:
        """Run a callback when its time has come."""
        heapq.heappush(self._timers, (handle.when(), self.number(), loop, handle))

    def run(self, until: float) -> None:
        """Run everything that falls due until a moment of virtual time, which has come then."""
        self._run(until, lambda: False)
        self.now = max(self.now, until)

    def run_until_complete(self, loop: SimulatedLoop, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Run everything until this work, which is done in one of the loops, is done, and return its result.

        Raises:
            Stalled: it never will be.
        """
        task = loop.create_task(work)
        if not self._run(None, task.done):
            raise Stalled("nothing is left to do, and the work is not done")
        return task.result()

    def run_alone(self, loop: SimulatedLoop, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Let everything come to rest that one loop can do now, then do this work in it; all others stand still.

        No timer falls due: what is looked at meanwhile is not in the midst of anything. The work itself takes no time
        and counts no step, so that a world goes on in the same way whatever is looked at in it.

        Raises:
            Stalled: the work waits for somebody else.
        """
        self._alone = loop
        try:
            self._run(None, lambda: False)
            self._watching = True
            task = loop.create_task(work)
            if not self._run(None, task.done):
                task.cancel()
                raise Stalled("the work waits for time to pass, or for somebody else")
            # What was woken for its sake comes to rest again.
            self._run(None, lambda: False)
            return task.result()
        finally:
            self._alone, self._watching = None, False
            self._ready.extendleft(reversed(self._aside))
            self._aside.clear()

    def _run(self, until: float | None, done: Callable[[], bool]) -> bool:
        """Step until it is done, and return whether it is."""
        collects = gc.isenabled()
        gc.disable()
        hooks = sys.get_asyncgen_hooks()
        try:
            while not done():
                due = self._next()
                if due is None:
                    return False
                when, number, loop, handle = due
                if until is not None and when > until:
                    self._put_back(when, number, loop, handle)
                    return False
                self.now = max(self.now, when)
                self._step(loop, handle)
        finally:
            self._enter(None)
            sys.set_asyncgen_hooks(*hooks)
            if collects:
                gc.enable()
        return True

    def _next(self) -> tuple[float, int, SimulatedLoop, asyncio.Handle] | None:
        """What is run next: from when on, as which of the timers of that moment, in which loop."""
        ready, timers = self._ready, self._timers
        if self._alone is not None:
            while ready:
                due = ready.popleft()
                if due[1] is self._alone:
                    return due[0], 0, *due[1:]
                self._aside.append(due)
            return None
        while timers and (timers[0][3].cancelled() or timers[0][2].dead):
            heapq.heappop(timers)
        if timers and (not ready or timers[0][0] <= ready[0][0]):
            return heapq.heappop(timers)
        if not ready:
            return None
        when, loop, handle = ready.popleft()
        return when, 0, loop, handle

    def _put_back(self, when: float, number: int, loop: SimulatedLoop, handle: asyncio.Handle) -> None:
        if isinstance(handle, asyncio.TimerHandle):
            # It keeps its number, and so its place before others of the same moment.
            heapq.heappush(self._timers, (when, number, loop, handle))
        else:
            self._ready.appendleft((when, loop, handle))

    def _step(self, loop: SimulatedLoop, handle: asyncio.Handle) -> None:
        if self.before_step is not None and not self._watching:
            self.before_step()
        if loop.dead or handle.cancelled():
            return
        self._enter(loop)
        if self._watching:
            handle._run()
            return
        self.now += STEP
        self.steps += 1
        handle._run()
        if self.steps % COLLECTED_AFTER == 0:
            gc.collect()

    def _enter(self, loop: SimulatedLoop | None) -> None:
        """Let a loop be the one that runs."""
        if loop is self._running:
            return
        if self._running is not None:
            self._running.leave()
        self._running = loop
        if loop is not None:
            loop.enter()
