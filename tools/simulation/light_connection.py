"""One life's connection to the servers of a light chat: what it sends may arrive late, twice or never, and its process
may be dead before the response is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import httpx
from telegram.error import NetworkError, RetryAfter, TelegramError, TimedOut

from bot.chats.telegram_chat.bot_api_errors import retry_after
from bot.messages import Place
from tools.simulation.checks import NO_ANSWER, Call
from tools.simulation.light_server import Calls, LightServer
from tools.simulation.platform_faults import CallFate, Fate, Fates

UNSURE_POST = "post that may be repeated"
"""Under this name it is counted how many new messages stand twice by the platform's fault, or without Kiu's knowing."""

CALL_SECONDS = 10.0
"""After how many seconds a call that was not answered has failed."""

_Result = TypeVar("_Result")


class Connection:
    """The connection of one life of Kiu.

    Args:
        server: what is called.
        fates: draws what becomes of each call.
        outside: the loop of the world, in which calls arrive.
        breaches: where it is noted that a life has sent more than the platform takes, or did not wait as it was told.
        called: told of every call that will not be answered in time.
    """

    def __init__(
        self,
        server: LightServer,
        fates: Fates,
        outside: asyncio.AbstractEventLoop,
        breaches: list[str],
        called: Callable[[Call], None],
    ) -> None:
        self._server = server
        self._fates = fates
        self._outside = outside
        self._inside = asyncio.get_running_loop()
        self._breaches = breaches
        self._called = called
        self._sent: dict[str, Calls] = {}
        self._told_to_wait: dict[str, float] = {}
        self.cut = False
        """Whether the process was killed or has closed the connection."""

    async def call(self, place: Place, work: Callable[[], _Result], *, counts: bool = True) -> _Result:
        """Have something done on the servers.

        Args:
            place: what it is about.
            work: does it there, perhaps twice.
            counts: whether it uses up the budget of the place.

        Raises:
            telegram.error.TelegramError: it was refused, or nobody knows what became of it.
        """
        if self.cut:
            raise NetworkError("the connection is closed")
        server, chat = self._server, self._server.chat_of(place)
        fate = self._fates.of_call(chat)
        if fate.fate is Fate.NEVER_SENT:
            await asyncio.sleep(fate.there)
            raise NetworkError("httpx.ConnectError") from httpx.ConnectError("All connection attempts failed")
        if counts:
            self._count(chat, place)
        if _unanswered(fate):
            platform = server.style.platform
            self._called(Call(server.now(), platform, (f"{platform} {chat}",), NO_ANSWER))
        answer: asyncio.Future[_Result] = self._inside.create_future()
        self._outside.call_later(fate.there, self._arrive, chat, place, fate, work, answer, counts)
        try:
            async with asyncio.timeout(CALL_SECONDS):
                return await answer
        except TimeoutError:
            raise TimedOut from None
        except RetryAfter as error:
            self._told_to_wait[chat] = server.now() + (retry_after(error) or 0.0)
            raise

    def _count(self, chat: str, place: Place) -> None:
        now = self._server.now()
        sent = self._sent.setdefault(chat, Calls(self._server.budgets(place)))
        if now < self._told_to_wait.get(chat, 0.0):
            self._breaches.append(f"{chat} was called at {now:.2f}, before the pause was over")
        if sent.seconds_left(now) > 0:
            self._breaches.append(f"{chat} was called at {now:.2f}, and its budget was used up")
        sent.count(now)

    def _arrive(
        self,
        chat: str,
        place: Place,
        fate: CallFate,
        work: Callable[[], Any],
        answer: asyncio.Future[Any],
        counts: bool,
    ) -> None:
        """A call arrives, whether the process that has sent it is alive or not."""
        if fate.fate is Fate.LOST:
            return
        result, error, stood = None, None, self._server.posted
        try:
            if fate.fate is Fate.SERVER_ERROR:
                raise NetworkError("Bad Gateway")
            if fate.fate is Fate.TOO_MANY and counts:
                raise RetryAfter(fate.retry_after)
            if counts:
                self._server.take(chat, place)
            result = work()
            if self._server.posted > stood and (_unanswered(fate) or fate.fate is Fate.TWICE):
                self._fates.seen[UNSURE_POST] += 1
            if fate.fate is Fate.TWICE:
                with suppress(TelegramError):
                    work()
        except TelegramError as refused:
            error = refused
        if fate.fate is not Fate.RESPONSE_LOST and not self.cut:
            self._inside.call_later(fate.back, _settle, answer, result, error)

    def tell(self, work: Callable[..., None], *args: object) -> None:
        """Tell the servers something that is on its way even if the process dies now, and needs no response."""
        if not self.cut:
            self._outside.call_later(0.05, work, *args)


def _unanswered(fate: CallFate) -> bool:
    """Whether the answer to a call does not come before it has failed."""
    return fate.fate in (Fate.LOST, Fate.RESPONSE_LOST) or fate.there + fate.back >= CALL_SECONDS


def _settle(answer: asyncio.Future[Any], result: object, error: Exception | None) -> None:
    if answer.done():
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)
