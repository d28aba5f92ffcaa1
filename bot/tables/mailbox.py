"""The mailbox of a table: its jobs are done one at a time, those that people ask for and those of its own timers."""

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
    """The timers of one table, all for the same question or pause; when one is due, it puts a job in the mailbox."""

    def __init__(self, clock: Clock, put: Callable[[Job], None]) -> None:
        self._clock = clock
        self._put = put
        self._timers: list[Timer] = []
        self._question = ""
        self._since = 0.0

    def later(self, seconds: float, job: Job) -> None:
        """Do something after a while, unless something else is asked before."""
        self._timers.append(self._clock.call_later(seconds, lambda: self._put(job)))

    def at_once(self, job: Job) -> None:
        """Do something as soon as the mailbox comes to it."""
        self._put(job)

    def begin(self, question: str) -> bool:
        """Stop the timers of another question, and tell whether any are to be set for this one."""
        if self.run_for(question):
            return False
        self.stop()
        self._question, self._since = question, self._clock.now()
        return True

    def run_for(self, question: str) -> bool:
        """Tell whether timers run for a question."""
        return bool(self._timers) and self._question == question

    def restart(self) -> None:
        """Begin the time of the present question only now."""
        self._since = self._clock.now()

    @property
    def now(self) -> float:
        """Monotonic seconds."""
        return self._clock.now()

    @property
    def elapsed(self) -> float:
        """Seconds since the time of the present question, or the present pause, began."""
        return self._clock.now() - self._since

    def stop(self) -> None:
        """Cancel every timer."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def rest(self) -> None:
        """Cancel every timer and forget the question."""
        self.stop()
        self._question = ""


log = structlog.get_logger()

MAILBOX_CAPACITY = 1000
"""The most jobs that may wait."""

AnswerT = TypeVar("AnswerT")

Job: TypeAlias = Callable[[], Awaitable[Any]]
"""Something that a table is to do."""


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

    Args:
        paused: tells whether the table's own jobs are dropped, since :meth:`Table.resume` queues them anew.
        try_again: is given a job of the table's own that could not be stored.
    """

    def __init__(self, table: str, paused: Callable[[], bool], try_again: Callable[[Job], None]) -> None:
        self._table = table
        self._paused = paused
        self._try_again = try_again
        self._jobs: deque[_QueuedJob[Any]] = deque()
        self._worker: asyncio.Task[None] | None = None
        self.stopped = False
        """True if no more jobs are taken."""

    @property
    def full(self) -> bool:
        """True if more jobs are to be refused."""
        return len(self._jobs) >= MAILBOX_CAPACITY

    @property
    def waiting(self) -> int:
        """The number of jobs that wait, without the one being carried out."""
        return len(self._jobs)

    @property
    def idle(self) -> bool:
        """True if nothing waits and nothing is being carried out."""
        return self._worker is None

    async def ask(self, carry_out: Callable[[], Awaitable[AnswerT]]) -> AnswerT:
        """Put a job in the mailbox and wait for the answer.

        Raises:
            Refusal: no jobs are taken any more, or nothing can be stored.
            Exception: an error of the job itself.
        """
        answer: asyncio.Future[AnswerT] = asyncio.get_running_loop().create_future()
        self._put(_QueuedJob(carry_out, answer))
        return await answer

    def put(self, job: Job) -> None:
        """Put a job of the table's own in the mailbox."""
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
        """Nothing can be stored now: nothing has happened, and the table's own jobs are tried again later."""
        own = job.answer is None
        action = "nothing has changed; tried again soon" if own else "nothing has changed; the sender is told"
        log.error("nothing can be stored", error=str(error), action=action, table=self._table)
        if own:
            self._try_again(job.carry_out)
        else:
            job.fail(Refusal("storage-trouble"))

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Let jobs wait, once those before are finished.

        Raises:
            Refusal: no jobs are taken any more.
        """
        if self.stopped:
            raise Refusal("shutting-down")
        reached, let_go = asyncio.Event(), asyncio.Event()

        async def wait() -> None:
            reached.set()
            await let_go.wait()

        # As if somebody waited for it: a paused table must be held as well.
        self._put(_QueuedJob(wait, asyncio.get_running_loop().create_future()))
        try:
            await reached.wait()
            yield
        finally:
            let_go.set()

    async def wait_until_idle(self) -> None:
        """Wait until the mailbox is empty."""
        while (worker := self._worker) is not None:
            await asyncio.shield(worker)

    def stop(self) -> None:
        """Take no more jobs; what is being carried out is finished."""
        self.stopped = True
