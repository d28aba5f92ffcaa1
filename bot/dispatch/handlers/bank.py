"""The bank: whatever an admin does to other people's chips is there for everybody to read."""

from __future__ import annotations

from bot.commands.refusal import Refusal
from bot.dispatch.handlers.handler import Handler, Request
from bot.groups.members import Members
from bot.groups.reversal import reverse_hand
from bot.groups.wallets import Wallets
from bot.ledger import MOST_CHIPS, Ledger
from bot.live.announcer import Announcer
from bot.messages import Reply
from bot.messages.names import safe_text
from bot.presenting import answers
from bot.tables.manager import TableManager
from bot.tables.state import Note


class Bank(Handler):
    """Gives and takes chips, and declares hands void."""

    def __init__(
        self, ledger: Ledger, members: Members, wallets: Wallets, tables: TableManager, announcer: Announcer
    ) -> None:
        self._ledger = ledger
        self._members = members
        self._wallets = wallets
        self._tables = tables
        self._announcer = announcer

    async def bank_grant(self, request: Request) -> Reply:
        """Give chips of the group to somebody."""
        return await self._move(request, giving=True)

    async def bank_take(self, request: Request) -> Reply:
        """Take chips out of somebody's wallet."""
        return await self._move(request, giving=False)

    async def _move(self, request: Request, *, giving: bool) -> Reply:
        order, group, admin = request.order, request.group, request.who
        person = self._members.named(group, order.word("player"))
        amount, reason = order.amount("amount") or 0, safe_text(order.word("reason"))
        if not 1 <= amount <= MOST_CHIPS:
            raise Refusal("bank-amount-out-of-range", most=MOST_CHIPS)
        move = self._wallets.grant if giving else self._wallets.take
        await move(group, person.player, amount, admin.id, reason, request.done)
        fields: dict[str, str | int] = {
            "admin": admin.name,
            "name": person.name,
            "amount": amount,
            "reason": reason,
        }
        self._announcer.post(request.where, Note("bank-grant" if giving else "bank-take", fields))
        translate = request.translate
        return Reply(answers.sentence(translate("answer-bank-done")))

    async def bank_void(self, request: Request) -> Reply:
        """Call a running hand off, or reverse what was won and lost in one that is over."""
        group, admin, translate = request.group, request.who, request.translate
        hand, reason = request.order.amount("hand") or 0, safe_text(request.order.word("reason"))
        if await self._tables.void(hand, group, admin.id, reason, request.done):
            return Reply(answers.sentence(translate("answer-you-voided", hand=str(hand))))
        await reverse_hand(self._ledger, self._members, group, hand, admin.id, reason, request.done)
        fields: dict[str, str | int] = {"admin": admin.name, "hand": str(hand), "reason": reason}
        self._announcer.post(request.where, Note("bank-void", fields))
        return Reply(answers.sentence(translate("answer-bank-done")))
