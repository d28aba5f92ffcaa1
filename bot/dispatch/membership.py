"""Changes of membership: the bot's and members' comings and goings, and moved or deleted groups and places."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Hashable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import structlog

from bot.commands import Refusal
from bot.environment.clock import Clock, Timer
from bot.environment.task_set import TaskSet
from bot.groups import Groups
from bot.groups.members import Members
from bot.ledger import Ledger, LedgerClosed, LedgerError, NotStored, queries
from bot.live.announcer import Announcer
from bot.messages import Place, PlayerId
from bot.tables.manager import TableManager
from bot.tables.table import Table
from bot.wording import in_language
from engine.table import seating

log = structlog.get_logger()

AGAIN_SECONDS = 5.0
"""Seconds before another try to store a change."""

_Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class Membership:
    """Membership of the bot and of players; every report may be repeated.

    Most changes are reported once. So the bot's groups and closed topics are retried until stored or superseded.
    """

    def __init__(
        self,
        ledger: Ledger,
        gate_closed: Callable[[], AbstractAsyncContextManager[None]],
        groups: Groups,
        members: Members,
        tables: TableManager,
        announcer: Announcer,
        clock: Clock,
    ) -> None:
        self._ledger = ledger
        self._gate_closed = gate_closed
        self._groups = groups
        self._members = members
        self._tables = tables
        self._announcer = announcer
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()
        self._under_way = TaskSet()
        self._unstored: dict[Hashable, _Work] = {}
        """Unstored work by subject, in order of the last try."""

        self._timer: Timer | None = None

    async def arrived(self, group: str, language: str = "") -> None:
        """Resume every table in a new message, with a fresh turn, if the bot was away.

        Raise ``bot.ledger.LedgerClosed``, without changes, if the process is ending.
        """
        await self._stored_some_time(("bot", group), partial(self._resume_group, group, language))

    async def removed(self, group: str) -> None:
        """Pause the group's tables, with every chip; the old id of a moved group has none.

        Raise ``bot.ledger.LedgerClosed``, without changes, if the process is ending.
        """
        await self._stored_some_time(("bot", group), partial(self._pause_group, group))

    async def present(self, platform: str, groups: Collection[str]) -> None:
        """Update the bot's groups on a platform after connecting.

        Raise ``bot.ledger.LedgerClosed``, perhaps half done, if the process is ending.
        """
        for group in groups:
            await self.arrived(group)
        # The ledger knows open tables before they are resumed.
        for group in {stored.group for stored in await self._ledger.read(queries.tables_to_resume)}:
            if group.partition(":")[0] == platform and group not in groups:
                await self.removed(group)

    async def moved(self, old: str, new: str) -> None:
        """Move a group's rules, people, chips, tables and running hands to another id.

        The new group keeps its own, and chips add up. Raise ``bot.ledger.NotStored`` before another try.
        """
        await self._finished(("move", old), partial(self._move_group, old, new))

    async def place_gone(self, place: Place) -> None:
        """Close a deleted place's tables, and return every stack.

        A failed change waits until the platform reports again or refuses the next call.
        """
        await self._finished(("tables", place), partial(self._close_tables, place.group, place.channel))

    async def place_closed(self, place: Place) -> None:
        """Pause the table of a closed topic.

        Raise ``bot.ledger.LedgerClosed``, without changes, if the process is ending.
        """
        await self._stored_some_time(("topic", place), partial(self._set_closed, place, closed=True))

    async def place_opened(self, place: Place) -> None:
        """Resume the table of a topic, with a fresh turn.

        Raise ``bot.ledger.LedgerClosed``, without changes, if the process is ending.
        """
        await self._stored_some_time(("topic", place), partial(self._set_closed, place, closed=False))

    async def member_gone(self, group: str, player: PlayerId) -> None:
        """Let a gone member leave the group's tables with their chips, after a running hand.

        On a failed change they keep their chair, and their turns lapse.
        """
        await self._finished(("member", group, player), partial(self._let_get_up, group, player))

    async def group_gone(self, group: str) -> None:
        """Close a deleted group's tables, and return every stack."""
        await self._finished(("tables", group), partial(self._close_tables, group))

    async def wait_until_idle(self) -> None:
        """Wait until no reported change is under way."""
        await self._under_way.wait_until_idle()

    async def _stored_some_time(self, about: Hashable, work: _Work) -> None:
        with suppress(NotStored):
            await self._finished(about, work)

    async def _finished(self, about: Hashable, work: _Work) -> None:
        """Finish the work even if its caller is cancelled, so that memory matches the ledger."""
        await asyncio.shield(self._under_way.start(self._done(about, work)))

    async def _done(self, about: Hashable, work: _Work, *, again: bool = False) -> None:
        async with self._one_at_a_time:
            if again and self._unstored.get(about) is not work:
                # Superseded meanwhile.
                return
            self._unstored.pop(about, None)
            try:
                await work()
            except NotStored as error:
                log.warning("membership not stored", error=str(error), action="tried again soon")
                self._unstored[about] = work
                self._try_again_later()
                raise

    def _try_again_later(self) -> None:
        if self._timer is None:
            self._timer = self._clock.call_later(AGAIN_SECONDS, self._due)

    def _due(self) -> None:
        self._timer = None
        self._under_way.start(self._try_again())

    async def _try_again(self) -> None:
        for about, work in list(self._unstored.items()):
            with suppress(NotStored, LedgerClosed, Refusal):
                await self._done(about, work, again=True)

    async def _resume_group(self, group: str, language: str) -> None:
        if self._groups.of(group).away:
            await self._groups.change(group, lambda now: replace(now, away=False, away_since=0))
            for table in self._tables.of_group(group):
                table.resume(())
        await self._groups.speak(group, language)

    async def _pause_group(self, group: str) -> None:
        if self._groups.of(group).away:
            return
        # End subscriptions to its tables.
        await self._groups.change(group, lambda now: replace(now, away=True, notified={}))
        for table in self._tables.of_group(group):
            table.pause()
        await self._announcer.reset_group(group)

    async def _set_closed(self, place: Place, *, closed: bool) -> None:
        group, channel = self._groups.present(place.group), frozenset((place.channel,))
        if (place.channel in self._groups.of(group).closed) is closed:
            return
        await self._groups.change(
            group, lambda now: replace(now, closed=now.closed | channel if closed else now.closed - channel)
        )
        for table in self._tables.of_group(group):
            if table.state.place.channel != place.channel:
                continue
            if closed:
                table.pause()
            else:
                table.resume(())
        if closed:
            await self._announcer.reset_group(group, place.channel)

    async def _close_tables(self, group: str, channel: str | None = None) -> None:
        group = self._groups.present(group)
        if channel is None and self._groups.of(group).notified:
            with suppress(NotStored, LedgerClosed):
                await self._groups.change(group, lambda now: replace(now, notified={}))
        if channel in self._groups.of(group).channels:
            with suppress(NotStored, LedgerClosed):
                await self._groups.change(group, lambda now: replace(now, channels=now.channels - {channel or ""}))
        reason = in_language(self._groups.of(group).language)("void-place-gone")
        for table in self._tables.of_group(group):
            if channel in (None, table.state.place.channel):
                await self._close_table(table, reason)

    async def _let_get_up(self, group: str, player: PlayerId) -> None:
        group = self._groups.present(group)
        if player in self._groups.of(group).notified:
            with suppress(NotStored, LedgerClosed):
                await self._groups.change(group, lambda now: now.silent_for(player))
        for table in self._tables.of_group(group):
            if table.state.chair_of(player) is None:
                continue
            try:
                await table.send_away(player, seating.told_gone)
            except (Refusal, LedgerError) as error:
                log.warning(
                    "member who is gone keeps a chair",
                    action="the host of the table can remove them",
                    table=table.state.id,
                    error=str(error),
                )

    async def _close_table(self, table: Table, reason: str) -> None:
        try:
            await table.place_gone(reason)
        except (Refusal, LedgerError) as error:
            log.warning(
                "table without a place not closed",
                action="tried again at the next start",
                table=table.state.id,
                error=str(error),
            )
        else:
            log.info(
                "table closed, its place is gone",
                table=table.state.id,
                group=table.state.place.group,
                channel=table.state.place.channel,
            )

    async def _move_group(self, old: str, new: str) -> None:
        old, new = self._groups.present(old), self._groups.present(new)
        if old == new:
            return
        async with self._gate_closed(), self._tables.held(new) as staying, self._tables.held(old) as moving:
            await self._members.recall("", old, new)
            await self._groups.move(old, new)
            self._members.move(old, new)
            self._tables.move(moving, new)
            self._announcer.rename_group(old, new)
            try:
                # The old messages are out of sight, and their numbers mean others now.
                await self._announcer.reset_group(new)
            finally:
                for table in (*staying, *moving):
                    table.resume(())
