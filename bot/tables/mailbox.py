"""The mailbox of a table, which does its jobs one at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias, TypeVar

import structlog

from bot.commands import Refusal
from bot.environment.clock import Clock, Timer
from bot.ledger import LedgerClosed, NotStored, Overdrawn, RepeatedUpdate
from engine.refusal import Refused


class TableTimers:
    """The timers of one question or pause; each puts a job in the mailbox."""

    def __init__(self, clock: Clock, put: Callable[[Job], None]) -> None:
        self._clock = clock
        self._put = put
        self._timers: list[Timer] = []
        self._question = ""
        self._since = 0.0

    def later(self, seconds: float, job: Job) -> None:
        """Do a job after some seconds, unless another question comes first."""
        self._timers.append(self._clock.call_later(seconds, lambda: self._put(job)))

    def at_once(self, job: Job) -> None:
        self._put(job)

    def begin(self, question: str) -> bool:
        """Stop the timers of another question; tell if this one needs any."""
        if self.run_for(question):
            return False
        self.stop()
        self._question, self._since = question, self._clock.now()
        return True

    def run_for(self, question: str) -> bool:
        return bool(self._timers) and self._question == question

    def restart(self) -> None:
        """Begin the time of the present question anew."""
        self._since = self._clock.now()

    @property
    def now(self) -> float:
        """Monotonic seconds."""
        return self._clock.now()

    @property
    def elapsed(self) -> float:
        return self._clock.now() - self._since

    def stop(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def rest(self) -> None:
        """Cancel every timer and forget the question."""
        self.stop()
        self._question = ""


log = structlog.get_logger()

AnswerT = TypeVar("AnswerT")

Job: TypeAlias = Callable[[], Awaitable[Any]]


class Mailbox:
    """The jobs of one table.

    While ``paused``, its own jobs are dropped, since :meth:`Table.resume` queues them anew; one that could not be
    stored goes to ``try_again``.
    """

    def __init__(self, table: str, paused: Callable[[], bool], try_again: Callable[[Job], None]) -> None:
        self._table = table
        self._paused = paused
        self._try_again = try_again
        self._jobs: deque[tuple[Job, asyncio.Future[Any] | None]] = deque()
        """Jobs with their answers; the table's own jobs have none."""

        self._worker: asyncio.Task[None] | None = None
        self.stopped = False

    @property
    def waiting(self) -> int:
        """The number of jobs that wait, without the one being carried out."""
        return len(self._jobs)

    @property
    def idle(self) -> bool:
        return self._worker is None

    async def ask(self, job: Callable[[], Awaitable[AnswerT]]) -> AnswerT:
        """Do a job in its turn and return its answer; its errors pass through.

        Refused if no jobs are taken any more.
        """
        answer: asyncio.Future[AnswerT] = asyncio.get_running_loop().create_future()
        self.put(job, answer)
        return await answer

    def put(self, job: Job, answer: asyncio.Future[Any] | None = None) -> None:
        if not self.stopped:
            self._jobs.append((job, answer))
            if self._worker is None:
                self._worker = asyncio.get_running_loop().create_task(self._work())
        elif answer is not None:
            answer.set_exception(Refusal("shutting-down"))

    async def _work(self) -> None:
        while self._jobs:
            job, answer = self._jobs.popleft()
            if answer is None and self._paused():
                continue
            try:
                done = await job()
            except Exception as error:
                self._failed(job, answer, error)
            else:
                if answer is not None and not answer.done():
                    answer.set_result(done)
        self._worker = None

    def _failed(self, job: Job, answer: asyncio.Future[Any] | None, error: Exception) -> None:
        action = "nothing has changed; " + ("tried again soon" if answer is None else "the sender is told")
        if isinstance(error, NotStored):
            log.error("nothing can be stored", error=str(error), action=action, table=self._table)
            if answer is None:
                self._try_again(job)
        elif isinstance(error, LedgerClosed):
            self.stopped = True
        elif not isinstance(error, Refused | RepeatedUpdate | Overdrawn):
            log.exception("table failed", action=action, table=self._table)
        if answer is not None and not answer.done():
            answer.set_exception(error)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Hold back jobs once those before are finished; refused if no jobs are taken any more."""
        if self.stopped:
            raise Refusal("shutting-down")
        reached, let_go = asyncio.Event(), asyncio.Event()

        async def wait() -> None:
            reached.set()
            await let_go.wait()

        # Not a job of its own: a paused table must be held as well.
        self.put(wait, asyncio.get_running_loop().create_future())
        try:
            await reached.wait()
            yield
        finally:
            let_go.set()

    async def wait_until_idle(self) -> None:
        while (worker := self._worker) is not None:
            await asyncio.shield(worker)

    def stop(self) -> None:
        """Take no more jobs; the present one is finished."""
        self.stopped = True
