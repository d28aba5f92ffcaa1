from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.commands import Kind, Parameter, Request, handles, own_page
from bot.dispatch.services import Handlers
from bot.features.statements import pages, queries
from bot.features.statements.pages import DAYS_A_PAGE, LINES_A_PAGE, Reading
from bot.groups.time_zones import day_of
from bot.ledger import statement_queries
from bot.messages import PlayerId, Reply

_BEFORE = Parameter("before", Kind.NUMBER, optional=True)
_FROM = (Parameter("player", Kind.PERSON, optional=True), _BEFORE)


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

    @handles(own_page(name="ledger of", part=True, parameters=(Parameter("circle", Kind.NUMBER), _BEFORE)))
    async def statement_of(self, request: Request) -> Reply:
        """Return the sender's statement in another book of their group: a circle by its number, or its own by 0."""
        groups, group, number = self._services.groups, request.where.group, request.amount("circle")
        book = next((each for each in groups.books(group) if _number(each) == number), group)
        who = replace(request.who, id=groups.person(book, request.who.account or request.who.id))
        await self._services.members.recall("", book)
        return await self.statement(replace(request, who=who, book=book))

    def _reading(self, request: Request) -> tuple[PlayerId, Reading]:
        """Return the player and the reading; raise ``Refusal`` for an unknown name or no play here."""
        group, player, wanted = request.group, request.who.id, request.word("player")
        if wanted:
            player = self._member(request, wanted).player
        settings = self._services.groups.of(group)
        name, other = self._services.members.name(group, player), "" if player == request.who.id else player
        name_of = partial(self._name, request)
        books = [_number(each) for each in self._services.groups.books(request.where.group)]
        book = None if group == self._services.groups.book(request.where.group) else _number(group)
        return player, Reading(
            name, other, settings.time_zone, settings.zone, name_of, request.translate, book, books[1:]
        )


def _number(book: str) -> int:
    platform, _, number = book.partition(":")
    return int(number) if platform == "circle" else 0
