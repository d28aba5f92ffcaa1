from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import Awaitable, Callable
from typing import TypeVar

_Result = TypeVar("_Result")


async def retried(
    call: Callable[[], Awaitable[_Result]],
    *,
    attempts: float,
    first_pause: float,
    may_retry: Callable[[Exception], bool],
    longest_pause: float = math.inf,
    retry_after: Callable[[Exception], float | None] = lambda _: None,
    before_pause: Callable[[Exception, float], None] = lambda _error, _seconds: None,
) -> _Result:
    """Repeat a call until it succeeds, or raise the last error."""
    pause = first_pause
    for attempt in itertools.count(1):
        try:
            return await call()
        except Exception as error:
            if attempt >= attempts or not may_retry(error):
                raise
            asked = retry_after(error)
            seconds = pause if asked is None else asked
            before_pause(error, seconds)
        await asyncio.sleep(seconds)
        if asked is None:
            pause = min(2 * pause, longest_pause)
    raise AssertionError("the last attempt returns or raises")
