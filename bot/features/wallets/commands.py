from __future__ import annotations

from bot.commands import CommandSpec, Kind, Parameter, Refusal, Request, handles, own_page
from bot.dispatch.services import Handlers, answer, told
from bot.features.wallets import pages
from bot.groups.time_zones import day_of
from bot.ledger import BeyondLimit, Overdrawn, Transfer, wallet
from bot.ledger.movements import give
from bot.messages import Reply, is_computer
from engine.table.changes import Notice


class WalletHandlers(Handlers):
    @handles(own_page(name="chips", section="money"))
    async def chips(self, request: Request) -> Reply:
        wealth = await self._services.wallets.wealth(request.group, request.who.id)
        at_stake = self._services.tables.at_stake(request.group, request.who.id)
        rules = self._services.groups.of(request.group).tables
        return Reply(pages.chips_page(wealth, at_stake, rules, request.table, request.translate), menu=True)

    @handles(CommandSpec(name="daily", section="money", in_private=True))
    async def daily(self, request: Request) -> Reply:
        services, who = self._services, request.who
        floor = services.groups.of(request.group).tables.daily
        given = await services.wallets.top_up(request.group, who.id, request.receipt)
        if given < 0:
            return answer(request, "daily-taken")
        if given == 0:
            return answer(request, "daily-not-due", floor=floor)
        services.announcer.post(request.where, Notice("daily", {"name": who.name, "floor": floor}))
        return told(answer(request, "daily-given", amount=given, floor=floor))

    @handles(
        CommandSpec(
            name="gift",
            section="money",
            parameters=(Parameter("player", Kind.PERSON), Parameter("amount", Kind.AMOUNT)),
        )
    )
    async def gift(self, request: Request) -> Reply:
        services, who, settings = self._services, request.who, self._services.groups.of(request.group)
        most, amount = settings.tables.gifts, request.amount("amount") or 0
        if not most:
            raise Refusal("gifts-off")
        taker = self._member(request, request.word("player"))
        if taker.player == who.id:
            raise Refusal("gift-to-yourself")
        if is_computer(taker.player):
            raise Refusal("gift-to-computer", name=taker.name)
        if amount < 1:
            raise Refusal("chips-out-of-range", most=most)
        own, theirs = wallet(request.group, who.id), wallet(request.group, taker.player)
        today, _ = day_of(services.clock.utc(), settings.time_zone)
        try:
            gift = Transfer(own, theirs, amount, "gift", actor=who.id)
            await services.ledger.write(request.receipt, give, gift, most, today)
        except BeyondLimit as beyond:
            raise Refusal("gift-beyond-limit", most=most, left=beyond.left) from beyond
        except Overdrawn as overdrawn:
            raise Refusal("gift-beyond-wallet", wallet=overdrawn.balance) from overdrawn
        fields: dict[str, str | int] = {"giver": who.name, "name": taker.name, "amount": amount}
        services.announcer.post(request.where, Notice("gift", fields))
        return told(answer(request, "gift-given", name=taker.name, amount=amount))
