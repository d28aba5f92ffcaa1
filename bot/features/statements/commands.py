"""Statements of chips by line and by day."""

from __future__ import annotations

from functools import partial

from bot.commands import Kind, Parameter, Request, handles, own_page
from bot.dispatch.services import Handlers
from bot.features.statements import pages, queries
from bot.features.statements.pages import DAYS_A_PAGE, LINES_A_PAGE, Reading
from bot.groups.time_zones import day_of
from bot.ledger import statement_queries
from bot.messages import PlayerId, Reply

_FROM = (Parameter("player", Kind.PERSON, optional=True), Parameter("before", Kind.NUMBER, optional=True))


class StatementHandlers(Handlers):
    @handles(own_page(name="ledger", section="money", parts=("days",), parameters=_FROM))
    async def statement(self, request: Request) -> Reply:
        player, reading = self._reading(request)
        before = request.amount("before")
        # One more than is shown tells whether there are older ones.
        lines = await self._services.ledger.read(
            statement_queries.statement, request.group, player, before=before, limit=LINES_A_PAGE + 1
        )
        shown, older = lines[:LINES_A_PAGE], len(lines) > LINES_A_PAGE
        newer = None
        if before is not None:
            newer = await self._services.ledger.read(queries.newer_lines, request.group, player, before, LINES_A_PAGE)
        return Reply(pages.lines_page(shown, newer, older, reading), menu=True)

    @handles(own_page(name="ledger days", part=True, parameters=_FROM))
    async def statement_days(self, request: Request) -> Reply:
        player, reading = self._reading(request)
        page = await self._services.ledger.read(
            queries.days,
            request.group,
            player,
            partial(day_of, zone=reading.zone),
            before=request.amount("before"),
            limit=DAYS_A_PAGE,
        )
        return Reply(pages.days_page(page, reading), menu=True)

    def _reading(self, request: Request) -> tuple[PlayerId, Reading]:
        """Return the player and the reading; raise ``Refusal`` for an unknown name or no play here."""
        group, player, wanted = request.group, request.who.id, request.word("player")
        if wanted:
            player = self._member(request, wanted).player
        settings = self._services.groups.of(group)
        name, other = self._services.members.name(group, player), "" if player == request.who.id else player
        name_of = partial(self._name, request)
        return player, Reading(name, other, settings.time_zone, settings.zone, name_of, request.translate)
