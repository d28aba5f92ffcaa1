"""What the mint of a group gave to whom, for its admins."""

from __future__ import annotations

from functools import partial

from bot.commands import Request
from bot.dispatch.handlers.handler import Handlers
from bot.groups.mint import audited
from bot.messages import Reply
from bot.presenting import mint_pages


class MintHandlers(Handlers):
    """Accounts for every chip of a group."""

    async def audit(self, request: Request) -> Reply:
        """What the mint gave to whom, beside what all hold."""
        services, group = self._services, request.group
        found = audited(await services.ledger.given(group), await services.ledger.held(group))
        name_of = partial(services.members.name, group)
        page = request.amount("page") or 1
        return Reply(mint_pages.audit(found, page, name_of, request.translate), menu=True)
