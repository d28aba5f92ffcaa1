"""The bank: whatever an admin does to other people's chips is there for everybody to read."""

from __future__ import annotations

from bot.accounts import Accounts
from bot.announcer import Announcer
from bot.counters.counter import Counter, Request
from bot.ledger import MOST_CHIPS, Ledger
from bot.messages import Reply
from bot.names import safe_text
from bot.people import People
from bot.presenting import answers
from bot.refusal import Refusal
from bot.reversal import reverse_hand
from bot.tables.state import Note
from bot.tables.tables import Tables


class Bank(Counter):
    """Gives and takes chips, and declares hands void."""

    def __init__(
        self, ledger: Ledger, people: People, accounts: Accounts, tables: Tables, announcer: Announcer
    ) -> None:
        self._ledger = ledger
        self._people = people
        self._accounts = accounts
        self._tables = tables
        self._announcer = announcer

    async def bank_grant(self, request: Request) -> Reply:
        """Give chips of the house to somebody."""
        return await self._move(request, giving=True)

    async def bank_take(self, request: Request) -> Reply:
        """Take chips out of somebody's wallet."""
        return await self._move(request, giving=False)

    async def _move(self, request: Request, *, giving: bool) -> Reply:
        order, house, admin = request.order, request.house, request.who
        person = self._people.named(house, order.word("player"))
        amount, reason = order.amount("amount") or 0, safe_text(order.word("reason"))
        if not 1 <= amount <= MOST_CHIPS:
            raise Refusal("bank-amount-out-of-range", most=MOST_CHIPS)
        move = self._accounts.grant if giving else self._accounts.take
        await move(house, person.player, amount, admin.id, reason, request.done)
        fields: dict[str, str | int] = {
            "admin": admin.name,
            "name": person.name,
            "amount": amount,
            "reason": reason,
        }
        self._announcer.post(request.where, Note("bank-grant" if giving else "bank-take", fields))
        say = request.say
        return Reply(answers.sentence(say("answer-bank-done")))

    async def bank_void(self, request: Request) -> Reply:
        """Call a running hand off, or reverse what was won and lost in one that is over."""
        house, admin, say = request.house, request.who, request.say
        hand, reason = request.order.amount("hand") or 0, safe_text(request.order.word("reason"))
        if await self._tables.void(hand, house, admin.id, reason, request.done):
            return Reply(answers.sentence(say("answer-you-voided", hand=str(hand))))
        await reverse_hand(self._ledger, self._people, house, hand, admin.id, reason, request.done)
        fields: dict[str, str | int] = {"admin": admin.name, "hand": str(hand), "reason": reason}
        self._announcer.post(request.where, Note("bank-void", fields))
        return Reply(answers.sentence(say("answer-bank-done")))
