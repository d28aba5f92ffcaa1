"""Results and debts of evenings."""

from __future__ import annotations

import asyncio

from bot.commands import CommandSpec, Kind, Parameter, Refusal, Request, handles
from bot.dispatch.handlers.handler import Handlers
from bot.features.evenings.pages import EveningPage
from bot.ledger import evenings, queries
from bot.messages import Reply
from bot.tables.state import closed_table


class EveningHandlers(Handlers):
    @handles(
        CommandSpec(
            name="evening",
            section="money",
            discord="money evening",
            parts=("text",),
            parameters=(Parameter("evening", Kind.NUMBER, optional=True),),
            reads_only=True,
            while_away=True,
            as_group=True,
            in_private=True,
        )
    )
    async def evening(self, request: Request) -> Reply:
        """Return the card of the open table, the latest closed one, or a numbered one."""
        page = await self._evening(request)
        draft = page.picture(request.translate)
        here = page.state.place.channel == request.where.channel
        return Reply(await asyncio.to_thread(draft.finished), menu=True, for_anybody=here)

    @handles(
        CommandSpec(
            name="evening text",
            part=True,
            parameters=(Parameter("evening", Kind.NUMBER, optional=True),),
            reads_only=True,
            while_away=True,
            as_group=True,
            in_private=True,
        )
    )
    async def evening_text(self, request: Request) -> Reply:
        """Return the same in words."""
        page = await self._evening(request)
        here = page.state.place.channel == request.where.channel
        return Reply(page.text(request.translate), menu=True, for_anybody=here)

    async def _evening(self, request: Request) -> EveningPage:
        services, where = self._services, request.where
        player = "" if request.who.anonymous else request.who.id
        found = await services.ledger.read(
            evenings.evening, where.group, where.channel, player, request.amount("evening")
        )
        if found is None:
            raise Refusal("no-evening")
        table, last = (
            services.tables.by_id(found.table.table),
            await services.ledger.read(queries.last_hand, found.table.table),
        )
        state = closed_table(found.table) if table is None else table.state
        began = None if last is None else last.opened.astimezone(services.groups.of(request.group).time_zone)
        return EveningPage(state, began, found.number, found.older, found.newer)
