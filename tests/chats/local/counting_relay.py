"""A relay between a browser and the room that counts what comes back through it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import urlsplit


@dataclass
class Relay:
    """Takes connections for a served room; a browser pays for each of these bytes."""

    room: str
    address: str = ""
    page_bytes: int = 0
    """Those of the page, its files and the public pictures."""

    socket_bytes: int = 0
    """Those of the socket."""

    _open: set[asyncio.StreamWriter] = field(default_factory=set)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = urlsplit(self.room)
        from_room, to_room = await asyncio.open_connection(there.hostname, there.port)
        self._open |= {writer, to_room}
        asked = await reader.read(65_536)
        to_room.write(asked)
        with suppress(ConnectionError):
            await asyncio.gather(
                self._pass_on(reader, to_room),
                self._pass_on(from_room, writer, of_socket=b"upgrade: websocket" in asked.lower()),
            )

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, of_socket: bool | None = None
    ) -> None:
        while data := await reader.read(65_536):
            self.page_bytes += len(data) if of_socket is False else 0
            self.socket_bytes += len(data) if of_socket else 0
            await self.may_pass(back=of_socket is not None)
            writer.write(data)
            await writer.drain()
        writer.close()

    async def may_pass(self, *, back: bool) -> None:
        """Wait until something may pass on, to the room or back from it."""

    def close(self) -> None:
        """End every connection."""
        for writer in self._open:
            writer.close()


AnyRelay = TypeVar("AnyRelay", bound=Relay)


@asynccontextmanager
async def counting(room: str) -> AsyncIterator[Relay]:
    """A relay on a free port."""
    async with relaying(Relay(room)) as relay:
        yield relay


@asynccontextmanager
async def relaying(relay: AnyRelay) -> AsyncIterator[AnyRelay]:
    """Let a relay take connections on a free port."""
    server = await asyncio.start_server(relay.take, "127.0.0.1", 0)
    relay.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    try:
        yield relay
    finally:
        server.close()
        relay.close()
