"""What happens when the bot is let into a group or sent away, and when the group itself goes by another name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

from bot.groups import Groups
from bot.groups.members import Members
from bot.ledger import Ledger
from bot.live.announcer import Announcer
from bot.tables.manager import TableManager


class Membership:
    """The comings and goings of the bot itself; each may be reported any number of times."""

    def __init__(
        self,
        ledger: Ledger,
        desk_closed: Callable[[], AbstractAsyncContextManager[None]],
        groups: Groups,
        members: Members,
        tables: TableManager,
        announcer: Announcer,
    ) -> None:
        self._ledger = ledger
        self._desk_closed = desk_closed
        self._groups = groups
        self._members = members
        self._tables = tables
        self._announcer = announcer
        self._one_at_a_time = asyncio.Lock()
        self._under_way: set[asyncio.Task[None]] = set()

    async def arrived(self, group: str) -> None:
        """The bot is in the group: if it was away, every table goes on in a new message, with a fresh turn.

        Raises:
            bot.ledger.NotStored, bot.ledger.LedgerClosed: it could not be remembered; the tables stay paused.
        """
        await self._finished(self._let_in(group))

    async def removed(self, group: str) -> None:
        """The bot is no longer in the group: its tables wait as they are, with every chip, however long.

        A group that has moved is no longer there under its old name, so nothing is heard of it that would matter.

        Raises:
            bot.ledger.NotStored, bot.ledger.LedgerClosed: it could not be remembered; the tables go on.
        """
        await self._finished(self._sent_away(group))

    async def present(self, platform: str, groups: Collection[str]) -> None:
        """The bot has just connected and finds itself in these groups of a platform, and in no others."""
        for group in groups:
            await self.arrived(group)
        # The books know every open table, also before the tables of the platform are taken up.
        for group in {stored.group for stored in await self._ledger.tables_to_resume()}:
            if group.partition(":")[0] == platform and group not in groups:
                await self.removed(group)

    async def moved(self, old: str, new: str) -> None:
        """A group goes by another name: its rules, people, chips, tables and running hands go with it.

        What the new group has already stays, and whoever has chips in both has the sum.

        Raises:
            bot.ledger.NotStored, bot.ledger.LedgerClosed: nothing has changed.
            bot.commands.refusal.Refusal: the process is about to end, and nothing has changed.
        """
        await self._finished(self._renamed(old, new))

    async def _finished(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work to its end even if whoever reported it stops waiting: what is stored must be so here too."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        await asyncio.shield(task)

    async def _let_in(self, group: str) -> None:
        async with self._one_at_a_time:
            if not self._groups.of(group).away:
                return
            await self._groups.change(group, lambda now: replace(now, away=False))
            for table in self._tables.of_group(group):
                table.resume(())

    async def _sent_away(self, group: str) -> None:
        async with self._one_at_a_time:
            if self._groups.of(group).away:
                return
            await self._groups.change(group, lambda now: replace(now, away=True))
            for table in self._tables.of_group(group):
                table.pause()
            await self._announcer.reset_group(group)

    async def _renamed(self, old: str, new: str) -> None:
        async with self._one_at_a_time:
            old, new = self._groups.present(old), self._groups.present(new)
            if old == new:
                return
            async with self._desk_closed(), self._tables.held(new) as there, self._tables.held(old) as here:
                await self._groups.move(old, new)
                self._members.move(old, new)
                self._tables.move(here, new)
                self._announcer.rename_group(old, new)
                try:
                    # The messages of the old group are out of sight, and their numbers mean others in the new one.
                    await self._announcer.reset_group(new)
                finally:
                    for table in (*there, *here):
                        table.resume(())
