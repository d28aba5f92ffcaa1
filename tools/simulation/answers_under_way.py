"""Calls that a platform carries out at this moment, and the answers that are on their way to Kiu."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

ON_THE_WAY = 0.1
"""Seconds that an answer takes to Kiu at most, in which its connection may yet break."""

_Outcome = TypeVar("_Outcome")


class AnswersUnderWay(Generic[_Outcome]):
    """The calls to one platform; made in the loop of the world."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._carrying_out: dict[asyncio.Task[_Outcome], bool] = {}
        """What is being carried out, and whether it shows something."""

        self._answered: deque[float] = deque()
        """When the latest calls that show something were answered."""

        self.lost = 0
        """How many answers were lost of calls that show something."""

        self.breaks = 0
        """How often all connections have broken."""

    async def carried_out(self, work: Coroutine[Any, Any, _Outcome], *, shows: bool) -> _Outcome:
        """Carry a call out, even if whoever has made it is gone before it is done.

        Args:
            work: the call.
            shows: whether it posts, edits or deletes something.
        """
        task = self._loop.create_task(work)
        self._carrying_out[task] = shows
        task.add_done_callback(self._carrying_out.pop)
        outcome = await asyncio.shield(task)
        if shows:
            self._answered.append(self._loop.time())
            while self._answered[0] < self._loop.time() - ON_THE_WAY:
                self._answered.popleft()
        return outcome

    def break_off(self) -> None:
        """All connections break: nobody hears what becomes of the calls that are under way."""
        self.breaks += 1
        just_now = [at for at in self._answered if at > self._loop.time() - ON_THE_WAY]
        self.lost += sum(self._carrying_out.values()) + len(just_now)
