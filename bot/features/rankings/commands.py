"""Rankings and seasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bot.commands import Kind, Parameter, Refusal, Request, admin_command, handles, public_page
from bot.dispatch.autocomplete import Completing
from bot.dispatch.services import Handlers, Services, told
from bot.features.rankings import pages
from bot.features.rankings.pages import Reader
from bot.features.rankings.ranking import By, Ranked
from bot.features.rankings.seasons import Season, seasons_of
from bot.features.rankings.standings import Rankings
from bot.messages import Message, PlayerId, Reply
from bot.wording import Translator
from engine.table.changes import Notice


def _measures(typing: Completing) -> list[tuple[str, str]]:
    translate = typing.translate
    return [(translate(f"button-ranking-{each}"), each) for each in By]


class RankingHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._rankings = Rankings(services.ledger, services.groups, services.members, services.clock, services.unranked)

    @handles(
        public_page(
            name="top",
            section="money",
            parameters=(Parameter("by", Kind.WORD, optional=True, suggest=_measures),),
            more_for_admins=True,
        )
    )
    async def top(self, request: Request) -> Reply:
        wanted = request.word("by") or By.BALANCE
        if wanted not in set(By):
            raise Refusal("no-such-ranking", ranking=wanted[:40])
        by = By(wanted)
        lines = await self._rankings.ranking(request.group, by)
        season = seasons_of(self._services.groups.of(request.group)).running
        return _page(pages.ranking(by, lines, season, self._reader(request)))

    @handles(public_page(name="season", section="money", parts=("close",), more_for_admins=True))
    async def season(self, request: Request) -> Reply:
        return await self._running(request)

    @handles(public_page(name="seasons", part=True, parameters=(Parameter("before", Kind.NUMBER, optional=True),)))
    async def seasons(self, request: Request) -> Reply:
        seasons = seasons_of(self._services.groups.of(request.group))
        return _page(pages.old_seasons(seasons.all, request.amount("before"), self._reader(request)))

    @handles(
        public_page(
            name="season table",
            part=True,
            parameters=(Parameter("season", Kind.NUMBER), Parameter("page", Kind.NUMBER, optional=True)),
        )
    )
    async def season_table(self, request: Request) -> Reply:
        number = request.amount("season") or 0
        season = seasons_of(self._services.groups.of(request.group)).numbered(number)
        lines = await self._rankings.table(request.group, season)
        return _page(pages.table(season, number, lines, request.amount("page") or 1, self._reader(request)))

    @handles(admin_command(name="season open", section="money", parameters=(Parameter("season-name", Kind.WORDS),)))
    async def open_season(self, request: Request) -> Reply:
        season = await self._rankings.open(request, request.word("season-name"))
        fields = {"admin": request.who.name, "name": season.name}
        self._services.announcer.post(request.where, Notice("season-opened", fields))
        return told(await self._running(request))

    @handles(
        admin_command(name="season close", part=True, parameters=(Parameter("season", Kind.NUMBER, optional=True),))
    )
    async def close_season(self, request: Request) -> Reply:
        """Preview the close of the running season, or do it by its number."""
        number = request.amount("season")
        if number is None:
            number, season = self._now(request)
            lines = await self._rankings.table(request.group, season)
            return _page(pages.closing(season, number, lines, self._reader(request)))
        season = await self._rankings.close(request, number)
        return await self._over(request, season)

    @handles(
        admin_command(name="season reset", part=True, parameters=(Parameter("season", Kind.NUMBER, optional=True),))
    )
    async def reset_season(self, request: Request) -> Reply:
        """Preview a reset of all wallets, or do it by the season's number."""
        number = request.amount("season")
        if number is None:
            number, season = self._now(request)
            levelling = await self._rankings.levelling(request.group)
            return _page(pages.levelling(season, number, levelling, self._reader(request)))
        season = await self._rankings.close_and_level(request, number)
        return await self._over(request, season)

    # --- parts -------------------------------------------------------------------------------------------------

    def _now(self, request: Request) -> tuple[int, Season]:
        """Return the running season with its number; raise ``Refusal`` if there is none."""
        seasons = seasons_of(self._services.groups.of(request.group))
        return len(seasons.all), seasons.check_running(len(seasons.all))

    async def _running(self, request: Request) -> Reply:
        services, group = self._services, request.group
        seasons = seasons_of(services.groups.of(group))
        season = seasons.running
        lines = [] if season is None else await self._rankings.table(group, season)
        return _page(pages.running(season, seasons.next_name, lines, self._reader(request)))

    async def _over(self, request: Request, season: Season) -> Reply:
        services, group = self._services, request.group
        lines = await self._rankings.table(group, season)
        grant = services.groups.of(group).tables.grant
        made = partial(self._announcement, request, season, lines, grant)
        services.announcer.announce(request.where, made)
        return told(await self._running(request))

    def _announcement(
        self, request: Request, season: Season, lines: Sequence[Ranked], grant: int, translate: Translator
    ) -> Message:
        everybody = Reader(translate, self._name_of(request), self._rankings.zone(request.group))
        return pages.closed(season, lines, request.who.name, grant, everybody)

    def _reader(self, request: Request) -> Reader:
        who = request.who
        return Reader(
            request.translate,
            self._name_of(request),
            self._rankings.zone(request.group),
            "" if who.anonymous else who.id,
            who.admin,
        )

    def _name_of(self, request: Request) -> Callable[[PlayerId], str]:
        return partial(self._services.members.name, request.group)


def _page(message: Message) -> Reply:
    return Reply(message, menu=True, for_anybody=True)
