"""Connections of strangers to anything that is served: bytes as they like, from any address of the loopback."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

ELSEWHERE = "127.0.0.2"
"""Another address than the one that clients usually have; all of 127.0.0.0/8 is this machine."""


@dataclass
class Stranger:
    """A connection that sends what it likes."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def send(self, text: str) -> None:
        with suppress(ConnectionError):
            self.writer.write(text.encode())

    async def is_cut_off(self, within: float) -> bool:
        """Tell whether the other end closes the connection within so many seconds, whatever it sends before."""
        try:
            async with asyncio.timeout(within):
                while await self.reader.read(65_536):
                    pass
        except TimeoutError:
            return False
        except ConnectionError:
            pass
        return True


class Strangers:
    """Makes connections, and hangs up in the end."""

    def __init__(self) -> None:
        self._made: list[Stranger] = []

    async def connect(self, address: str, *, source: str = "127.0.0.1") -> Stranger:
        """Connect from an address of the loopback."""
        where = urlsplit(address)
        made = Stranger(*await asyncio.open_connection(where.hostname, where.port, local_addr=(source, 0)))
        self._made.append(made)
        return made

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for each in self._made:
            each.writer.transport.abort()
        await asyncio.sleep(0)
