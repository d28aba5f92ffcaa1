from __future__ import annotations

from bot.environment.clock import Clock
from bot.groups import Groups
from bot.groups.given_once import daily_key
from bot.ledger import Ledger, NothingDue, Once, RepeatedUpdate, Transfer, Wealth, WriteSet, queries
from bot.ledger.movements import fill_up
from bot.messages import PlayerId


class Wallets:
    def __init__(self, ledger: Ledger, groups: Groups, clock: Clock) -> None:
        self._ledger = ledger
        self._groups = groups
        self._clock = clock

    async def wealth(self, group: str, player: PlayerId) -> Wealth:
        return await self._ledger.read(queries.wealth, group, player)

    async def top_up(self, group: str, player: PlayerId, receipt: WriteSet = ()) -> int:
        """Fill chips up to the daily floor; return the chips given, 0 if there are enough, -1 if
        already given today.
        """
        return await self._fill_up(group, player, self._groups.of(group).tables.daily, receipt)

    async def fill_purse(self, group: str, computer: PlayerId) -> int:
        """Fill a computer player's chips up to the usual buy-in once a day; return its wallet."""
        await self._fill_up(group, computer, self._groups.of(group).tables.buy_in)
        return (await self.wealth(group, computer)).in_wallet

    async def purse(self, group: str, computer: PlayerId) -> int:
        """Return a computer player's wallet as if filled now."""
        wealth = await self.wealth(group, computer)
        if await self._ledger.read(queries.is_done, self._once_today(group, computer)):
            return wealth.in_wallet
        return wealth.in_wallet + max(self._groups.of(group).tables.buy_in - wealth.total, 0)

    def _once_today(self, group: str, player: PlayerId) -> str:
        return daily_key(group, player, self._clock.utc().date())

    async def _fill_up(self, group: str, player: PlayerId, floor: int, receipt: WriteSet = ()) -> int:
        once = Once(self._once_today(group, player))
        try:
            (given,) = await self._ledger.write((once, *receipt), fill_up, group, player, floor)
        except NothingDue:
            return 0
        except RepeatedUpdate:
            return -1
        assert isinstance(given, Transfer)
        return given.amount
