"""The counters of the dispatcher: what concerns no table is carried out here, one file for each kind of business."""

from __future__ import annotations

from bot.dispatch.handlers.bank import Bank
from bot.dispatch.handlers.chips import Chips
from bot.dispatch.handlers.handler import Handle, Handler, Request
from bot.dispatch.handlers.house_rules import RuleBook
from bot.dispatch.handlers.languages import Languages
from bot.dispatch.handlers.learning import Handbook
from bot.dispatch.handlers.proofs import SealedDeals
from bot.dispatch.place_context import PlaceContext
from bot.groups import Groups
from bot.groups.members import Members
from bot.groups.wallets import Wallets
from bot.ledger import Ledger
from bot.live.announcer import Announcer
from bot.messages import Reply
from bot.tables.manager import TableManager
from bot.tables.proofs import Proofs

__all__ = ["Counters", "Here", "Request"]


class Handlers:
    """All counters; a new one is added here."""

    def __init__(
        self,
        ledger: Ledger,
        groups: Groups,
        members: Members,
        wallets: Wallets,
        tables: TableManager,
        proofs: Proofs,
        announcer: Announcer,
        place_context: PlaceContext,
    ) -> None:
        self.all: tuple[Handler, ...] = (
            Bank(ledger, members, wallets, tables, announcer),
            Chips(ledger, groups, members, wallets, announcer),
            Handbook(place_context),
            Languages(groups, members),
            RuleBook(groups, tables, announcer, place_context),
            SealedDeals(ledger, members, proofs, announcer, place_context),
        )
        self._business: dict[str, Handle] = {}
        for handler in self.all:
            self._business |= handler.handles()

    async def carry_out(self, request: Request) -> Reply:
        """Bring a request to the counter for it, and return the answer."""
        return await self._business[request.order.name](request)
