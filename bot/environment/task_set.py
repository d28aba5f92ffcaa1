"""Tasks that nobody awaits."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class TaskSet:
    """Keeps tasks until they end, since the event loop alone would not."""

    def __init__(self) -> None:
        self.running: set[asyncio.Task[Any]] = set()

    async def begin(self) -> None:
        """Do nothing: no task outlives its process."""

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of work that goes on even if its caller is cancelled."""
        return await asyncio.shield(self.start(work))

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        return task

    async def wait_until_idle(self) -> None:
        while self.running:
            await asyncio.gather(*self.running, return_exceptions=True)

    async def stop(self) -> None:
        """Cancel all tasks, and wait for their end."""
        for task in self.running:
            task.cancel()
        await self.wait_until_idle()
