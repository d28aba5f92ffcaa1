from __future__ import annotations

import asyncio

from bot.commands import Refusal, Request
from bot.dispatch.services import Handlers, answer, told
from bot.messages import Reply
from bot.presenting import newcomers, table_messages


class TableHandlers(Handlers):
    async def open_table(self, request: Request) -> Reply:
        await self._services.tables.open_table(request)
        return told(answer(request, "you-opened"))

    async def open_practice(self, request: Request) -> Reply:
        await self._services.tables.open_table(request, practice=True)
        return told(answer(request, "you-practise"))

    async def status(self, request: Request) -> Reply:
        state = (await self._services.tables.look(request)).state
        settings = self._services.groups.of(request.group)
        if state.hand is None:
            draft = table_messages.lobby(state, settings, (), request.translate)
        else:
            draft = table_messages.hand_message(state, state.hand, settings, (), request.translate)
        return Reply(await asyncio.to_thread(draft.finished))

    async def find_table(self, request: Request) -> Reply:
        """Return a link to the table here, or to the sender's in this group."""
        services = self._services
        table = services.tables.at(request.where) or services.tables.of_player(request.who.id)
        if table is None or table.state.place.group != request.group:
            raise Refusal("no-table")
        stands = services.announcer.stands_at(table.state, request.where.group)
        return Reply(table_messages.found(table.state, *stands, request.translate))

    async def choose_game(self, request: Request) -> Reply:
        return Reply(newcomers.choice_of_game(request.translate), menu=True, for_anybody=True)

    async def hand(self, request: Request) -> Reply:
        """Return the sender's private view, with their cards."""
        state = (await self._services.tables.look(request)).state
        draft = self._services.announcer.private_side(state, request.who.id)
        return Reply(await asyncio.to_thread(draft.finished), secret=True)
