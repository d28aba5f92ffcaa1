"""Wallets: the chips of members away from the tables, the daily top-up, and what admins give and take."""

from __future__ import annotations

from bot.commands import Request
from bot.environment.clock import Clock
from bot.groups import Groups
from bot.ledger import Ledger, Receipt, RepeatedUpdate, Transfer, WriteSet, mint, wallet
from bot.messages import PlayerId


class Wallets:
    """The wallets of every group."""

    def __init__(self, ledger: Ledger, groups: Groups, clock: Clock) -> None:
        self._ledger = ledger
        self._groups = groups
        self._clock = clock

    async def wealth(self, group: str, player: PlayerId) -> tuple[int, int]:
        """The chips in a player's wallet, and those on tables."""
        in_wallet = await self._ledger.balance(wallet(group, player))
        return in_wallet, await self._ledger.on_tables(group, player)

    async def top_up(self, group: str, player: PlayerId, receipt: WriteSet = ()) -> int:
        """Fill a player's chips up to the daily floor, once a day; return the chips given.

        Nothing is given (0) to those who have more, or twice a day (-1).
        """
        floor = self._groups.of(group).tables.daily
        in_wallet, on_tables = await self.wealth(group, player)
        given = floor - in_wallet - on_tables
        if given <= 0:
            return 0
        today = self._clock.utc().date().isoformat()
        transfer = Transfer(mint(group), wallet(group, player), given, "daily", actor=player)
        try:
            await self._ledger.commit((transfer, Receipt(f"daily:{group}:{player}:{today}", "", ""), *receipt))
        except RepeatedUpdate:
            return -1
        return given

    async def grant(self, request: Request, player: PlayerId, amount: int, reason: str) -> None:
        """Give chips of the group to a player, for a reason that everybody can read."""
        group, admin = request.group, request.who.id
        transfer = Transfer(mint(group), wallet(group, player), amount, "grant", actor=admin, note=reason)
        await self._ledger.commit((transfer, *request.receipt))

    async def take(self, request: Request, player: PlayerId, amount: int, reason: str) -> None:
        """Take chips out of a player's wallet, for a reason that everybody can read.

        Raises:
            bot.ledger.Overdrawn: the wallet does not hold that many.
        """
        group, admin = request.group, request.who.id
        transfer = Transfer(wallet(group, player), mint(group), amount, "take", actor=admin, note=reason)
        await self._ledger.commit((transfer, *request.receipt))
