from __future__ import annotations

import gzip
import json

from bot.commands import CommandSpec, Kind, Parameter, Request, handles, own_page, public_page
from bot.dispatch.services import Handlers, Services, answer
from bot.features.privacy import pages
from bot.features.privacy.forgetting import Forgetting
from bot.features.privacy.queries import chips_left, export
from bot.messages import File, Reply
from bot.tables.sealing import KEPT

LARGEST_FILE = 7_000_000
"""Most bytes that every platform takes; a larger file is compressed."""

FORMAT = "kiu personal data/1"


class PrivacyHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._forgetting = Forgetting(services)
        services.background.append(self._forgetting)

    @handles(public_page(name="privacy", section="learn", at_length=True, about_group=False))
    async def privacy(self, request: Request) -> Reply:
        """Explain the stored data: purpose, period, readers."""
        page = pages.overview(request.where.platform, KEPT.days, self._services.host, request.translate)
        return Reply(page, menu=True)

    @handles(own_page(name="export me", part=True, about_group=False))
    async def export_me(self, request: Request) -> Reply:
        player = request.who.id
        tables = await export(self._services.ledger, player)
        now = self._services.clock.utc().isoformat()
        written = {"format": FORMAT, "player": player, "exported": now, "tables": tables}
        content = json.dumps(written, ensure_ascii=False, indent=1).encode()
        name = "kiu-my-data.json"
        if len(content) > LARGEST_FILE:
            name, content = f"{name}.gz", gzip.compress(content)
        return Reply(pages.export(File(name, content), tables, request.translate), secret=True)

    @handles(own_page(name="forget me", section="learn", discord="forget me", at_length=True, about_group=False))
    async def forget_me(self, request: Request) -> Reply:
        return await self._asked(request, sure=False)

    async def _asked(self, request: Request, *, sure: bool) -> Reply:
        seats = len(self._services.tables.all_of_player(request.who.id))
        left = await self._services.ledger.read(chips_left, request.who.id)
        groups = await self._services.members.groups_of(request.who.id)
        facts = pages.Forgetting(
            groups=len(groups),
            chips=sum(chips for account, chips in left if account.player),
            seats=seats,
            code=self._forgetting.code(request.who.id, sure=sure),
        )
        page = pages.forget_surely if sure else pages.forget
        return Reply(page(facts, request.where.platform, request.translate), menu=True)

    @handles(
        CommandSpec(
            name="forget now",
            part=True,
            parameters=(Parameter("code", Kind.WORDS),),
            while_away=True,
            in_private=True,
            about_group=False,
        )
    )
    async def forget_now(self, request: Request) -> Reply:
        """Ask once more, or forget the sender after both buttons."""
        if not self._forgetting.confirms(request.who.id, request.word("code")):
            return await self._asked(request, sure=True)
        await self._forgetting.ask(request)
        return Reply(answer(request, "forgetting").message, menu=True)
