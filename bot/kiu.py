"""Kiu put together: one ledger, one manager of tables, one desk, and whatever chats there are."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.accounts import Accounts
from bot.announcer import Announcer
from bot.arrivals import Arrivals
from bot.chance import Chance
from bot.clock import Clock
from bot.counters import Counters, Here
from bot.desk import FrontDesk
from bot.erasing import Erasing
from bot.herald import Herald
from bot.houses import Houses
from bot.ledger import Ledger
from bot.messages import Chat, Place
from bot.people import People
from bot.proofs import Proofs
from bot.suggestions import Suggestions
from bot.tables.computers import Computers
from bot.tables.services import Services
from bot.tables.tables import Tables
from bot.usher import Usher


@dataclass(frozen=True, slots=True)
class Kiu:
    """The running whole."""

    ledger: Ledger
    houses: Houses
    tables: Tables
    announcer: Announcer
    desk: FrontDesk
    arrivals: Arrivals
    suggestions: Suggestions

    async def resume(self, platform: str = "") -> None:
        """Take up every table where the last run left it, or those of one platform; it must be ready to show them."""
        for stored in await self.ledger.tables_to_resume():
            if platform in ("", Place(stored.house, stored.channel).platform):
                await self.announcer.recall(stored)
                await self.tables.resume(stored)

    async def settled(self) -> None:
        """Wait until every table has done what waits in its mailbox, and everything is shown."""
        await self.tables.settled()
        await self.announcer.settled()


@asynccontextmanager
async def assembled(
    url: str, *, chats: Mapping[str, Chat], clock: Clock, chance: Chance, language: str = "en"
) -> AsyncIterator[Kiu]:
    """Open the ledger and put everything together on it; close it on every way out.

    Args:
        url: the database.
        chats: the platforms by name; they may be added until tables are resumed.
        clock: time.
        chance: where packs come from.
        language: what a house speaks that has not chosen.

    Raises:
        bot.ledger.CannotOpen: the database cannot be used; the text says why.
    """
    async with await Ledger.open(url, now=clock.utc) as ledger:
        houses = Houses(ledger, language)
        await houses.load()
        people = People(ledger, houses)
        await people.load()
        accounts = Accounts(ledger, houses, clock)
        announcer = Announcer(ledger, houses, people, chats, clock)
        computers = Computers(people, accounts, chance)
        herald = Herald(houses, chats)
        tables = Tables(Services(ledger, houses, clock, chance, announcer, herald, computers))
        here = Here(houses, tables)
        counters = Counters(ledger, houses, people, accounts, tables, Proofs(ledger, tables), announcer, here)
        desk = FrontDesk(ledger, houses, people, tables, here, Usher(houses, people, tables), counters)
        arrivals = Arrivals(ledger, desk.closed, houses, people, tables, announcer)
        suggestions = Suggestions(houses, people, tables)
        erasing = Erasing(ledger, clock)
        await erasing.begin()
        try:
            yield Kiu(ledger, houses, tables, announcer, desk, arrivals, suggestions)
        finally:
            await erasing.stop()
            await tables.stop()
            await announcer.stop()
