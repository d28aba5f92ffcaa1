from __future__ import annotations

from bot.commands import Kind, Parameter, Refusal, Request, admin_command, handles, public_page
from bot.dispatch.autocomplete import Completing
from bot.dispatch.services import Handlers, Services
from bot.features.menu.offers import PAGES, Page, offers
from bot.features.menu.pages import page
from bot.messages import Message, Reply
from bot.presenting import answers


def _pages(_: Completing) -> list[tuple[str, str]]:
    return [(each, each) for each in PAGES if each]


class MenuHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        services.after.append(self._after)

    @handles(
        public_page(
            name="menu",
            section="table",
            parameters=(Parameter("page", Kind.WORD, optional=True, suggest=_pages),),
            more_for_admins=True,
        )
    )
    async def menu(self, request: Request) -> Reply:
        return await self._page(request, request.word("page"))

    @handles(admin_command(name="stop", section="table", discord="mod stop", reads_only=True))
    async def ask_to_stop(self, request: Request) -> Reply:
        """Explain the end of the table, with its button."""
        return await self._page(request, "stop")

    async def _page(self, request: Request, wanted: str = "", said: tuple[str, ...] = ()) -> Reply:
        """Return the wanted page, or the first if it is empty."""
        found = await offers(await self._services.tables.look(request), request)
        which: Page = next((each for each in PAGES if each == wanted and found.of(each)), "")
        return Reply(page(which, found, said, request.translate), menu=True)

    async def _after(self, request: Request, reply: Reply) -> Reply:
        """Return the menu after an answer to a press in it; the table may be gone."""
        if not (request.in_menu and request.table) or reply.menu or request.command.spec.reads_only:
            return reply
        said = tuple(line for line in reply.message.lines if line) or ((reply.toast,) if reply.toast else ())
        try:
            menu = await self._page(request, said=said)
        except Refusal:
            menu = Reply(answers.sentence("\n".join(said)) if said else Message(), menu=bool(said))
        return Reply(menu.message, toast=reply.toast, told=reply.told, menu=menu.menu)
