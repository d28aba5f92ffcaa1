"""The counters of the desk: what concerns no table is carried out here, one file for each kind of business."""

from __future__ import annotations

from bot.accounts import Accounts
from bot.announcer import Announcer
from bot.counters.bank import Bank
from bot.counters.chips import Chips
from bot.counters.counter import Business, Counter, Request
from bot.counters.handbook import Handbook
from bot.counters.here import Here
from bot.counters.house_rules import RuleBook
from bot.counters.languages import Languages
from bot.counters.sealed_deals import SealedDeals
from bot.houses import Houses
from bot.ledger import Ledger
from bot.messages import Reply
from bot.people import People
from bot.proofs import Proofs
from bot.tables.tables import Tables

__all__ = ["Counters", "Here", "Request"]


class Counters:
    """All counters; a new one is added here."""

    def __init__(
        self,
        ledger: Ledger,
        houses: Houses,
        people: People,
        accounts: Accounts,
        tables: Tables,
        proofs: Proofs,
        announcer: Announcer,
        here: Here,
    ) -> None:
        self.all: tuple[Counter, ...] = (
            Bank(ledger, people, accounts, tables, announcer),
            Chips(ledger, houses, people, accounts, announcer),
            Handbook(here),
            Languages(houses, people),
            RuleBook(houses, tables, announcer, here),
            SealedDeals(ledger, people, proofs, announcer, here),
        )
        self._business: dict[str, Business] = {}
        for counter in self.all:
            self._business |= counter.business()

    async def carry_out(self, request: Request) -> Reply:
        """Bring a request to the counter for it, and return the answer."""
        return await self._business[request.order.name](request)
