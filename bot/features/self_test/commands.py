from __future__ import annotations

import structlog

from bot.commands import Kind, Parameter, Refusal, Request, admin_command, handles
from bot.dispatch.services import Handlers, Services, answer
from bot.environment.task_set import TaskSet
from bot.features.self_test import pages
from bot.features.self_test.probes import SelfTest
from bot.messages import Message, Place, Reply
from bot.wording import in_language

log = structlog.get_logger()


class SelfTests(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._running = TaskSet()
        self._tested: set[Place] = set()
        """At most one in each."""

        services.background.append(self._running)
        services.questions[pages.COMMAND] = lambda _, translate: pages.amount_question(translate)

    @handles(
        admin_command(
            name=pages.COMMAND,
            section="learn",
            discord="admin selftest",
            parameters=(Parameter("amount", Kind.AMOUNT, optional=True),),
        )
    )
    async def self_test(self, request: Request) -> Reply:
        """Test everything a table does here, or confirm the amount asked for.

        No public message but the report, for an answer would be one more.
        """
        amount = request.amount("amount")
        if amount is not None:
            if not 1 <= amount <= pages.LARGEST_AMOUNT:
                raise Refusal("number-out-of-range", most=pages.LARGEST_AMOUNT)
            return answer(request, "selftest-amount", amount=amount)
        services, place = self._services, request.where
        if place in self._tested:
            raise Refusal("selftest-running")
        # A refusal afterwards would read as done already.
        await services.ledger.commit(request.receipt)
        to_all = in_language(services.groups.of(request.group).language)
        test = SelfTest(
            services.chats[place.platform], place, request.who.id, services.clock, request.translate, to_all
        )
        if place not in self._tested:
            # One begun there a moment ago serves both.
            self._tested.add(place)
            self._running.start(self._run(place, test))
        return Reply(Message(), toast=request.translate("answer-selftest-begun"))

    async def _run(self, place: Place, test: SelfTest) -> None:
        try:
            await test.run()
        except Exception:
            log.exception("self-test failed", action="it is given up", group=place.group)
        finally:
            self._tested.discard(place)
