"""What becomes of Kiu's calls to Discord and of the events of its gateway: most arrive, some late, twice or never."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus

from simulation.answers_under_way import AnswersUnderWay
from simulation.chance import Chance
from simulation.checks import Call
from simulation.platform_faults import Fate, Fates, PlatformFaults, UpdateFate
from tests.chats.discord.double.calls import Call as Request
from tests.chats.discord.double.components import Json
from tests.chats.discord.double.gateway import Session
from tests.chats.discord.double.rest import CarryOut, Outcome
from tests.chats.discord.double.server import Discord

USUAL = replace(PlatformFaults(), twice=0.0)
"""A bad day of Discord, which carries out no call twice."""

HANGS = 15.0
"""Seconds after which the connection of a call that was lost breaks."""

LATEST_EVENT = 1.0
"""After how many seconds an event of the gateway comes that is late: those after it may have come before."""

OVERALL = "discord global"

BAD_GATEWAY: Outcome = (HTTPStatus.BAD_GATEWAY, {"message": "502: Bad Gateway", "code": 0}, {})


class DiscordCalls:
    """Stands between Kiu and the double of Discord.

    Args:
        double: carries calls out.
        chance: decides what becomes of each.
        called: told of every call that was answered.
    """

    def __init__(self, double: Discord, chance: Chance, called: Callable[[Call], None]) -> None:
        self._double = double
        self._called = called
        self._loop = asyncio.get_running_loop()
        self._fates = Fates(chance, "discord", USUAL)
        self._under_way: AnswersUnderWay[Outcome] = AnswersUnderWay()

    @property
    def faults(self) -> PlatformFaults:
        """How often something goes wrong."""
        return self._fates.faults

    @faults.setter
    def faults(self, faults: PlatformFaults) -> None:
        self._fates.faults = replace(faults, twice=0.0)

    @property
    def unsure(self) -> int:
        """How many messages stand, or were changed, without an answer that says so."""
        return self._under_way.lost

    def break_off(self) -> None:
        """All connections break, or Kiu was killed."""
        self._under_way.break_off()

    async def bring(self, call: Request, carry_out: CarryOut) -> Outcome | None:
        """Bring a call to the double and back, or lose it; ``None`` breaks the connection."""
        fate = self._fates.of_call(str(call.channel or call.route))
        if fate.fate is Fate.NEVER_SENT:
            return None
        if fate.fate is Fate.LOST:
            await asyncio.sleep(HANGS)
            return None
        if fate.fate is Fate.SERVER_ERROR:
            self._tell(call, BAD_GATEWAY)
            return BAD_GATEWAY
        if fate.fate is Fate.TOO_MANY and call.channel:
            self._double.rate_limiter.flood(call.channel, fate.retry_after)
        breaks = self._under_way.breaks
        outcome = await self._under_way.carried_out(carry_out(), shows=call.method != "GET")
        if fate.fate is Fate.RESPONSE_LOST:
            self._under_way.lost += call.method != "GET"
            return None
        if fate.fate is Fate.LATE:
            await asyncio.sleep(fate.back)
        if breaks != self._under_way.breaks:
            return None
        self._tell(call, outcome)
        return outcome

    def bring_event(self, session: Session, frame: Json) -> None:
        """Bring an event to the client of a session: at once, after later ones, or twice."""
        fate, send = self._fates.of_update("discord"), self._double.gateway.send
        if fate.fate is UpdateFate.LATE:
            self._loop.call_later(min(fate.after, LATEST_EVENT), send, session, frame)
            return
        send(session, frame)
        if fate.fate is UpdateFate.TWICE:
            self._loop.call_later(min(fate.again_after, LATEST_EVENT), send, session, frame)

    def _tell(self, call: Request, outcome: Outcome) -> None:
        """Say what Kiu has called, and how that was answered."""
        status, body, headers = outcome
        own = f"discord {call.name} {call.channel or call.webhook}"
        by_token = call.webhook or "interaction_token" in call.path
        buckets = (own,) if by_token else (OVERALL, own)
        wait = float(headers.get("Retry-After", 0)) if status == HTTPStatus.TOO_MANY_REQUESTS else 0.0
        closed = (OVERALL,) if wait and body.get("global") else (own,)
        self._called(Call(call.at, "discord", buckets, status, wait, closed, self._loop.time()))
