"""What becomes of Kiu's calls to Discord, and of the events of its gateway: some come late, or twice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from tests.chats.discord.double.calls import Call as Request
from tests.chats.discord.double.components import Json
from tests.chats.discord.double.gateway import Session
from tests.chats.discord.double.rest import CarryOut, Outcome
from tests.chats.discord.double.server import Discord
from tools.simulation.chance import Chance
from tools.simulation.checks import NO_ANSWER, Call
from tools.simulation.platform_calls import PlatformCalls
from tools.simulation.platform_faults import UpdateFate

HANGS = 15.0
"""Seconds after which the connection of a call that was lost breaks."""

LATEST_EVENT = 1.0
"""After how many seconds an event of the gateway comes that is late: those after it may have come before."""

OVERALL = "discord global"

BAD_GATEWAY: Outcome = (HTTPStatus.BAD_GATEWAY, {"message": "502: Bad Gateway", "code": 0}, {})


class DiscordCalls(PlatformCalls[Outcome]):
    """Stands between Kiu and the double of Discord.

    Args:
        double: carries calls out.
        chance: decides what becomes of each.
        called: told of every call that was answered, or lost on the way.
    """

    def __init__(self, double: Discord, chance: Chance, called: Callable[[Call], None]) -> None:
        super().__init__("discord", chance, called, HANGS, BAD_GATEWAY)
        self._double = double

    async def bring(self, call: Request, carry_out: CarryOut) -> Outcome | None:
        """Bring a call to the double and back, or lose it; ``None`` breaks the connection."""
        shows = call.method != "GET"

        def refuse(seconds: int) -> None:
            if call.channel:
                self._double.rate_limiter.flood(call.channel, seconds)

        return await self._brought(
            str(call.channel or call.route),
            lambda: self._under_way.carried_out(carry_out(), shows=shows),
            shows=shows,
            refuse=refuse,
            tell=partial(self._tell, call),
        )

    def bring_event(self, session: Session, frame: Json) -> None:
        """Bring an event to the client of a session: at once, after later ones, or twice."""
        fate, send = self._fates.of_update("discord"), self._double.gateway.send
        if fate.fate is UpdateFate.LATE:
            self._loop.call_later(min(fate.after, LATEST_EVENT), send, session, frame)
            return
        send(session, frame)
        if fate.fate is UpdateFate.TWICE:
            self._loop.call_later(min(fate.again_after, LATEST_EVENT), send, session, frame)

    def _tell(self, call: Request, outcome: Outcome | None) -> None:
        """Say what Kiu has called, and how that was answered, if it was."""
        status, body, headers = outcome or (NO_ANSWER, {}, {})
        own = f"discord {call.name} {call.channel or call.webhook}"
        by_token = call.webhook or "interaction_token" in call.path
        buckets = (own,) if by_token else (OVERALL, own)
        # What several apps have used up together says nothing about other calls of the same route.
        alone = headers.get("X-RateLimit-Scope") != "shared"
        wait = float(headers.get("Retry-After", 0)) if status == HTTPStatus.TOO_MANY_REQUESTS and alone else 0.0
        closed = (OVERALL,) if wait and body.get("global") else (own,)
        self._called(Call(call.at, "discord", buckets, status, wait, closed, self._loop.time()))
