"""The bot's and members' comings and goings, and moved or deleted groups and places."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from dataclasses import replace

import structlog

from bot.commands import Refusal
from bot.groups import Groups
from bot.groups.members import Members
from bot.ledger import Ledger, LedgerClosed, LedgerError, NotStored, queries
from bot.live.announcer import Announcer
from bot.messages import Place, PlayerId, platform_of
from bot.tables.manager import TableManager
from bot.tables.table import Table
from bot.wording import in_language
from engine.table import seating

log = structlog.get_logger()


class Membership:
    """Every report may be repeated.

    One that cannot be stored raises ``bot.ledger.NotStored`` or ``bot.ledger.LedgerClosed``, without changes; its
    platform reports again, at the latest after the next start.
    """

    def __init__(
        self,
        ledger: Ledger,
        gate_closed: Callable[[], AbstractAsyncContextManager[None]],
        groups: Groups,
        members: Members,
        tables: TableManager,
        announcer: Announcer,
    ) -> None:
        self._ledger = ledger
        self._gate_closed = gate_closed
        self._groups = groups
        self._members = members
        self._tables = tables
        self._announcer = announcer
        self._one_at_a_time = asyncio.Lock()
        self.on_silent: Callable[[Place], Awaitable[None]] = self._tell_nobody
        """Called with a place of a circle, without a channel for all of its group, in which nothing is shown now."""

    async def arrived(self, group: str, language: str = "") -> None:
        """Resume every table in a new message, with a fresh turn, if the bot was away."""
        async with self._one_at_a_time:
            if self._groups.of(group).away:
                book = self._groups.book(group)
                for each in {group, book}:
                    await self._groups.change(each, lambda now: replace(now, away=False, away_since=0))
                for table in self._tables.of_group(book):
                    table.resume(())
            await self._groups.speak(group, language)

    async def removed(self, group: str) -> None:
        """Pause the group's tables, with every chip; the old id of a moved group has none.

        Tables of a circle go on in its other places.
        """
        async with self._one_at_a_time:
            await self._removed(group)

    async def _removed(self, group: str) -> None:
        if self._groups.of(group).away:
            return
        await self._groups.change(group, lambda now: replace(now, away=True))
        book = self._groups.book(group)
        if not self._groups.places(Place(book, "")):
            await self._groups.change(book, lambda now: replace(now, away=True))
        if self._groups.of(book).away:
            for table in self._tables.of_group(book):
                table.pause()
        await self._announcer.reset_group(group)
        if self._groups.of(group).circle:
            await self.on_silent(Place(group, ""))

    async def _tell_nobody(self, place: Place) -> None:
        pass

    async def present(self, platform: str, groups: Collection[str]) -> None:
        """Update the bot's groups on a platform after connecting."""
        for group in groups:
            await self.arrived(group)
        # The ledger knows open tables before they are resumed.
        stored = await self._ledger.read(queries.tables_to_resume)
        for group in {place.group for each in stored for place in self._groups.places(Place(each.group, each.channel))}:
            if platform_of(group) == platform and group not in groups:
                await self.removed(group)

    async def place_gone(self, group: str, channel: str = "") -> None:
        """Close the tables of a deleted place, or of a whole group, and return every stack.

        A failed change waits until the platform reports again or refuses the next call.
        """
        async with self._one_at_a_time:
            group = self._groups.present(group)
            if channel in self._groups.of(group).channels:
                with suppress(NotStored, LedgerClosed):
                    await self._groups.change(group, lambda now: replace(now, channels=now.channels - {channel}))
            if self._groups.of(group).circle:
                # The other places go on, and its chips wait in the circle.
                await (self.on_silent(Place(group, channel)) if channel else self._removed(group))
                group, is_left = self._groups.book(group), not channel
                if is_left or self._groups.places(Place(group, "")):
                    return
                channel = ""
            reason = in_language(self._groups.of(group).language)("void-place-gone")
            for table in self._tables.of_group(group):
                if channel in ("", table.state.place.channel):
                    with _logged("table without a place not closed", "tried again at the next start", table):
                        await table.place_gone(reason)

    async def member_gone(self, group: str, player: PlayerId) -> None:
        """Let a gone member leave the group's tables with their chips, after a running hand.

        On a failed change they keep their chair, and their turns lapse.
        """
        async with self._one_at_a_time:
            for table in self._tables.of_group(self._groups.book(group)):
                reached = self._members.reached(table.state.place, player)
                stays = reached is not None and reached.place.group != self._groups.present(group)
                if table.state.chair_of(player) is not None and not stays:
                    with _logged("member who is gone keeps a chair", "the host of the table can remove them", table):
                        await table.send_away(player, seating.told_gone)

    async def moved(self, old: str, new: str) -> None:
        """Move a group's rules, people, chips, tables and running hands to another id.

        The new group keeps its own, and chips add up.
        """
        async with self._one_at_a_time:
            old, new = self._groups.present(old), self._groups.present(new)
            if old != new:
                await self._move(old, new)

    async def _move(self, old: str, new: str) -> None:
        async with self._gate_closed(), self._tables.held(new) as staying, self._tables.held(old) as moving:
            await self._groups.move(old, new)
            await self._members.read_again(new)
            self._tables.move(moving, new)
            self._announcer.rename(old, group=new)
            try:
                # The old messages are out of sight, and their numbers mean others now.
                await self._announcer.reset_group(new)
            finally:
                for table in (*staying, *moving):
                    table.resume(())


@contextmanager
def _logged(event: str, action: str, table: Table) -> Iterator[None]:
    try:
        yield
    except (Refusal, LedgerError) as error:
        log.warning(event, action=action, table=table.state.id, error=str(error))
