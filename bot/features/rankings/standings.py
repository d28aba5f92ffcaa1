"""The rankings of every group, and the seasons that are opened and closed for them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, tzinfo
from functools import partial
from typing import NamedTuple

from bot.commands import Refusal, Request
from bot.environment.clock import Clock
from bot.features.rankings.queries import Standing, by_balance, by_net, level_wallets
from bot.features.rankings.ranking import By, Ranked, began, ranked
from bot.groups.groups import Groups
from bot.groups.integrity_reports import IntegrityReports
from bot.groups.members import Members
from bot.groups.seasons import Season, Seasons
from bot.groups.settings import GroupSettings
from bot.ledger import EPOCH, ChipsOnTables, Ledger, Movement, WriteSet, queries
from bot.messages import is_computer


class Levelling(NamedTuple):
    """What it takes to set all wallets to the starting grant."""

    grant: int
    wallets: int
    """How many of them hold another number of chips."""

    taken: int
    """The chips that go back to the mint."""

    given: int
    """The chips that come from it."""

    tables: int
    """How many tables are open at which chips lie that count: they have to be closed first."""


class Rankings:
    """Ranks the people of every group, and keeps their seasons."""

    def __init__(
        self, ledger: Ledger, groups: Groups, members: Members, clock: Clock, integrity: IntegrityReports
    ) -> None:
        self._ledger = ledger
        self._groups = groups
        self._members = members
        self._clock = clock
        self._integrity = integrity

    def now(self) -> datetime:
        """The present, in UTC."""
        return self._clock.utc()

    def zone(self, group: str) -> tzinfo:
        """The time zone in which the weeks and months of a group begin."""
        return self._groups.of(group).time_zone

    async def ranking(self, group: str, by: By) -> list[Ranked]:
        """Everybody who has a place in a ranking; nobody in that of a season if none is running."""
        settings = self._groups.of(group)
        if by is By.BALANCE:
            reset = settings.seasons.last_reset
            return await self._ranked(group, await self._ledger.read(by_balance, group, reset), reset or EPOCH)
        if by is By.SEASON:
            season = settings.seasons.running
            return [] if season is None else await self.table(group, season)
        beginning = began(by, self.now(), self.zone(group))
        return await self._ranked(group, await self._ledger.read(by_net, group, beginning), beginning)

    async def table(self, group: str, season: Season) -> list[Ranked]:
        """The table of a season: the final one once it is closed."""
        nets = await self._ledger.read(by_net, group, season.opened, season.closed)
        return await self._ranked(group, nets, season.opened, season.closed)

    async def _ranked(
        self, group: str, standings: list[Standing], since: datetime, until: datetime | None = None
    ) -> list[Ranked]:
        """Rank people, without the chips that new accounts were made for if the group leaves these out."""
        if not self._groups.of(group).tables.rank_without_dumps:
            return ranked(standings)
        fed = await self._integrity.fed(group, since, until)
        return ranked(each._replace(chips=each.chips - fed[each.player]) for each in standings)

    async def open(self, request: Request, name: str) -> Season:
        """Open a season, which runs from now on.

        Raise ``Refusal`` if one is running, or the name cannot be one or was used before.
        """
        opened = partial(Seasons.opened, name=name, at=self.now())
        await self._groups.change(request.group, partial(_with_seasons, opened), request.receipt)
        season = self._groups.of(request.group).seasons.running
        assert season is not None
        return season

    async def close(self, request: Request, number: int) -> Season:
        """Close the running season; all chips stay where they are.

        Raise ``Refusal`` if none is running, or another one.
        """
        closed = partial(Seasons.closed, number=number, at=self.now(), reset=False)
        await self._groups.change(request.group, partial(_with_seasons, closed), request.receipt)
        return self._groups.of(request.group).seasons.numbered(number)

    async def close_and_level(self, request: Request, number: int) -> Season:
        """Close the running season and set all wallets to the starting grant, in one transaction.

        Raise ``Refusal`` if none is running, or another one, or chips lie on a table.
        """
        group = request.group
        season = self._groups.of(group).seasons.check_running(number)
        grant, people = self._groups.of(group).tables.grant, self._people(group)
        movement = Movement("season", request.who.id, season.name)

        async def store(writes: WriteSet) -> None:
            await self._ledger.write(writes, level_wallets, group, grant, people, movement)

        closed = partial(Seasons.closed, number=number, at=self.now(), reset=True)
        try:
            await self._groups.change(group, partial(_with_seasons, closed), request.receipt, store=store)
        except ChipsOnTables:
            raise Refusal("season-tables-open") from None
        return self._groups.of(group).seasons.numbered(number)

    async def levelling(self, group: str) -> Levelling:
        """What would move if all wallets were set to the starting grant now."""
        grant, held = self._groups.of(group).tables.grant, await self._ledger.read(queries.balances, group)
        changes = [grant - held.get(player, 0) for player in self._people(group)]
        return Levelling(
            grant,
            sum(change != 0 for change in changes),
            -sum(change for change in changes if change < 0),
            sum(change for change in changes if change > 0),
            await self._ledger.read(queries.tables_for_chips, group),
        )

    def _people(self, group: str) -> list[str]:
        return [person.player for person in self._members.of_group(group) if not is_computer(person.player)]


def _with_seasons(changed: partial[Seasons], settings: GroupSettings) -> GroupSettings:
    return replace(settings, seasons=changed(settings.seasons))
