"""The self-test of a place, for admins."""

from __future__ import annotations

import asyncio

import structlog

from bot.commands import Kind, Parameter, Refusal, Request, admin_command, handles
from bot.dispatch.handlers.handler import Handlers, Services, answer
from bot.features.self_test import pages
from bot.features.self_test.probes import SelfTest
from bot.messages import Message, Place, Reply
from bot.wording import in_language

log = structlog.get_logger()


class RunningTests:
    """Running self-tests, at most one in a place."""

    def __init__(self) -> None:
        self._tasks: dict[Place, asyncio.Task[None]] = {}

    async def begin(self) -> None:
        """Do nothing: none outlives its process."""

    def runs_at(self, place: Place) -> bool:
        return place in self._tasks

    def start(self, place: Place, test: SelfTest) -> None:
        """Start a self-test; one begun there a moment ago serves both."""
        if self.runs_at(place):
            return
        task = self._tasks[place] = asyncio.get_running_loop().create_task(self._run(place, test))
        task.add_done_callback(lambda _: self._tasks.pop(place))

    async def wait_until_idle(self) -> None:
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def stop(self) -> None:
        """Abort all of them."""
        for task in self._tasks.values():
            task.cancel()
        await self.wait_until_idle()

    async def _run(self, place: Place, test: SelfTest) -> None:
        try:
            await test.run()
        except Exception:
            log.exception("self-test failed", action="it is given up", group=place.group)


class SelfTests(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._running = RunningTests()
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
                raise Refusal("selftest-amount-out-of-range", most=pages.LARGEST_AMOUNT)
            return answer(request, "selftest-amount", amount=amount)
        services, place = self._services, request.where
        if self._running.runs_at(place):
            raise Refusal("selftest-running")
        # A refusal afterwards would read as done already.
        await services.ledger.commit(request.receipt)
        to_all = in_language(services.groups.of(request.group).language)
        test = SelfTest(
            services.chats[place.platform], place, request.who.id, services.clock, request.translate, to_all
        )
        self._running.start(place, test)
        return Reply(Message(), toast=request.translate("answer-selftest-begun"))
