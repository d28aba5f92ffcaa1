"""A gate that can be closed: commands under way are finished, and the others wait until it is opened again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Gate:
    """Lets any number of commands through at the same time, and while it is closed none."""

    def __init__(self) -> None:
        self._open, self._idle = asyncio.Event(), asyncio.Event()
        self._open.set()
        self._idle.set()
        self._under_way = 0

    @asynccontextmanager
    async def through(self) -> AsyncIterator[None]:
        """Carry out a command as soon as the gate is open."""
        while not self._open.is_set():
            await self._open.wait()
        self._under_way += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """Close the gate, and begin when the last command under way is finished."""
        self._open.clear()
        try:
            await self._idle.wait()
            yield
        finally:
            self._open.set()
