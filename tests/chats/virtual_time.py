"""An event loop in virtual time for real sockets: its clock jumps to the next timer once nothing else is under way.

Both ends of every connection live in this loop, and bytes cross the loopback in the order in which they are written,
though on a busy machine some milliseconds later. So when no socket is ready after a byte of the loop's own has come,
nobody is waiting for anything but a timer. Work in other threads (pictures, addresses) takes no virtual time either:
the clock stands still until it is done.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import selectors
import socket
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from bot.environment.clock import SystemClock

_Result = TypeVar("_Result")

BYTES = 3
"""How many bytes cross before the clock jumps: what comes may open the way for more of a large answer."""

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


class _Loopback:
    """Sends a byte after all others, and waits until it has come; each processor has a queue of its own."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            self._out = socket.create_connection(server.getsockname())
            self._in, _ = server.accept()
        self._out.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._processor = ctypes.CDLL(None).sched_getcpu
        self._used = set[int]()

    def note(self) -> None:
        """Note the processor that may send something next."""
        self._used.add(self._processor())

    def pass_through(self) -> None:
        self.note()
        allowed = os.sched_getaffinity(0)
        used, self._used = self._used & allowed, set()
        for processor in used:
            os.sched_setaffinity(0, {processor})
            self._out.send(b".")
            self._in.recv(1)
        os.sched_setaffinity(0, allowed)

    def close(self) -> None:
        self._out.close()
        self._in.close()


class _JumpingSelector(selectors.EpollSelector):
    """Waits for sockets and threads, and lets time pass only when neither has anything to do."""

    passed = 0.0
    loopback: _Loopback
    crossings = BYTES
    threads = 0
    """How many pieces of work other threads have in hand."""

    outside = 0
    """How many wait for something outside of the loop."""

    jumps = 0

    def select(self, timeout: float | None = None) -> list[Any]:
        self.passed += MOMENT
        self.loopback.note()
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if self.threads or timeout is None:
            return super().select(THREAD_PATIENCE)
        if self.outside:
            began, ready = time.monotonic(), super().select(timeout / PACE)
            self.passed += PACE * (time.monotonic() - began)
            return ready
        for _ in range(self.crossings):
            self.loopback.pass_through()
            if ready := super().select(0):
                return ready
        self.passed += timeout
        self.jumps += 1
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """The loop; its time begins at 0."""

    def __init__(self, crossings: int = BYTES) -> None:
        self._jumping = _JumpingSelector()
        self._jumping.loopback, self._jumping.crossings = _Loopback(), crossings
        super().__init__(self._jumping)

    def close(self) -> None:
        super().close()
        self._jumping.loopback.close()

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
    with asyncio.Runner(loop_factory=partial(VirtualLoop, 0)) as runner:
        return runner.run(asyncio.wait_for(story, LONGEST))


def now() -> float:
    """Seconds since the story began, to the hundredth."""
    return round(asyncio.get_running_loop().time(), 2)
