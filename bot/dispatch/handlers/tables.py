"""Tables: opening, finding, viewing, own hand and hint."""

from __future__ import annotations

import asyncio

from bot.commands import Refusal, Request
from bot.dispatch.handlers.handler import Handlers, answer, told
from bot.messages import Message, Reply
from bot.presenting import answers, newcomers, private_hands, table_menu, table_messages
from bot.tables.manager import TableManager
from bot.tables.offers import PAGES, Page


class TableHandlers(Handlers):
    async def open_table(self, request: Request) -> Reply:
        """Open a table here."""
        await self._services.tables.open_table(request)
        return told(answer(request, "you-opened"))

    async def open_practice(self, request: Request) -> Reply:
        """Open a practice table here, with computer players."""
        await self._services.tables.open_table(request, practice=True)
        return told(answer(request, "you-practise"))

    async def status(self, request: Request) -> Reply:
        """Return the public table."""
        state = await self._services.tables.look(request)
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
        number = services.announcer.shown_in(table.state.id)
        return Reply(table_messages.found(table.state, number, request.translate))

    async def choose_game(self, request: Request) -> Reply:
        """Return the games to open or practise."""
        return Reply(newcomers.choice_of_game(request.translate), menu=True, for_anybody=True)

    async def menu(self, request: Request) -> Reply:
        """Return the sender's menu."""
        return await menu_page(self._services.tables, request, request.word("page"))

    async def ask_to_stop(self, request: Request) -> Reply:
        """Explain the end of the table, with its button."""
        return await menu_page(self._services.tables, request, "stop")

    async def hand(self, request: Request) -> Reply:
        """Return the sender's private view, with their cards."""
        state = await self._services.tables.look(request)
        draft = self._services.announcer.private_side(state, request.who.id)
        return Reply(await asyncio.to_thread(draft.finished), secret=True)

    async def hint(self, request: Request) -> Reply:
        """Return a hint at a practice table."""
        state = await self._services.tables.look(request)
        if not state.practice:
            raise Refusal("practice-only", game=state.game_name)
        hint = await asyncio.to_thread(private_hands.hint, state, request.who.id, request.translate)
        return Reply(hint, secret=True)


async def menu_page(tables: TableManager, request: Request, wanted: str = "", said: tuple[str, ...] = ()) -> Reply:
    """Return a page of the menu, the first if the wanted one is empty."""
    offers = await tables.offers(request)
    which: Page = next((each for each in PAGES if each == wanted and offers.of(each)), "")
    return Reply(table_menu.page(which, offers, said, request.translate), menu=True)


async def menu_after(tables: TableManager, request: Request, reply: Reply) -> Reply:
    """Return the menu after an answer; the table may be gone."""
    said = tuple(line for line in reply.message.lines if line) or ((reply.toast,) if reply.toast else ())
    try:
        menu = await menu_page(tables, request, said=said)
    except Refusal:
        menu = Reply(answers.sentence("\n".join(said)) if said else Message(), menu=bool(said))
    return Reply(menu.message, toast=reply.toast, told=reply.told, menu=menu.menu)
