"""People at the local room who play by themselves, however often they lose their connection."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import aiohttp

THINKING_SECONDS = 1.5
AGAIN_SECONDS = 0.25
"""The pause before a lost connection, or a press without an answer, is tried again."""

MOVES = ("check", "call", "fold", "start")


class Player:
    """Somebody who checks, calls, and starts the next hand."""

    def __init__(self, name: str, address: str, shown: Callable[[str], None]) -> None:
        self._name, self._address, self._shown = name, address, shown
        self._secret, self._id = secrets.token_hex(16), ""
        self._cards: dict[int, dict[str, Any]] = {}
        self._told: dict[int, str] = {}
        self._known, self._answered = asyncio.Event(), asyncio.Event()
        self._asked_at: float | None = None
        self._refused = False
        self.longest = 0.0
        """Seconds from a press to its answer, at most, with all that was tried again."""

    async def play(self, *first: str) -> None:
        """Type some commands, and then play until cancelled."""
        waiting = list(first)
        async with aiohttp.ClientSession() as session:
            while True:
                with suppress(aiohttp.ClientError, OSError):
                    async with session.ws_connect(
                        f"{self._address}ws", headers={"Origin": self._address.rstrip("/")}, heartbeat=2.0
                    ) as socket:
                        await socket.send_json({"type": "hello", "token": self._secret, "name": self._name})
                        await self._at_the_table(socket, waiting)
                await asyncio.sleep(AGAIN_SECONDS)

    async def _at_the_table(self, socket: aiohttp.ClientWebSocketResponse, waiting: list[str]) -> None:
        pressing = asyncio.create_task(self._press(socket, waiting))
        try:
            async for each in socket:
                self._read(each.json())
        finally:
            pressing.cancel()
            await asyncio.gather(pressing, return_exceptions=True)

    def _read(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "room":
            self._id = frame["you"]["id"]
            self._cards.clear()
            self._known.set()
        elif frame["type"] in ("reply", "refused"):
            if self._asked_at is not None:
                self.longest, self._asked_at = max(self.longest, time.monotonic() - self._asked_at), None
            self._refused = frame.get("refused", True)
            self._answered.set()
        for post in (*frame.get("posts", ()), *([frame["post"]] if "post" in frame else ())):
            if message := post.get("message"):
                number, brief = post["number"], message["brief"]
                self._cards[number] = message
                if brief and self._told.get(number) != brief:
                    self._told[number] = brief
                    self._shown(f"{message['title']}: {brief}")

    async def _press(self, socket: aiohttp.ClientWebSocketResponse, waiting: list[str]) -> None:
        await self._known.wait()
        while True:
            await asyncio.sleep(THINKING_SECONDS)
            if waiting:
                await self._say(socket, {"type": "say", "text": waiting[0]})
                # A table to join may not be there yet.
                del waiting[: not self._refused]
            elif button := next(self._buttons(), None):
                await self._say(socket, {"type": "press", "text": button["command"], "turn": button["turn"]})

    async def _say(self, socket: aiohttp.ClientWebSocketResponse, frame: dict[str, Any]) -> None:
        self._answered.clear()
        # A press that a killed process did not answer goes on being waited for.
        self._asked_at = self._asked_at or time.monotonic()
        await socket.send_json({**frame, "id": secrets.token_hex(8)})
        await self._answered.wait()

    def _buttons(self) -> Iterator[dict[str, Any]]:
        """Yield the moves that a message asks of this player, the newest message first."""
        for _, message in sorted(self._cards.items(), reverse=True):
            buttons = [each for row in message["buttons"] for each in row if each["command"] in MOVES]
            asked = message["asked"]
            if self._id in asked or (not asked and any(each["command"] == "start" for each in buttons)):
                yield from sorted(buttons, key=lambda each: MOVES.index(each["command"]))
