"""The address that browsers open: each connection goes to a process that takes it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import closing, suppress
from itertools import count

from bot.cluster.pages import until_one_ends

CHUNK = 1 << 16


class Front:
    """Passes connections on to ports of this machine, in turns."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports, self._turns = ports, count()
        self._passing: set[asyncio.Task[None]] = set()

    async def start(self, port: int) -> int:
        """Listen, and return the port; raise ``OSError``."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", port)
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def stop(self) -> None:
        self._server.close()
        for each in self._passing:
            each.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._pass(reader, writer))
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer):
            first = next(self._turns)
            for number in range(len(self._ports)):
                with suppress(OSError):
                    process = await asyncio.open_connection(
                        "127.0.0.1", self._ports[(first + number) % len(self._ports)]
                    )
                    break
            else:
                return
            with closing(process[1]):
                await until_one_ends(_copy(reader, process[1]), _copy(process[0], writer))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while chunk := await reader.read(CHUNK):
            writer.write(chunk)
            await writer.drain()
