"""An event loop in virtual time for real sockets: its clock jumps to the next timer once nothing else is under way.

Both ends of every connection live in this loop, and bytes cross the loopback as they are written. So when no socket is
ready, after a short look a second time, nobody is waiting for anything but a timer. Work in other threads (pictures,
addresses) takes no virtual time either: the clock stands still until it is done.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from bot.environment.clock import SystemClock

_Result = TypeVar("_Result")

GRACE = 0.005
"""Real seconds for which the sockets are watched once more before the clock jumps.

What was written to a socket is not always there at once: on a busy machine the system delivers it some milliseconds
later.
"""

MOMENT = 1e-9
"""Seconds that pass at each look at the sockets, or a wait of less than the clock can show would never end."""

THREAD_PATIENCE = 1.0
"""Real seconds for which work in a thread is waited for at once; then it is looked for again."""

PACE = 0.2
"""Seconds of the loop in a real second, while something outside of it has something to do."""

LONGEST = 10_000.0
"""Seconds of the loop after which a story has failed, since waiting in vain would never end otherwise."""

EPOCH = datetime(2026, 1, 2, 19, 0, tzinfo=UTC)
"""The date and time at which the clock of such a loop stands at 0: the evening begins."""


class _JumpingSelector(selectors.EpollSelector):
    """Waits for sockets and threads, and lets time pass only when neither has anything to do."""

    grace = GRACE
    passed = 0.0
    threads = 0
    """How many pieces of work other threads have in hand."""

    outside = 0
    """How many wait for something outside of the loop."""

    jumps = 0

    def select(self, timeout: float | None = None) -> list[Any]:
        self.passed += MOMENT
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if self.threads or timeout is None:
            return super().select(THREAD_PATIENCE)
        if self.outside:
            began = time.monotonic()
            ready = super().select(timeout / PACE)
            self.passed += PACE * (time.monotonic() - began)
            return ready
        ready = super().select(self.grace)
        if ready:
            return ready
        self.passed += timeout
        self.jumps += 1
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """The loop; its time begins at 0."""

    def __init__(self, grace: float = GRACE) -> None:
        self._jumping = _JumpingSelector()
        self._jumping.grace = grace
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.passed

    @contextmanager
    def waiting_outside(self) -> Iterator[None]:
        """Let time pass slowly while something has to happen outside of the loop, such as in a browser."""
        self._jumping.outside += 1
        try:
            yield
        finally:
            self._jumping.outside -= 1

    @property
    def jumps(self) -> int:
        """How often the clock has jumped."""
        return self._jumping.jumps

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        self._jumping.threads += 1
        working = super().run_in_executor(executor, func, *args)
        working.add_done_callback(self._thread_done)
        return working

    def _thread_done(self, _: object) -> None:
        self._jumping.threads -= 1


class VirtualClock(SystemClock):
    """The time of such a loop, its date included."""

    def utc(self) -> datetime:
        return EPOCH + timedelta(seconds=self.now())


def outside() -> AbstractContextManager[None]:
    """Wait for something outside of the present loop, which is in virtual time."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop.waiting_outside()


def in_virtual_time(story: Coroutine[Any, Any, _Result]) -> _Result:
    """Run a story in such a loop."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(story)


def fast_forward(story: Coroutine[Any, Any, _Result]) -> _Result:
    """Run a story without any socket in such a loop."""
    with asyncio.Runner(loop_factory=partial(VirtualLoop, 0.0)) as runner:
        return runner.run(asyncio.wait_for(story, LONGEST))


def now() -> float:
    """Seconds since the story began, to the hundredth."""
    return round(asyncio.get_running_loop().time(), 2)
