"""Chips: who has how many, what became of them, and the floor to which everybody may fill up once a day."""

from __future__ import annotations

from bot.accounts import Accounts
from bot.announcer import Announcer
from bot.counters.counter import Counter, Request
from bot.houses import Houses
from bot.ledger import Ledger
from bot.messages import PlayerId, Reply
from bot.people import People
from bot.presenting import answers
from bot.tables.state import Note
from bot.wording import Say


class Chips(Counter):
    """Answers questions about chips, and hands out the daily ones."""

    def __init__(
        self, ledger: Ledger, houses: Houses, people: People, accounts: Accounts, announcer: Announcer
    ) -> None:
        self._ledger = ledger
        self._houses = houses
        self._people = people
        self._accounts = accounts
        self._announcer = announcer

    async def chips(self, request: Request) -> Reply:
        """What the one who asks has."""
        in_wallet, on_tables = await self._accounts.wealth(request.house, request.who.id)
        return Reply(answers.chips(in_wallet, on_tables, request.say))

    async def top(self, request: Request) -> Reply:
        """The ten who have most."""
        richest = await self._ledger.top(request.house, 10)
        return Reply(answers.top(richest, lambda player: self._people.name(request.house, player), request.say))

    async def ledger(self, request: Request) -> Reply:
        """A page of somebody's ledger, or of one's own."""
        house, order, say = request.house, request.order, request.say
        player = request.who.id
        if order.word("player"):
            player = self._people.named(house, order.word("player")).player
        entries = await self._ledger.statement(house, player, before=order.amount("before"), limit=answers.LEDGER_LINES)
        name = self._people.name(house, player)
        return Reply(answers.ledger_page(name, entries, lambda each: self._actor(house, each, say), say))

    def _actor(self, house: str, player: PlayerId, say: Say) -> str:
        """Who did something to chips: a person, or an admin who spoke as the group."""
        return self._people.name(house, player) if self._people.knows(house, player) else say("the-group")

    async def daily(self, request: Request) -> Reply:
        """Fill up to the daily floor."""
        house, who, say = request.house, request.who, request.say
        floor = self._houses.of(house).tables.daily
        given = await self._accounts.top_up(house, who.id, request.done)
        if given < 0:
            return Reply(answers.sentence(say("answer-daily-taken")))
        if given == 0:
            return Reply(answers.sentence(say("answer-daily-not-due", floor=floor)))
        self._announcer.post(request.where, Note("daily", {"name": who.name, "floor": floor}))
        return Reply(answers.sentence(say("answer-daily-given", amount=given, floor=floor)))
