"""Things to be done that nobody waits for, such as showing an answer once what it tells of is durable."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

import structlog

from bot.messages import MessageGone, Unreachable, Unwelcome

log = structlog.get_logger()


class BackgroundTasks:
    """What is under way."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, job: Coroutine[None, None, None]) -> None:
        """Begin an errand; what goes wrong with it is written to the log."""
        task = asyncio.create_task(_carried_out(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Drop whatever is not done."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _carried_out(job: Coroutine[None, None, None]) -> None:
    try:
        await job
    except (Unwelcome, Unreachable, MessageGone) as why:
        log.info("not shown", platform="telegram", why=str(why))
    except Exception as error:
        log.exception("errand failed", platform="telegram", error=type(error).__name__)
