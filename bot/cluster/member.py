"""This process as one of several."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from itertools import count
from typing import Final
from urllib.parse import urlsplit

import psycopg
import structlog
from filelock import FileLock, Timeout

from bot import __version__
from bot.app import App
from bot.chats.platforms import PlatformChat
from bot.cluster.holding import Holder, Work
from bot.cluster.inbox import Inbox
from bot.cluster.locks import Kind, Named
from bot.cluster.pages import Pages
from bot.cluster.receiving import Receiving
from bot.cluster.routing import Router
from bot.cluster.served import Maintenance, ServedSlots
from bot.environment.settings import Settings
from bot.hosting.control_socket import Fields
from bot.hosting.process import Process
from bot.ledger import AnotherInstance, LedgerError, OlderInUse

log = structlog.get_logger()

READY_SECONDS: Final = 10.0
"""Seconds for platforms to connect before tables are taken all the same."""

SHARE_SECONDS: Final = 1.0
"""Seconds between two looks at how many processes share a token's limits, and at what they have changed for all."""

UPGRADE_SECONDS: Final = 1.0
"""Seconds between two looks whether older processes use the database."""

PRUNE_SECONDS: Final = 600.0

DRAIN_SECONDS: Final = 3.0
"""The most seconds for giving tables away at the end."""


@contextmanager
def member(settings: Settings) -> Iterator[Member]:
    """Yield this process, which keeps its folder to itself; raise ``AnotherInstance``."""
    folder = settings.data
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with FileLock(folder / "kiu.lock", timeout=0):
            yield Member(settings)
    except Timeout:
        raise AnotherInstance(f"Another Kiu uses the folder {folder}: give each process its own KIU_DATA.") from None


class Member(Process):
    shares = True

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._settings = settings
        self.name = settings.process_name
        self._sessions = f"kiu-{secrets.token_hex(8)}"
        more = "&" if "?" in settings.database else "?"
        # Others end its sessions by that name.
        self.database = f"{settings.database}{more}application_name={self._sessions}"
        self.stored_in = "PostgreSQL"
        self._slots = ServedSlots()
        self._maintenance = Maintenance()
        self._works: list[Work] = [self._slots, self._maintenance]
        self._chats: Sequence[PlatformChat] = ()
        self._inbox = Inbox(settings.database, self._sessions)
        self.pages: Pages
        self._router: Router
        self._holder: Holder | None = None
        self.answers = {"drain": self._drain}

    def serves(self, book: str) -> bool:
        return self._slots.serves(book)

    async def enter(self, opened: AsyncExitStack, opening: Callable[[], AbstractAsyncContextManager[App]]) -> App:
        """Open the application once no older process uses tables that this one upgrades."""
        for tries in count():
            try:
                return await super().enter(opened, opening)
            except OlderInUse as error:
                if not tries:
                    log.warning("tables not upgraded yet", error=str(error), action="waits until they are stopped")
                await asyncio.sleep(UPGRADE_SECONDS)
        raise AssertionError

    def described(self) -> str:
        return f"process: {self.name}, {len(self._slots.numbers)} slots"

    def connect(self, app: App, chats: Sequence[PlatformChat]) -> None:
        self._slots.app = self._maintenance.app = app
        app.announcer.display.shows = lambda: self._holder is None or self._holder.moves
        app.metrics.slots.labels(self.name).set_function(lambda: len(self._slots.numbers))
        router = self._router = Router(app, self._inbox)
        self.pages = Pages(app, router, self._address_of)
        self._slots.taken.append(self._taken)
        self._slots.given.append(self._given)
        self._chats = chats
        for chat in chats:
            chat.forwarding = router
            self._works.append(Receiving(Kind.READER if chat.platform == "telegram" else Kind.SHARD, chat))

    async def _taken(self, slots: frozenset[int]) -> None:
        for slot in slots:
            self._inbox.serve(slot)

    async def _given(self, slots: frozenset[int]) -> None:
        await asyncio.gather(*map(self._inbox.give_away, slots), self.pages.give_away(slots))

    def _address_of(self, slot: int) -> str | None:
        holder = None if self._holder is None else self._holder.holder(Kind.SLOT, slot)
        return None if holder is None or holder.name == self.name else holder.address

    @asynccontextmanager
    async def serving(self, address: str, ready: Callable[[], bool]) -> AsyncIterator[None]:
        """Serve a share of all groups, once the platforms are ready; give it away at the end."""
        named = Named(self.name, __version__, self._settings.address or urlsplit(address).netloc, self._sessions)
        holder = self._holder = Holder(self._settings.database, named, self._works)
        await self._inbox.begin()
        works = (partial(_held, holder, ready), self._inbox.run, partial(self._follow, holder), self._prune)
        tasks = [asyncio.create_task(_lasting(each)) for each in works]
        try:
            yield
        finally:
            if holder.has_others:
                with suppress(TimeoutError):
                    async with asyncio.timeout(DRAIN_SECONDS):
                        await holder.drain()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(self._inbox.stop(), self.pages.stop())

    async def _follow(self, holder: Holder) -> None:
        while True:
            for chat in self._chats:
                chat.share_limits(max(len(holder.processes), 1))
            with suppress(LedgerError):
                await self._slots.app.follow()
            if holder.number:
                await asyncio.gather(self._router.pass_on(), self.pages.give_away())
            await asyncio.sleep(SHARE_SECONDS)

    async def _prune(self) -> None:
        while True:
            with suppress(psycopg.Error):
                await self._inbox.prune()
            await asyncio.sleep(PRUNE_SECONDS)

    async def _drain(self, _: Fields) -> Fields:
        if self._holder is not None:
            await self._holder.drain()
        return {"process": self.name}


async def _lasting(work: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await work()
        except Exception:
            log.exception("work of this process failed", action="it begins anew")
            await asyncio.sleep(1.0)


async def _held(holder: Holder, ready: Callable[[], bool]) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(READY_SECONDS):
            while not ready():  # noqa: ASYNC110 - a platform can be refused and never be ready
                await asyncio.sleep(0.1)
    await holder.run()
