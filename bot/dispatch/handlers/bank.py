"""What admins do to other people's chips; each time everybody is told."""

from __future__ import annotations

from bot.commands import Refusal, Request
from bot.dispatch.handlers.handler import Handlers, answer, told
from bot.groups.reversal import reverse_hand
from bot.ledger import MOST_CHIPS, Overdrawn
from bot.messages import Reply
from bot.messages.names import safe_text
from bot.tables.state import Notice


class BankHandlers(Handlers):
    """Gives and takes chips, and declares hands void."""

    async def grant(self, request: Request) -> Reply:
        """Give chips of the group to somebody."""
        return await self._move(request, giving=True)

    async def take(self, request: Request) -> Reply:
        """Take chips out of somebody's wallet."""
        return await self._move(request, giving=False)

    async def _move(self, request: Request, *, giving: bool) -> Reply:
        member = self._services.members.named(request.group, request.word("player"))
        amount, reason = request.amount("amount") or 0, safe_text(request.word("reason"))
        if not 1 <= amount <= MOST_CHIPS:
            raise Refusal("bank-amount-out-of-range", most=MOST_CHIPS)
        wallets = self._services.wallets
        try:
            await (wallets.grant if giving else wallets.take)(request, member.player, amount, reason)
        except Overdrawn as overdrawn:
            raise Refusal("bank-takes-too-many", name=member.name, wallet=overdrawn.balance) from overdrawn
        fields: dict[str, str | int] = {
            "admin": request.who.name,
            "name": member.name,
            "amount": amount,
            "reason": reason,
        }
        self._services.announcer.post(request.where, Notice("bank-grant" if giving else "bank-take", fields))
        return told(answer(request, "bank-done"))

    async def void(self, request: Request) -> Reply:
        """Call a running hand off, or reverse what was won and lost in one that is over."""
        services = self._services
        hand, reason = request.amount("hand") or 0, safe_text(request.word("reason"))
        if await services.tables.void(request, hand, reason):
            return told(answer(request, "you-voided", hand=str(hand)))
        await reverse_hand(services.ledger, services.members, request, hand, reason)
        fields: dict[str, str | int] = {"admin": request.who.name, "hand": str(hand), "reason": reason}
        services.announcer.post(request.where, Notice("bank-void", fields))
        return told(answer(request, "bank-done"))
