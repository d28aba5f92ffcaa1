"""Chips: who has how many, their transfers, and the daily top-up."""

from __future__ import annotations

from functools import partial

from bot.commands import Refusal, Request
from bot.dispatch.handlers.handler import Handlers, answer, told
from bot.messages import PlayerId, Reply
from bot.presenting import answers
from bot.tables.state import Notice


class WalletHandlers(Handlers):
    """Answers questions about chips, and hands out the daily ones."""

    async def chips(self, request: Request) -> Reply:
        """What the sender has."""
        wealth = await self._services.wallets.wealth(request.group, request.who.id)
        return Reply(answers.chips(wealth.in_wallet, wealth.on_tables + wealth.at_stake, request.translate))

    async def statement(self, request: Request) -> Reply:
        """A page of somebody's ledger, or of one's own."""
        group, members, player = request.group, self._services.members, request.who.id
        if wanted := request.word("player"):
            if not members.knows(group, wanted) and (name := request.picked_name(wanted)):
                raise Refusal("not-played-here", name=name)
            player = members.named(group, wanted).player
        entries = await self._services.ledger.statement(
            group, player, before=request.amount("before"), limit=answers.LEDGER_LINES
        )
        name = members.name(group, player)
        return Reply(answers.ledger_page(name, entries, partial(self._actor, request), request.translate))

    def _actor(self, request: Request, player: PlayerId) -> str:
        """Who did something to chips: a member, or an admin who spoke as the group."""
        members = self._services.members
        return (
            members.name(request.group, player)
            if members.knows(request.group, player)
            else request.translate("the-group")
        )

    async def daily(self, request: Request) -> Reply:
        """Fill up to the daily floor."""
        services, who = self._services, request.who
        floor = services.groups.of(request.group).tables.daily
        given = await services.wallets.top_up(request.group, who.id, request.receipt)
        if given < 0:
            return answer(request, "daily-taken")
        if given == 0:
            return answer(request, "daily-not-due", floor=floor)
        services.announcer.post(request.where, Notice("daily", {"name": who.name, "floor": floor}))
        return told(answer(request, "daily-given", amount=given, floor=floor))
