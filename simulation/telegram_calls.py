"""What becomes of Kiu's calls to Telegram: most are carried out, some late, twice refused, or with the answer lost."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus

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

ON_THE_WAY = 0.1
"""Seconds that an answer takes to Kiu at most, in which its connection may yet break."""

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
        self._under_way: dict[asyncio.Task[Outcome], str] = {}
        self._answered: deque[float] = deque()
        """When the latest calls that show something were answered."""

        self.unsure = 0
        """How many messages stand, or were changed, without an answer that says so."""

    @property
    def faults(self) -> PlatformFaults:
        """How often something goes wrong."""
        return self._fates.faults

    @faults.setter
    def faults(self, faults: PlatformFaults) -> None:
        self._fates.faults = replace(faults, twice=0.0)

    @property
    def happened(self) -> Counter[str]:
        """How often each fate was met."""
        return self._fates.seen

    def break_off(self) -> None:
        """All connections break: what is under way is carried out all the same, and nobody hears of it."""
        shown = [method for method in self._under_way.values() if method in COUNTED]
        just_now = [at for at in self._answered if at > self._loop.time() - ON_THE_WAY]
        self.unsure += len(shown) + len(just_now)

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
        outcome = await self._carried_out(method, carry_out)
        self._tell(method, fields, at, outcome)
        if fate.fate is Fate.RESPONSE_LOST:
            self.unsure += method in COUNTED
            return None
        if fate.fate is Fate.LATE:
            await asyncio.sleep(fate.back)
        return outcome

    async def _carried_out(self, method: str, carry_out: CarryOut) -> Outcome:
        """What comes of a call; once it is here it is carried out, even if whoever has made it is gone."""
        if method == "getUpdates":
            status, body = await carry_out()
            return status, {**body, "result": self._delivered(body["result"])} if body["ok"] else body
        task = self._loop.create_task(carry_out())
        self._under_way[task] = method
        task.add_done_callback(self._under_way.pop)
        outcome = await asyncio.shield(task)
        if method in COUNTED:
            self._answered.append(self._loop.time())
            while self._answered[0] < self._loop.time() - ON_THE_WAY:
                self._answered.popleft()
        return outcome

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
        self._called(Call(at, "telegram", buckets, status, wait, buckets[1:]))
