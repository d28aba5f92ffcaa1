"""Making a call to a platform again after a failure that passes, such as a network that is away."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import Awaitable, Callable
from typing import TypeVar

_Result = TypeVar("_Result")


def _no_wish(_: Exception) -> None:
    """The platform did not say how long to wait."""


def _no_log(_error: Exception, _seconds: float) -> None:
    """Nothing is logged."""


async def retried(
    call: Callable[[], Awaitable[_Result]],
    *,
    attempts: float,
    first_pause: float,
    may_retry: Callable[[Exception], bool],
    longest_pause: float = math.inf,
    retry_after: Callable[[Exception], float | None] = _no_wish,
    before_pause: Callable[[Exception, float], None] = _no_log,
) -> _Result:
    """Make a call until it succeeds, and return its result; what the last attempt raises is raised.

    Args:
        call: makes one attempt.
        attempts: the most attempts; ``math.inf`` for as long as it takes.
        first_pause: seconds before the second attempt; each further pause is twice as long.
        may_retry: whether the call may be made again after this error; any other is raised at once.
        longest_pause: seconds after which pauses grow no more.
        retry_after: seconds that the platform asks to wait, by its error; ``None`` if it does not ask.
        before_pause: is told the error and the seconds until the next attempt.
    """
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
