"""This process as one of several."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import structlog
from filelock import FileLock, Timeout

from bot import __version__
from bot.app import App
from bot.cluster.holding import Holder
from bot.cluster.locks import Named
from bot.cluster.served import Maintenance, ServedSlots
from bot.environment.settings import Settings
from bot.hosting.control_socket import Answer, Fields
from bot.ledger import AnotherInstance

log = structlog.get_logger()

READY_SECONDS: Final = 10.0
"""Seconds for platforms to connect before tables are taken all the same."""

DRAIN_SECONDS: Final = 3.0
"""The most seconds for giving tables away at the end."""


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Make the folder and keep it to this process; raise ``AnotherInstance``."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with FileLock(folder / "kiu.lock", timeout=0):
            yield
    except Timeout:
        raise AnotherInstance(f"Another Kiu uses the folder {folder}: give each process its own KIU_DATA.") from None


class Member:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.name = settings.process or f"{socket.gethostname()}-{os.getpid()}"
        self._sessions = f"kiu-{secrets.token_hex(8)}"
        more = "&" if "?" in settings.database else "?"
        self.database = f"{settings.database}{more}application_name={self._sessions}"
        """The address of the database, by which others end this process's sessions."""

        self._slots = ServedSlots()
        self._maintenance = Maintenance()
        self._holder: Holder | None = None
        self.serves = self._slots.serves
        self.answers: Mapping[str, Answer] = {"drain": self._drain}

    @asynccontextmanager
    async def serving(self, app: App, address: str, ready: Callable[[], bool]) -> AsyncIterator[None]:
        """Serve a share of all groups, once the platforms are ready; give it away at the end."""
        self._slots.app = self._maintenance.app = app
        named = Named(self.name, __version__, self._settings.address or urlsplit(address).netloc, self._sessions)
        holder = self._holder = Holder(self._settings.database, named, (self._slots, self._maintenance))
        holding = asyncio.create_task(_held(holder, ready), name="locks")
        try:
            yield
        finally:
            if holder.has_others:
                with suppress(TimeoutError):
                    async with asyncio.timeout(DRAIN_SECONDS):
                        await holder.drain()
            holding.cancel()
            await asyncio.gather(holding, return_exceptions=True)

    async def _drain(self, _: Fields) -> Fields:
        if self._holder is not None:
            await self._holder.drain()
        return {"process": self.name}


async def _held(holder: Holder, ready: Callable[[], bool]) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(READY_SECONDS):
            while not ready():  # noqa: ASYNC110 - a platform can be refused and never be ready
                await asyncio.sleep(0.1)
    await holder.run()
