"""discord.py's heartbeat in the event loop: the library sends it from a thread, which virtual time knows nothing of."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.http import Route

_beating: set[asyncio.Task[None]] = set()


@contextmanager
def heartbeat_without_thread() -> Iterator[None]:
    """Let connections to Discord that are made meanwhile send their heartbeats from their own loop.

    The addresses that discord.py calls are those of before afterwards.
    """
    addresses = patch.object(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    with patch.object(KeepAliveHandler, "start", _start), addresses, patch.object(Route, "BASE", Route.BASE):
        yield


def _start(handler: KeepAliveHandler) -> None:
    # The loop itself keeps weak references to its tasks only.
    beating = handler.ws.loop.create_task(_beat(handler), name="heartbeat")
    _beating.add(beating)
    beating.add_done_callback(_beating.discard)


async def _beat(handler: KeepAliveHandler) -> None:
    """The same as ``KeepAliveHandler.run`` does."""
    assert handler.interval is not None
    while True:
        await asyncio.sleep(handler.interval)
        if handler._stop_ev.is_set():
            return
        if handler._last_recv + handler.heartbeat_timeout < time.perf_counter():
            try:
                await handler.ws.close(4000)
            finally:
                handler.stop()
            return
        try:
            await handler.ws.send_heartbeat(handler.get_payload())
        except Exception:
            handler.stop()
        else:
            handler._last_send = time.perf_counter()
