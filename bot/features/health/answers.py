from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Final, NamedTuple

ANSWER_SECONDS: Final = 10.0
"""Seconds until a silent writer counts as hanging, above any disk's time."""


class Answered(NamedTuple):
    is_well: bool
    words: str


class Health:
    def __init__(
        self,
        writer_answers: Callable[[], Awaitable[None]],
        chats_ready: Callable[[], Mapping[str, bool]],
        can_store: Callable[[], Coroutine[Any, Any, bool]],
        answer_seconds: float = ANSWER_SECONDS,
        process: Callable[[], str] = str,
    ) -> None:
        self._writer_answers = writer_answers
        self._chats_ready = chats_ready
        self._can_store = can_store
        self._process = process
        self._answer_seconds = answer_seconds
        self._asking: asyncio.Task[None] | None = None

    async def live(self) -> Answered:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.ensure_future(_awaited(self._writer_answers))
        # All who ask meanwhile wait for the same answer, or a writer that hangs would be asked ever more.
        await asyncio.wait((self._asking,), timeout=self._answer_seconds)
        if not self._asking.done():
            return Answered(False, f"The writer has not answered for {self._answer_seconds:g} s.")
        if self._asking.cancelled() or self._asking.exception() is not None:
            return Answered(False, "The writer cannot answer.")
        return Answered(True, "ok")

    async def ready(self) -> Answered:
        try:
            async with asyncio.timeout(self._answer_seconds):
                can_store = await self._can_store()
        except TimeoutError:
            can_store = False
        ready = {**self._chats_ready(), **({} if can_store else {"storage": False})}
        lines = [f"{platform}: {'ready' if is_ready else 'not ready'}" for platform, is_ready in ready.items()]
        lines += filter(None, [self._process()])
        return Answered(all(ready.values()), "\n".join(lines))

    async def stop(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)


async def _awaited(answers: Callable[[], Awaitable[None]]) -> None:
    await answers()
