"""A line between pages and Kiu that can be held up, cut and mended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.chats.local.counting_relay import Relay, relaying


def _open() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


@dataclass
class Line(Relay):
    """A relay through which nothing comes while it is cut, and nothing comes back while it is held up."""

    _stands: asyncio.Event = field(default_factory=_open)
    _answers: asyncio.Event = field(default_factory=_open)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._stands.wait()
        await super().take(reader, writer)

    async def may_pass(self, *, back: bool) -> None:
        if back:
            await self._answers.wait()

    def hold(self) -> None:
        """Keep back what Kiu says from now on."""
        self._answers.clear()

    def release(self) -> None:
        self._answers.set()

    def cut(self) -> None:
        """End every connection; what was kept back is lost, and new ones wait."""
        self._stands.clear()
        self.close()
        self._answers.set()

    def mend(self, room: str = "") -> None:
        """Let new connections through, perhaps to another address."""
        self.room = room or self.room
        self._stands.set()


@asynccontextmanager
async def line_to(room: str) -> AsyncIterator[Line]:
    async with relaying(Line(room)) as line:
        yield line
