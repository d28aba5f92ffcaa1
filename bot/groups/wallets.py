"""Wallets: the chips of members away from the tables, the daily top-up, and gifts: those of admins and of players."""

from __future__ import annotations

from bot.commands import Request
from bot.environment.clock import Clock
from bot.groups import Groups
from bot.groups.given_once import daily_key
from bot.groups.time_zones import day_of
from bot.ledger import Ledger, NothingDue, Receipt, RepeatedUpdate, Transfer, Wealth, WriteSet, queries, wallet
from bot.ledger.movements import fill_up, give
from bot.messages import PlayerId


class Wallets:
    """The wallets of every group."""

    def __init__(self, ledger: Ledger, groups: Groups, clock: Clock) -> None:
        self._ledger = ledger
        self._groups = groups
        self._clock = clock

    async def wealth(self, group: str, player: PlayerId) -> Wealth:
        """All chips of a player."""
        return await self._ledger.read(queries.wealth, group, player)

    async def top_up(self, group: str, player: PlayerId, receipt: WriteSet = ()) -> int:
        """Fill a player's chips up to the daily floor, once a day; return the chips given.

        Nothing is given (0) to those who have more, or twice a day (-1).
        """
        return await self._fill_up(group, player, self._groups.of(group).tables.daily, receipt)

    async def fill_purse(self, group: str, computer: PlayerId) -> int:
        """Fill a computer player's chips up to the usual buy-in, once a day; return what is in its wallet."""
        await self._fill_up(group, computer, self._groups.of(group).tables.buy_in)
        return (await self.wealth(group, computer)).in_wallet

    async def purse(self, group: str, computer: PlayerId) -> int:
        """What would be in a computer player's wallet if it were filled up now; nothing is given."""
        wealth = await self.wealth(group, computer)
        if await self._ledger.read(queries.receipt, self._once_today(group, computer)) is not None:
            return wealth.in_wallet
        return wealth.in_wallet + max(self._groups.of(group).tables.buy_in - wealth.total, 0)

    def _once_today(self, group: str, player: PlayerId) -> str:
        """The key under which a player is filled up once a day."""
        return daily_key(group, player, self._clock.utc().date())

    async def _fill_up(self, group: str, player: PlayerId, floor: int, receipt: WriteSet = ()) -> int:
        once = Receipt(self._once_today(group, player), "", "")
        try:
            (given,) = await self._ledger.write((once, *receipt), fill_up, group, player, floor)
        except NothingDue:
            return 0
        except RepeatedUpdate:
            return -1
        assert isinstance(given, Transfer)
        return given.amount

    async def give(self, request: Request, player: PlayerId, amount: int) -> None:
        """Give chips out of the sender's wallet to another player, within what the group allows a day.

        Raise ``bot.ledger.BeyondLimit`` if it is more than they may still give today. Raise ``bot.ledger.Overdrawn`` if
        their wallet does not hold that many.
        """
        group, settings = request.group, self._groups.of(request.group)
        gift = Transfer(wallet(group, request.who.id), wallet(group, player), amount, "gift", actor=request.who.id)
        today, _ = day_of(self._clock.utc(), settings.time_zone)
        await self._ledger.write(request.receipt, give, gift, settings.tables.gifts, today)
