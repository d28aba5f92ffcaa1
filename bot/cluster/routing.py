"""The way of an update to the process that serves its group."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

from bot.app import App
from bot.chats.forwarding import Notes, Subject
from bot.cluster.inbox import Arrival, Inbox, Taken
from bot.cluster.slots import slot_of
from bot.commands import spec_of
from bot.ledger import LedgerError, queries

TABLES: Final = "tables"
"""In place of a platform: the book whose tables another slot's owner goes on with."""


ACROSS_GROUPS: Final = "groups"
"""The book in whose process commands about several groups are carried out."""

IDENTIFY_SECONDS: Final = 5.0
"""Seconds between two shards that identify themselves, as Discord asks."""


class Router:
    """Carries out updates of this process's slots, and stores those of others for their owners."""

    def __init__(self, app: App, inbox: Inbox) -> None:
        self._app = app
        self._inbox = inbox
        self.notes: Notes = inbox
        inbox.handlers[TABLES] = self._take_tables

    def handles(self, platform: str, handle: Callable[[str, bool], Awaitable[None]]) -> None:
        async def taken(update: Taken) -> None:
            with suppress(LedgerError):
                # Its group may have joined a circle just now.
                await self._app.groups.reload()
            await self._carried_out(partial(handle, update.content, update.told))

        self._inbox.handlers[platform] = taken

    def handles_no_more(self, platform: str) -> None:
        self._inbox.handlers.pop(platform, None)

    def serves_slot(self, slot: int) -> bool:
        return self._inbox.serves(slot)

    async def route(
        self,
        platform: str,
        key: str,
        subject: Subject,
        content: Callable[[], str],
        handle: Callable[[], Awaitable[None]],
    ) -> bool:
        book = await self.book_of(subject)
        slot = slot_of(book)
        if not self._inbox.serves(slot):
            await self._inbox.put(Arrival(slot, platform, key, content()))
            return False
        await self._inbox.carry_out(slot, partial(self._carried_out, handle))
        return True

    async def may_identify(self) -> None:
        await self._inbox.in_turn(IDENTIFY_SECONDS)

    async def waits(self, key: str) -> bool:
        return await self._inbox.tell(key)

    async def book_of(self, subject: Subject) -> str:
        """Return the book of a named table, of one where the person sits, or of the group."""
        groups, ledger, group = self._app.groups, self._app.ledger, subject.group
        spec = spec_of(subject.line)
        if spec is not None and spec.across_groups:
            return ACROSS_GROUPS
        if subject.table and (stored := await ledger.read(queries.table, subject.table)) is not None:
            group = stored.group
        elif subject.player and not subject.table and not (spec is not None and spec.opens_table):
            # A new table is in the sender's own chat.
            known = await ledger.read(queries.person_everywhere, subject.player)
            accounts = {groups.person(groups.book(each.group), subject.player) for each in known} | {subject.player}
            group = await ledger.read(queries.seated_in, accounts) or group
        return await groups.book_now(group)

    async def _carried_out(self, handle: Callable[[], Awaitable[None]]) -> None:
        await handle()
        await self.pass_on()

    async def pass_on(self) -> None:
        """Let others go on with tables whose group moved, or joined or left a circle."""
        groups, tables = self._app.groups, self._app.tables.all_open()
        books = {groups.book(table.state.place.group) for table in tables}
        for book in books:
            if not self._app.serves(book):
                await self._app.give_away(book.__eq__)
                await self._inbox.put(Arrival(slot_of(book), TABLES, f"{TABLES}:{secrets.token_hex(8)}", book))

    async def _take_tables(self, taken: Taken) -> None:
        await self._app.take(taken.content.__eq__)
