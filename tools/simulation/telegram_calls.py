"""What becomes of Kiu's calls to Telegram, and of the updates that it delivers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from tests.chats.telegram.double import Telegram
from tests.chats.telegram.double.bot_api import COUNTED
from tests.chats.telegram.double.chats import Json
from tests.chats.telegram.double.server import CarryOut, Outcome
from tools.simulation.chance import Chance
from tools.simulation.checks import NO_ANSWER, Call
from tools.simulation.platform_calls import PlatformCalls
from tools.simulation.platform_faults import UpdateFate

HANGS = 60.0
"""Seconds after which nobody waits any more for the answer to a call that was lost."""

BAD_GATEWAY: Outcome = (HTTPStatus.BAD_GATEWAY, {"ok": False, "error_code": 502, "description": "Bad Gateway"})


class TelegramCalls(PlatformCalls[Outcome]):
    """Stands between Kiu and the double of Telegram.

    Args:
        double: carries calls out.
        chance: decides what becomes of each.
        called: told of every call that was answered, or lost on the way.
    """

    def __init__(self, double: Telegram, chance: Chance, called: Callable[[Call], None]) -> None:
        super().__init__("telegram", chance, called, HANGS, BAD_GATEWAY)
        self._double = double

    async def bring(self, method: str, fields: Json, carry_out: CarryOut) -> Outcome | None:
        """Bring a call to the double and back, or lose it; ``None`` breaks the connection."""
        counted, chat = method in COUNTED, self._double.chats.get(fields.get("chat_id", 0))

        def refuse(seconds: int) -> None:
            if counted and chat is not None:
                self._double.flood_control.close(chat, seconds)

        return await self._brought(
            str(fields.get("chat_id", method)),
            partial(self._carried_out, method, carry_out),
            shows=counted,
            refuse=refuse,
            tell=partial(self._tell, method, fields, self._loop.time()),
        )

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

    def _tell(self, method: str, fields: Json, at: float, outcome: Outcome | None) -> None:
        """Say what Kiu has called, and how that was answered, if it was."""
        status, body = outcome or (NO_ANSWER, {})
        chat = self._double.chats.get(fields.get("chat_id", 0))
        buckets: tuple[str, ...] = ()
        if method in COUNTED and chat is not None:
            kind = "group" if chat.is_group else "chat"
            buckets = ("telegram global", f"telegram {kind} {chat.id}")
        wait = float(body.get("parameters", {}).get("retry_after", 0))
        self._called(Call(at, "telegram", buckets, status, wait, buckets[1:], self._loop.time()))
