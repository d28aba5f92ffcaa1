from __future__ import annotations

from functools import partial

from bot.commands import Kind, Parameter, Request, admin_command, handles
from bot.dispatch.services import Handlers
from bot.features.mint import pages
from bot.features.mint.queries import given, held
from bot.features.mint.sources import audited
from bot.messages import Reply


class MintHandlers(Handlers):
    @handles(
        admin_command(
            name="audit", section="money", parameters=(Parameter("page", Kind.NUMBER, optional=True),), reads_only=True
        )
    )
    async def audit(self, request: Request) -> Reply:
        services, group = self._services, request.group
        found = audited(await services.ledger.read(given, group), await services.ledger.read(held, group))
        name_of = partial(services.members.name, group)
        page = request.amount("page") or 1
        return Reply(pages.audit(found, page, name_of, request.translate), menu=True)
