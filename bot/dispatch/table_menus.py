"""The menu of a table, made for whoever asks, and made anew when something was done in it."""

from __future__ import annotations

from bot.commands import Refusal, Request
from bot.messages import Message, Reply
from bot.presenting import answers, table_menu
from bot.tables.manager import TableManager
from bot.tables.offers import PAGES, Page


class TableMenus:
    """The pages of the menus of all tables.

    Args:
        tables: every open table.
    """

    def __init__(self, tables: TableManager) -> None:
        self._tables = tables

    async def page(self, request: Request, wanted: str = "", said: tuple[str, ...] = ()) -> Reply:
        """A page of the menu of the table that a request is about.

        Args:
            request: by whom, and where.
            wanted: the page; the first if there is none of that name.
            said: what has just been done, in sentences.

        Raises:
            Refusal: there is no table, or it takes no more requests.
        """
        offers = await self._tables.offers(request)
        which: Page = next((each for each in PAGES if each == wanted), "")
        if not offers.of(which):
            which = ""
        return Reply(table_menu.page(which, offers, said, request.translate), menu=True)

    async def after(self, request: Request, reply: Reply) -> Reply:
        """The menu after something was done in it, with the answer to that first; a table may be gone by then."""
        said = tuple(line for line in reply.message.lines if line) or ((reply.toast,) if reply.toast else ())
        try:
            menu = await self.page(request, said=said)
        except Refusal:
            menu = Reply(answers.sentence("\n".join(said)) if said else Message(), menu=bool(said))
        return Reply(menu.message, toast=reply.toast, told=reply.told, menu=menu.menu)
