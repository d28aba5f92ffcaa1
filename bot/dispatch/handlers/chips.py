"""Chips: who has how many, what became of them, and the floor to which everybody may fill up once a day."""

from __future__ import annotations

from bot.dispatch.handlers.handler import Handler, Request
from bot.groups import Groups
from bot.groups.members import Members
from bot.groups.wallets import Wallets
from bot.ledger import Ledger
from bot.live.announcer import Announcer
from bot.messages import PlayerId, Reply
from bot.presenting import answers
from bot.tables.state import Note
from bot.wording import Translator


class Chips(Handler):
    """Answers questions about chips, and hands out the daily ones."""

    def __init__(
        self, ledger: Ledger, groups: Groups, members: Members, wallets: Wallets, announcer: Announcer
    ) -> None:
        self._ledger = ledger
        self._groups = groups
        self._members = members
        self._wallets = wallets
        self._announcer = announcer

    async def chips(self, request: Request) -> Reply:
        """What the one who asks has."""
        in_wallet, on_tables = await self._wallets.wealth(request.group, request.who.id)
        return Reply(answers.chips(in_wallet, on_tables, request.translate))

    async def top(self, request: Request) -> Reply:
        """The ten who have most."""
        richest = await self._ledger.top(request.group, 10)
        return Reply(answers.top(richest, lambda player: self._members.name(request.group, player), request.translate))

    async def ledger(self, request: Request) -> Reply:
        """A page of somebody's ledger, or of one's own."""
        group, order, translate = request.group, request.order, request.translate
        player = request.who.id
        if order.word("player"):
            player = self._members.named(group, order.word("player")).player
        entries = await self._ledger.statement(group, player, before=order.amount("before"), limit=answers.LEDGER_LINES)
        name = self._members.name(group, player)
        return Reply(answers.ledger_page(name, entries, lambda each: self._actor(group, each, translate), translate))

    def _actor(self, group: str, player: PlayerId, translate: Translator) -> str:
        """Who did something to chips: a person, or an admin who spoke as the group."""
        return self._members.name(group, player) if self._members.knows(group, player) else translate("the-group")

    async def daily(self, request: Request) -> Reply:
        """Fill up to the daily floor."""
        group, who, translate = request.group, request.who, request.translate
        floor = self._groups.of(group).tables.daily
        given = await self._wallets.top_up(group, who.id, request.done)
        if given < 0:
            return Reply(answers.sentence(translate("answer-daily-taken")))
        if given == 0:
            return Reply(answers.sentence(translate("answer-daily-not-due", floor=floor)))
        self._announcer.post(request.where, Note("daily", {"name": who.name, "floor": floor}))
        return Reply(answers.sentence(translate("answer-daily-given", amount=given, floor=floor)))
