"""The mailbox of a table, which does its jobs one at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import structlog

from bot.commands import Refusal
from bot.environment.clock import Clock, Timer
from bot.ledger import LedgerClosed, NotStored, OutcomeUnknown, Overdrawn, RepeatedUpdate
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

MAILBOX_CAPACITY = 1000

AnswerT = TypeVar("AnswerT")

Job: TypeAlias = Callable[[], Awaitable[Any]]


@dataclass(slots=True)
class _QueuedJob(Generic[AnswerT]):
    """A job that waits for its turn."""

    carry_out: Callable[[], Awaitable[AnswerT]]
    answer: asyncio.Future[AnswerT] | None
    """``None`` for a job of the table's own."""

    def succeed(self, answer: AnswerT) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, error: Exception) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(error)


class Mailbox:
    """The jobs of one table.

    While ``paused``, its own jobs are dropped, since :meth:`Table.resume` queues them anew; one that could not be
    stored goes to ``try_again``.
    """

    def __init__(self, table: str, paused: Callable[[], bool], try_again: Callable[[Job], None]) -> None:
        self._table = table
        self._paused = paused
        self._try_again = try_again
        self._jobs: deque[_QueuedJob[Any]] = deque()
        self._worker: asyncio.Task[None] | None = None
        self.stopped = False

    @property
    def full(self) -> bool:
        return len(self._jobs) >= MAILBOX_CAPACITY

    @property
    def waiting(self) -> int:
        """The number of jobs that wait, without the one being carried out."""
        return len(self._jobs)

    @property
    def idle(self) -> bool:
        return self._worker is None

    async def ask(self, carry_out: Callable[[], Awaitable[AnswerT]]) -> AnswerT:
        """Do a job in its turn and return its answer; its errors pass through.

        Refused if no jobs are taken any more, or nothing can be stored.
        """
        answer: asyncio.Future[AnswerT] = asyncio.get_running_loop().create_future()
        self._put(_QueuedJob(carry_out, answer))
        return await answer

    def put(self, job: Job) -> None:
        self._put(_QueuedJob(job, None))

    def _put(self, job: _QueuedJob[Any]) -> None:
        if self.stopped:
            job.fail(Refusal("shutting-down"))
            return
        self._jobs.append(job)
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        while self._jobs:
            job = self._jobs.popleft()
            if job.answer is None and self._paused():
                continue
            try:
                answer = await job.carry_out()
            except (Refused, RepeatedUpdate) as refusal:
                job.fail(refusal)
            except Overdrawn:
                job.fail(Refusal("not-enough-chips"))
            except NotStored as error:
                self._not_stored(job, error)
            except OutcomeUnknown:
                self.stopped = True
                job.fail(Refusal("outcome-unknown"))
            except LedgerClosed:
                self.stopped = True
                job.fail(Refusal("shutting-down"))
            except Exception as error:
                log.exception("table failed", action="nothing has changed; the sender is told", table=self._table)
                job.fail(error)
            else:
                job.succeed(answer)
        self._worker = None

    def _not_stored(self, job: _QueuedJob[Any], error: NotStored) -> None:
        own = job.answer is None
        action = "nothing has changed; tried again soon" if own else "nothing has changed; the sender is told"
        log.error("nothing can be stored", error=str(error), action=action, table=self._table)
        if own:
            self._try_again(job.carry_out)
        else:
            job.fail(Refusal("storage-trouble"))

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
        self._put(_QueuedJob(wait, asyncio.get_running_loop().create_future()))
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
