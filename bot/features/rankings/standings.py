from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from functools import partial
from typing import NamedTuple

from bot.commands import Refusal, Request
from bot.dispatch.services import Unranked
from bot.environment.clock import Clock
from bot.features.rankings.queries import Movement, Standing, by_balance, by_net, level_wallets, tables_for_chips
from bot.features.rankings.ranking import By, Ranked, began, ranked
from bot.features.rankings.seasons import Season, Seasons, seasons_of
from bot.groups.groups import Groups
from bot.groups.members import Members
from bot.groups.settings import GroupSettings
from bot.ledger import EPOCH, ChipsOnTables, Ledger, WriteSet, queries
from bot.messages import is_computer


class Levelling(NamedTuple):
    """Effects of setting all wallets to the starting grant."""

    grant: int
    wallets: int
    """Wallets with another number of chips."""

    taken: int
    """Chips back to the mint."""

    given: int
    """Chips from the mint."""

    tables: int
    """To be closed first."""


class Rankings:
    def __init__(
        self, ledger: Ledger, groups: Groups, members: Members, clock: Clock, unranked: Sequence[Unranked]
    ) -> None:
        self._ledger = ledger
        self._groups = groups
        self._members = members
        self._clock = clock
        self._unranked = unranked

    def now(self) -> datetime:
        return self._clock.utc()

    def zone(self, group: str) -> tzinfo:
        return self._groups.of(group).time_zone

    async def ranking(self, group: str, by: By) -> list[Ranked]:
        """Return a ranking; empty for a season if none runs."""
        settings = self._groups.of(group)
        if by is By.BALANCE:
            reset = seasons_of(settings).last_reset
            return await self._ranked(group, await self._ledger.read(by_balance, group, reset), reset or EPOCH)
        if by is By.SEASON:
            season = seasons_of(settings).running
            return [] if season is None else await self.table(group, season)
        beginning = began(by, self.now(), self.zone(group))
        return await self._ranked(group, await self._ledger.read(by_net, group, beginning), beginning)

    async def table(self, group: str, season: Season) -> list[Ranked]:
        """Return a final table once the season is closed."""
        nets = await self._ledger.read(by_net, group, season.opened, season.closed)
        return await self._ranked(group, nets, season.opened, season.closed)

    async def _ranked(
        self, group: str, standings: list[Standing], since: datetime, until: datetime | None = None
    ) -> list[Ranked]:
        """Rank people, without dumped chips if the group excludes these."""
        if not self._groups.of(group).tables.rank_without_dumps:
            return ranked(standings)
        for counted in self._unranked:
            left_out = await counted(group, since, until)
            standings = [each._replace(chips=each.chips - left_out.get(each.player, 0)) for each in standings]
        return ranked(standings)

    async def open(self, request: Request, name: str) -> Season:
        """Raise ``Refusal`` if one runs or the name is invalid or used."""
        opened = partial(Seasons.opened, name=name, at=self.now())
        await self._groups.change(request.group, partial(_with_seasons, opened), request.receipt)
        season = self._seasons(request.group).running
        assert season is not None
        return season

    async def close(self, request: Request, number: int) -> Season:
        """Close without moving chips; raise ``Refusal`` if none or another one runs."""
        closed = partial(Seasons.closed, number=number, at=self.now(), reset=False)
        await self._groups.change(request.group, partial(_with_seasons, closed), request.receipt)
        return self._seasons(request.group).numbered(number)

    async def close_and_level(self, request: Request, number: int) -> Season:
        """Close the running season and reset all wallets in one transaction.

        Raise ``Refusal`` if none or another one runs, or chips are on tables.
        """
        group = request.group
        season = self._seasons(group).check_running(number)
        grant, people = self._groups.of(group).tables.grant, self._people(group)
        movement = Movement("season", request.who.id, season.name)

        async def store(writes: WriteSet) -> None:
            await self._ledger.write(writes, level_wallets, group, grant, people, movement)

        closed = partial(Seasons.closed, number=number, at=self.now(), reset=True)
        try:
            await self._groups.change(group, partial(_with_seasons, closed), request.receipt, store=store)
        except ChipsOnTables:
            raise Refusal("season-tables-open") from None
        return self._seasons(group).numbered(number)

    async def levelling(self, group: str) -> Levelling:
        grant, held = self._groups.of(group).tables.grant, await self._ledger.read(queries.balances, group)
        changes = [grant - held.get(player, 0) for player in self._people(group)]
        return Levelling(
            grant,
            sum(change != 0 for change in changes),
            -sum(change for change in changes if change < 0),
            sum(change for change in changes if change > 0),
            await self._ledger.read(tables_for_chips, group),
        )

    def _seasons(self, group: str) -> Seasons:
        return seasons_of(self._groups.of(group))

    def _people(self, group: str) -> list[str]:
        return [person.player for person in self._members.of_group(group) if not is_computer(person.player)]


def _with_seasons(changed: partial[Seasons], settings: GroupSettings) -> GroupSettings:
    return changed(seasons_of(settings)).put_in(settings)
