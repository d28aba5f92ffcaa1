"""A door that can be closed: those inside finish, and the others wait outside until it is opened again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Gate:
    """Where commands come in, one beside the other; when it is closed, nobody is inside and the others wait."""

    def __init__(self) -> None:
        self._open, self._empty = asyncio.Event(), asyncio.Event()
        self._open.set()
        self._empty.set()
        self._inside = 0

    @asynccontextmanager
    async def through(self) -> AsyncIterator[None]:
        """Go in, as soon as the door is open."""
        while not self._open.is_set():
            await self._open.wait()
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """Close the door, and begin when the last one inside has gone."""
        self._open.clear()
        try:
            await self._empty.wait()
            yield
        finally:
            self._open.set()
