"""Messages to systemd: ready, alive, stopping; ``sd_notify(3)`` describes the protocol."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Mapping

import structlog

log = structlog.get_logger()


class ServiceManager:
    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # An abstract socket has a zero byte in front, for which there is an @ in the variable.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        for_us = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        interval = environment.get("WATCHDOG_USEC", "")
        self.watchdog_seconds = int(interval) / 1_000_000 if for_us and interval.isdecimal() else 0.0
        """Seconds until systemd restarts a silent Kiu, or 0."""

    def tell(self, *lines: str) -> None:
        """Send lines such as ``READY=1``; a missing listener does no harm."""
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as datagram:
                datagram.setblocking(False)
                datagram.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            log.warning("service manager not told", what=lines[0], error=error.strerror or str(error))

    async def watch(self, writer_answers: Callable[[], Awaitable[None]]) -> None:
        """Report life after each answer of the writer, until cancelled."""
        if not self._address or not self.watchdog_seconds:
            return
        while True:
            await writer_answers()
            self.tell("WATCHDOG=1")
            # Twice as often as it wants to hear it.
            await asyncio.sleep(self.watchdog_seconds / 2)
