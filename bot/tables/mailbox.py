"""A mailbox that takes one job at a time: the only way in to a table, for people and for its own clock."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import structlog

from bot.commands import Refusal
from bot.ledger import LedgerClosed, NotStored, Overdrawn
from engine.refusal import Refused

log = structlog.get_logger()

MAILBOX = 1000
"""How many jobs may wait; more are refused rather than piled up."""

AnswerT = TypeVar("AnswerT")

Job: TypeAlias = Callable[[], Awaitable[Any]]
"""Something that a table does by itself, when its clock says so."""


@dataclass(slots=True)
class _QueuedJob(Generic[AnswerT]):
    """Something to do."""

    carry_out: Callable[[], Awaitable[AnswerT]]
    answer: asyncio.Future[AnswerT] | None
    """For whoever asked; ``None`` if the table wrote to itself."""

    def succeed(self, answer: AnswerT) -> None:
        """Answer whoever still waits."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, error: Exception) -> None:
        """Tell whoever still waits why not."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(error)


class Mailbox:
    """The jobs of one table.

    Args:
        table: its id, for the log.
        asleep: tells whether the table's own jobs are dropped, since they are written anew when it wakes up.
        try_again: is given a job of the table to itself that could not be stored.
    """

    def __init__(self, table: str, asleep: Callable[[], bool], try_again: Callable[[Job], None]) -> None:
        self._table = table
        self._asleep = asleep
        self._try_again = try_again
        self._jobs: deque[_QueuedJob[Any]] = deque()
        self._worker: asyncio.Task[None] | None = None
        self.stopped = False
        """Whether no more jobs are taken."""

    @property
    def full(self) -> bool:
        """Whether so many jobs wait that more are to be refused."""
        return len(self._jobs) >= MAILBOX

    @property
    def quiet(self) -> bool:
        """Whether nothing waits and nothing is being carried out."""
        return self._worker is None

    async def ask(self, carry_out: Callable[[], Awaitable[AnswerT]]) -> AnswerT:
        """Put a job in the mailbox and wait for the answer.

        Raises:
            Refusal: no jobs are taken any more, or what carrying it out has met is nobody's fault.
            Exception: whatever else carrying it out has raised.
        """
        answer: asyncio.Future[AnswerT] = asyncio.get_running_loop().create_future()
        self._put(_QueuedJob(carry_out, answer))
        return await answer

    def put(self, job: Job) -> None:
        """Put a job of the table to itself in the mailbox: from its clock, or for somebody who is away."""
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
            if job.answer is None and self._asleep():
                continue
            try:
                answer = await job.carry_out()
            except Refused as refusal:
                job.fail(refusal)
            except Overdrawn:
                job.fail(Refusal("not-enough-chips"))
            except NotStored:
                self._not_stored(job)
            except LedgerClosed:
                self.stopped = True
                job.fail(Refusal("shutting-down"))
            except Exception as error:
                log.exception("table failed", table=self._table)
                job.fail(error)
            else:
                job.succeed(answer)
        self._worker = None

    def _not_stored(self, job: _QueuedJob[Any]) -> None:
        """Nothing can be stored now: nothing has happened, and the table's own jobs are tried again later."""
        log.error("nothing can be stored", table=self._table)
        if job.answer is None:
            self._try_again(job.carry_out)
        else:
            job.fail(Refusal("storage-trouble"))

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Let jobs wait; the one being carried out, and those before, are finished first.

        Raises:
            Refusal: no jobs are taken any more.
        """
        if self.stopped:
            raise Refusal("shutting-down")
        reached, let_go = asyncio.Event(), asyncio.Event()

        async def wait() -> None:
            reached.set()
            await let_go.wait()

        # As if somebody waited for it: a table that sleeps must be held as well.
        self._put(_QueuedJob(wait, asyncio.get_running_loop().create_future()))
        try:
            await reached.wait()
            yield
        finally:
            let_go.set()

    async def settled(self) -> None:
        """Wait until the mailbox is empty."""
        while (worker := self._worker) is not None:
            await asyncio.shield(worker)

    def stop(self) -> None:
        """Take no more jobs; what is being carried out is finished."""
        self.stopped = True
