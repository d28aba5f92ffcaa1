"""What happens when the bot is added to a group or removed from it, when a member is gone, and when groups and their
places move or vanish."""

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
from bot.groups import Groups
from bot.groups.members import Members
from bot.ledger import Ledger, LedgerClosed, NotStored, queries
from bot.live.announcer import Announcer
from bot.messages import Place, PlayerId
from bot.tables.manager import TableManager
from bot.tables.table import Table
from bot.wording import in_language

log = structlog.get_logger()

AGAIN_SECONDS = 5.0
"""After how many seconds what could not be stored is tried again."""

_Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class Membership:
    """The membership of the bot itself and of those who play; each change may be reported any number of times.

    Most changes are reported once. So where the bot is, and which topics are closed, is tried again until it can be
    stored, or until something newer is reported of the same group or topic.
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
        self._under_way: set[asyncio.Task[None]] = set()
        self._unstored: dict[Hashable, _Work] = {}
        """What could not be stored, by what it is about, in the order in which it was tried last."""

        self._timer: Timer | None = None

    async def arrived(self, group: str, language: str = "") -> None:
        """The bot is in the group: if it was away, every table goes on in a new message, with a fresh turn.

        Raise ``bot.ledger.LedgerClosed`` if the process is about to end, and nothing has changed.
        """
        await self._stored_some_time(("bot", group), partial(self._resume_group, group, language))

    async def removed(self, group: str) -> None:
        """The bot is no longer in the group: its tables wait as they are, with every chip, however long.

        A group that has moved is not in use under its old id, so pausing that changes nothing.

        Raise ``bot.ledger.LedgerClosed`` if the process is about to end, and nothing has changed.
        """
        await self._stored_some_time(("bot", group), partial(self._pause_group, group))

    async def present(self, platform: str, groups: Collection[str]) -> None:
        """The bot has just connected and finds itself in these groups of a platform, and in no others.

        Raise ``bot.ledger.LedgerClosed`` if the process is about to end, and not everything has changed.
        """
        for group in groups:
            await self.arrived(group)
        # The ledger knows every open table, also before the tables of the platform are resumed.
        for group in {stored.group for stored in await self._ledger.read(queries.tables_to_resume)}:
            if group.partition(":")[0] == platform and group not in groups:
                await self.removed(group)

    async def moved(self, old: str, new: str) -> None:
        """A group has another id: its rules, people, chips, tables and running hands go with it.

        What the new group has already stays, and whoever has chips in both gets the sum.

        Raise ``bot.ledger.NotStored`` if nothing has changed yet; it is tried again.
        """
        await self._finished(("move", old), partial(self._move_group, old, new))

    async def place_gone(self, place: Place) -> None:
        """A channel, thread or topic was deleted: its tables are closed, and every stack goes back to its player.

        What cannot be stored now stays as it is, until the platform tells of it again or refuses the next call.
        """
        await self._finished(("tables", place), partial(self._close_tables, place.group, place.channel))

    async def place_closed(self, place: Place) -> None:
        """A topic was closed, so that nobody can write there: its table waits as it is.

        Raise ``bot.ledger.LedgerClosed`` if the process is about to end, and nothing has changed.
        """
        await self._stored_some_time(("topic", place), partial(self._set_closed, place, closed=True))

    async def place_opened(self, place: Place) -> None:
        """A topic was opened again: its table goes on, with a fresh turn.

        Raise ``bot.ledger.LedgerClosed`` if the process is about to end, and nothing has changed.
        """
        await self._stored_some_time(("topic", place), partial(self._set_closed, place, closed=False))

    async def member_gone(self, group: str, player: PlayerId) -> None:
        """Somebody left a group, or was banned from it: they get up from its tables, with their chips.

        A hand that they play is finished first, as if they were away.
        What cannot be stored now stays as it is: they keep their chair, and their turns lapse.
        """
        await self._finished(("member", group, player), partial(self._let_get_up, group, player))

    async def group_gone(self, group: str) -> None:
        """A group was deleted: all its tables are closed, and every stack goes back to its player."""
        await self._finished(("tables", group), partial(self._close_tables, group))

    async def wait_until_idle(self) -> None:
        """Wait until nothing that was reported is being done at this moment."""
        while self._under_way:
            await asyncio.gather(*self._under_way, return_exceptions=True)

    # --- doing what was reported -------------------------------------------------------------------------------

    async def _stored_some_time(self, about: Hashable, work: _Work) -> None:
        """Do the work, now or as soon as it can be stored."""
        with suppress(NotStored):
            await self._finished(about, work)

    async def _finished(self, about: Hashable, work: _Work) -> None:
        """Do the work to its end even if whoever reported it stops waiting: memory must agree with what is stored."""
        await asyncio.shield(self._start(self._done(about, work)))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _done(self, about: Hashable, work: _Work, *, again: bool = False) -> None:
        async with self._one_at_a_time:
            if again and self._unstored.get(about) is not work:
                # Something newer was reported meanwhile.
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
        self._start(self._try_again())

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
        # Nobody is told of its tables any more, unless they ask for it again.
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
        """Close the tables of a group whose place is gone: those of one channel, or all of them."""
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
                await table.member_gone(player)
            except Refusal as refusal:
                log.warning(
                    "member who is gone keeps a chair",
                    action="the host of the table can remove them",
                    table=table.state.id,
                    error=refusal.reason,
                )

    async def _close_table(self, table: Table, reason: str) -> None:
        try:
            await table.place_gone(reason)
        except Refusal as refusal:
            log.warning(
                "table without a place not closed",
                action="tried again at the next start",
                table=table.state.id,
                error=refusal.reason,
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
                # The messages of the old group are out of sight, and in the new one their numbers belong to others.
                await self._announcer.reset_group(new)
            finally:
                for table in (*staying, *moving):
                    table.resume(())
