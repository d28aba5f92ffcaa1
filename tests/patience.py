"""How long tests wait for what has to come; what counts is that it comes, never how soon."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

LONGEST_WAIT = 60.0
"""Real seconds after which it will not come any more: many times what it takes, since a machine may be busy."""


async def until(so: Callable[[], object]) -> None:
    """Wait until something is so that nobody tells of.

    Raises:
        TimeoutError: it does not come to be so.
    """
    async with asyncio.timeout(LONGEST_WAIT):
        while not so():  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.005)
