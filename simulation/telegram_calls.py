"""What becomes of Kiu's calls to Telegram: most arrive, and some are answered late, with an error, or never."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus

from simulation.answers_under_way import AnswersUnderWay
from simulation.chance import Chance
from simulation.checks import Call
from simulation.platform_faults import Fate, Fates, PlatformFaults, UpdateFate
from tests.chats.telegram.double import Telegram
from tests.chats.telegram.double.bot_api import COUNTED
from tests.chats.telegram.double.chats import Json
from tests.chats.telegram.double.server import CarryOut, Outcome

USUAL = replace(PlatformFaults(), twice=0.0)
"""A bad day of Telegram, which carries out no call twice."""

HANGS = 60.0
"""Seconds after which nobody waits any more for the answer to a call that was lost."""

BAD_GATEWAY: Outcome = (HTTPStatus.BAD_GATEWAY, {"ok": False, "error_code": 502, "description": "Bad Gateway"})


class TelegramCalls:
    """Stands between Kiu and the double of Telegram.

    Args:
        double: carries calls out.
        chance: decides what becomes of each.
        called: told of every call that was answered.
    """

    def __init__(self, double: Telegram, chance: Chance, called: Callable[[Call], None]) -> None:
        self._double = double
        self._called = called
        self._loop = asyncio.get_running_loop()
        self._fates = Fates(chance, "telegram", USUAL)
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

    async def bring(self, method: str, fields: Json, carry_out: CarryOut) -> Outcome | None:
        """Bring a call to the double and back, or lose it; ``None`` breaks the connection."""
        at = self._loop.time()
        fate = self._fates.of_call(str(fields.get("chat_id", method)))
        if fate.fate is Fate.NEVER_SENT:
            return None
        if fate.fate is Fate.LOST:
            await asyncio.sleep(HANGS)
            return None
        if fate.fate is Fate.SERVER_ERROR:
            self._tell(method, fields, at, BAD_GATEWAY)
            return BAD_GATEWAY
        chat = self._double.chats.get(fields.get("chat_id", 0))
        if fate.fate is Fate.TOO_MANY and method in COUNTED and chat is not None:
            self._double.flood_control.close(chat, fate.retry_after)
        breaks = self._under_way.breaks
        outcome = await self._carried_out(method, carry_out)
        if fate.fate is Fate.RESPONSE_LOST:
            self._under_way.lost += method in COUNTED
            return None
        if fate.fate is Fate.LATE:
            await asyncio.sleep(fate.back)
        if breaks != self._under_way.breaks:
            return None
        self._tell(method, fields, at, outcome)
        return outcome

    async def _carried_out(self, method: str, carry_out: CarryOut) -> Outcome:
        """What comes of a call."""
        if method == "getUpdates":
            status, body = await carry_out()
            return status, {**body, "result": self._delivered(body["result"])} if body["ok"] else body
        return await self._under_way.carried_out(carry_out(), shows=method in COUNTED)

    def _delivered(self, updates: list[Json]) -> list[Json]:
        """Updates as they come: at times the last first, and at times one of them once more after others."""
        fates = [self._fates.of_update("telegram") for _ in updates]
        for update, fate in zip(updates, fates, strict=True):
            if fate.fate is UpdateFate.TWICE:
                self._loop.call_later(fate.again_after, self._double.updates.repeat, update["update_id"])
        return updates[::-1] if any(fate.fate is UpdateFate.LATE for fate in fates) else updates

    def _tell(self, method: str, fields: Json, at: float, outcome: Outcome) -> None:
        """Say what Kiu has called, and how that was answered."""
        status, body = outcome
        chat = self._double.chats.get(fields.get("chat_id", 0))
        buckets: tuple[str, ...] = ()
        if method in COUNTED and chat is not None:
            kind = "group" if chat.is_group else "chat"
            buckets = ("telegram global", f"telegram {kind} {chat.id}")
        wait = float(body.get("parameters", {}).get("retry_after", 0))
        self._called(Call(at, "telegram", buckets, status, wait, buckets[1:], self._loop.time()))
