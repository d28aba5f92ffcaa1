"""The self-test of a place, for admins who want to know whether all works there."""

from __future__ import annotations

from bot.commands import Refusal, Request
from bot.dispatch.handlers.handler import Handlers, answer
from bot.live.self_tests import Asked
from bot.messages import Message, Reply
from bot.presenting import trial
from bot.presenting.self_test import LARGEST_AMOUNT
from bot.wording import in_language


class SelfTestHandlers(Handlers):
    """Begins self-tests, and takes the amounts that they ask for."""

    async def self_test(self, request: Request) -> Reply:
        """Try all that a table does in this place; its report follows when it is over.

        Where an answer would be one more public message there is none but the report; with an amount, which the report
        asks for, the answer says that it has come; while the host tries this place, it is the press of the test table.
        """
        amount = request.amount("amount")
        if amount is not None:
            if not 1 <= amount <= LARGEST_AMOUNT:
                raise Refusal("selftest-amount-out-of-range", most=LARGEST_AMOUNT)
            if self._services.self_tests.pressed(request.where, request.who.id):
                return Reply(trial.pressed(request.translate), menu=True)
            return answer(request, "selftest-amount", amount=amount)
        services = self._services
        await services.ledger.commit(request.receipt)
        language = services.groups.of(request.group).language
        asked = Asked(request.where, request.who.id, request.translate, in_language(language))
        if not services.self_tests.begin(asked):
            raise Refusal("selftest-running")
        return Reply(Message(), toast=request.translate("answer-selftest-begun"))
