from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from bot.commands import Kind, Parameter, Request, handles, own_page, public_page
from bot.dispatch.services import Handlers, Services
from bot.environment.task_set import TaskSet
from bot.features.statistics import pages, queries
from bot.features.statistics.counting import HANDS, Tally
from bot.features.statistics.pages import BALANCE, TYPES, Shown
from bot.ledger import Ledger, LedgerError
from bot.messages import COMPUTER, PlayerId, Reply


class CountingAnew(TaskSet):
    """Counts anew at a start what another version has counted, or what changed since."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self._ledger = ledger

    async def begin(self) -> None:
        self.start(self._count())

    async def _count(self) -> None:
        # After a failure the next start goes on.
        with suppress(LedgerError):
            while await self._ledger.rewrite(queries.count_anew):
                pass


class StatisticsHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        services.background.append(CountingAnew(services.ledger))

    @handles(own_page(name="stats", section="money", parameters=(Parameter("player", Kind.PERSON, optional=True),)))
    async def stats(self, request: Request) -> Reply:
        """Return a player's statistics in the game played here or their most frequent one."""
        player, shown = self._meant(request)
        found = await self._found(request, player, shown)
        if not found:
            return Reply(pages.nothing(shown), menu=True)
        here = self._services.place_context.game(request.where)
        most = max(found, key=lambda game: (game == here, found[game].counts.get(HANDS, 0)))
        return Reply(pages.overview(most, found, shown), menu=True, secret=shown.own)

    @handles(
        own_page(
            name="stats page",
            part=True,
            parameters=(
                Parameter("game", Kind.GAME),
                Parameter("page", Kind.NUMBER),
                Parameter("player", Kind.PERSON, optional=True),
            ),
        )
    )
    async def stats_page(self, request: Request) -> Reply:
        player, shown = self._meant(request)
        game = self._services.place_context.game(request.where, request.word("game"))
        found = await self._found(request, player, shown)
        page = request.amount("page")
        if page == BALANCE and shown.own:
            return await self._balance(request, game, shown)
        if game not in found:
            return Reply(pages.nothing(shown), menu=True)
        if page != TYPES:
            return Reply(pages.overview(game, found, shown), menu=True, secret=shown.own)
        rules = self._services.place_context.in_force(request.where, game).game(game).rules
        draft = pages.types_page(game, found, rules, shown)
        return Reply(await asyncio.to_thread(draft.finished), menu=True, secret=shown.own)

    @handles(public_page(name="records", part=True))
    async def records(self, request: Request) -> Reply:
        records = await self._services.ledger.read(queries.records, request.group, computers=COMPUTER)
        name_of = partial(self._services.members.name, request.group)
        return Reply(pages.records_page(records, name_of, request.translate), menu=True, for_anybody=True)

    async def _balance(self, request: Request, game: str, shown: Shown) -> Reply:
        history = await self._services.ledger.read(
            queries.balance_history, request.group, request.who.id, most=pages.POINTS
        )
        zone = self._services.groups.of(request.group).time_zone
        draft = pages.balance_page(game, history, zone, shown)
        return Reply(await asyncio.to_thread(draft.finished), menu=True, secret=True)

    async def _found(self, request: Request, player: PlayerId, shown: Shown) -> dict[str, Tally]:
        return await self._services.ledger.read(queries.statistics_of, request.group, player, own=shown.own)

    def _meant(self, request: Request) -> tuple[PlayerId, Shown]:
        player, wanted = request.who.id, request.word("player")
        if wanted:
            player = self._member(request, wanted).player
        own = player == request.who.id and not request.who.anonymous
        name = self._services.members.name(request.group, player)
        return player, Shown(name, "" if own else player, request.translate)
