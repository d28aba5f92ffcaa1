"""Sharing a table's address."""

from __future__ import annotations

import asyncio

from bot.commands import Refusal, Request, handles, public_page
from bot.dispatch.services import Handlers
from bot.features.invitations import pages
from bot.messages import Reply


class InvitationHandlers(Handlers):
    @handles(public_page(name="share", part=True))
    async def share(self, request: Request) -> Reply:
        services = self._services
        state = (await services.tables.look(request)).state
        address = services.announcer.address_of(state, request.who.id)
        if address is None:
            raise Refusal("nobody-can-come")
        draft = pages.shared(state, address, request.translate, in_menu=request.in_menu)
        return Reply(await asyncio.to_thread(draft.finished), menu=True, for_anybody=True)
