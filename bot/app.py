"""Kiu put together: one ledger, one manager of tables, one dispatcher, and whatever chats there are."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.dispatch.autocomplete import Autocomplete
from bot.dispatch.dispatcher import Dispatcher
from bot.dispatch.handlers import Handlers
from bot.dispatch.membership import Membership
from bot.dispatch.place_context import PlaceContext
from bot.dispatch.usher import Usher
from bot.environment.clock import Clock
from bot.environment.entropy import Entropy
from bot.groups import Groups
from bot.groups.members import Members
from bot.groups.wallets import Wallets
from bot.ledger import Ledger
from bot.live.announcer import Announcer
from bot.live.deal_closing import DealClosing
from bot.messages import Chat, Place
from bot.tables.computers import Computers
from bot.tables.key_expiry import KeyExpiry
from bot.tables.manager import TableManager
from bot.tables.proofs import Proofs
from bot.tables.services import Services


@dataclass(frozen=True, slots=True)
class App:
    """The running whole."""

    ledger: Ledger
    groups: Groups
    tables: TableManager
    announcer: Announcer
    dispatcher: Dispatcher
    membership: Membership
    autocomplete: Autocomplete

    async def resume(self, platform: str = "") -> None:
        """Take up every table where the last run left it, or those of one platform; it must be ready to show them."""
        for stored in await self.ledger.tables_to_resume():
            if platform in ("", Place(stored.group, stored.channel).platform):
                await self.announcer.recall(stored)
                await self.tables.resume(stored)

    async def settled(self) -> None:
        """Wait until every table has done what waits in its mailbox, and everything is shown."""
        await self.tables.settled()
        await self.announcer.settled()


@asynccontextmanager
async def open_app(
    url: str, *, chats: Mapping[str, Chat], clock: Clock, entropy: Entropy, language: str = "en"
) -> AsyncIterator[App]:
    """Open the ledger and put everything together on it; close it on every way out.

    Args:
        url: the database.
        chats: the platforms by name; they may be added until tables are resumed.
        clock: time.
        entropy: where packs come from.
        language: what a group speaks that has not chosen.

    Raises:
        bot.ledger.CannotOpen: the database cannot be used; the text says why.
    """
    async with await Ledger.open(url, now=clock.utc) as ledger:
        groups = Groups(ledger, language)
        await groups.load()
        members = Members(ledger, groups)
        await members.load()
        wallets = Wallets(ledger, groups, clock)
        announcer = Announcer(ledger, groups, members, chats, clock)
        computers = Computers(members, wallets, entropy)
        deal_closing = DealClosing(groups, chats)
        tables = TableManager(Services(ledger, groups, clock, entropy, announcer, deal_closing, computers))
        place_context = PlaceContext(groups, tables)
        handlers = Handlers(
            ledger, groups, members, wallets, tables, Proofs(ledger, tables, entropy), announcer, place_context
        )
        dispatcher = Dispatcher(
            ledger, groups, members, tables, place_context, Usher(groups, members, tables), handlers
        )
        membership = Membership(ledger, dispatcher.closed, groups, members, tables, announcer)
        autocomplete = Autocomplete(groups, members, tables)
        key_expiry = KeyExpiry(ledger, clock)
        await key_expiry.begin()
        try:
            yield App(ledger, groups, tables, announcer, dispatcher, membership, autocomplete)
        finally:
            await key_expiry.stop()
            await tables.stop()
            await announcer.stop()
