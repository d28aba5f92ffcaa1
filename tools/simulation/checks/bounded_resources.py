"""Memory, tasks, file descriptors and the bytes of the database that a hand takes stay within their bounds."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from sqlalchemy import func, select

from bot.app import App
from bot.chats.local_chat import LocalRoom
from bot.chats.telegram_chat.addresses import PLATFORM
from bot.chats.telegram_chat.telegram import TelegramChat
from bot.ledger import schema
from tools.simulation.checks.check import Check
from tools.simulation.checks.stored import read

DESCRIPTORS = Path("/proc/self/fd")
TASKS, TASKS_A_TABLE = 60, 16
"""How many tasks may be there when all is quiet, and how many more for each table: some wait while a
platform does not answer."""

TASKS_A_TAB = 4
"""How many more tasks each open tab of the local room has: its connection, its frames, its commands and one of them."""

TASKS_A_COMMAND = 3
"""How many more tasks each command has that waits for its turn at a table, as while a die is thrown."""

SETTLED = 120.0
"""How many seconds after a platform answers again nothing waits any more for its answers."""

MORE_DESCRIPTORS = 24
"""How many more descriptors may be open after a later start than after the first."""

BYTES_A_HAND = 24_000
"""How many bytes the database may grow for each hand, with all that goes again after a month: five times what stays."""

HANDS = 40
"""After how many hands the database is measured: a few say nothing, since pages are filled little by little."""

SLOTS = 12
"""How many messages of one table may be remembered at a time."""


def _open_tabs(app: App) -> int:
    """How many tabs of the local room are open."""
    room = app.announcer._chats.get(LocalRoom.platform)
    return sum(len(each.tabs) for each in room._channels.values()) if isinstance(room, LocalRoom) else 0


def _answers_waiting(app: App) -> int:
    """How many calls wait for Telegram's pace, at most three answers to each person: a crowd refused aloud."""
    telegram = app.announcer._chats.get(PLATFORM)
    return telegram._calls.waiting if isinstance(telegram, TelegramChat) else 0


def _descriptors() -> int | None:
    """How many file descriptors are open; ``None`` where the system does not tell."""
    return len(os.listdir(DESCRIPTORS)) if DESCRIPTORS.exists() else None


class ResourcesBounded(Check):
    """Nothing of Kiu grows without end."""

    name = "resources within bounds"

    def __init__(self) -> None:
        super().__init__()
        self._descriptors: int | None = None
        self._measured: tuple[int, int] | None = None
        """How many hands there were, and how many bytes, when the database was measured first."""

    async def started(self) -> None:
        if (there := _descriptors()) is not None:
            if self._descriptors is None:
                self._descriptors = there
            if there > self._descriptors + MORE_DESCRIPTORS:
                raise self.fail(
                    f"{there} files are open after a start, and after the first start {self._descriptors} were"
                )
        await self._measure()

    async def quiet(self) -> None:
        assert self.life is not None
        app = self.life.app
        tables = app.tables.all_open()
        tasks = len(asyncio.all_tasks())
        answering = [self.life.answering(table.state) for table in tables]
        # What waits for a platform that does not answer goes when it does.
        settled = all(since is not None and self.now - since > SETTLED for since in answering)
        most = TASKS + TASKS_A_TABLE * len(tables) + TASKS_A_TAB * _open_tabs(app) + _answers_waiting(app)
        most += TASKS_A_COMMAND * sum(table.mailbox.waiting for table in tables)
        if settled and tasks > most:
            raise self.fail(f"{tasks} tasks run for {len(tables)} tables while nothing happens: some of them never end")
        for table, public in ((table, each) for table, places in app.announcer._public.items() for each in places):
            if len(public._posted) > SLOTS:
                raise self.fail(
                    f"{len(public._posted)} messages of table {table} are kept in memory, and {SLOTS} can be of use"
                )
        closed = len(app.announcer._public) - len(tables)
        if closed > TASKS:
            raise self.fail(f"{closed} tables that are closed are still being shown")

    async def ended(self) -> None:
        await self._measure()

    async def _measure(self) -> None:
        assert self.life is not None
        ledger = self.life.app.ledger
        hands = await read(ledger, lambda c: c.execute(select(func.count()).select_from(schema.hand)).scalar_one())
        pages = await read(ledger, lambda c: int(c.exec_driver_sql("PRAGMA page_count").scalar_one()))
        free = await read(ledger, lambda c: int(c.exec_driver_sql("PRAGMA freelist_count").scalar_one()))
        size = await read(ledger, lambda c: int(c.exec_driver_sql("PRAGMA page_size").scalar_one()))
        used = (pages - free) * size
        if self._measured is None:
            self._measured = hands, used
            return
        more, grown = hands - self._measured[0], used - self._measured[1]
        if more >= HANDS and grown > more * BYTES_A_HAND:
            raise self.fail(f"the database has grown by {grown // more} bytes for each of {more} hands")
