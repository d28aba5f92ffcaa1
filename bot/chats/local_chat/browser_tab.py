"""The socket of one browser tab, with frames in order and within limits."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import structlog
from aiohttp import WSCloseCode, WSMsgType, web

from bot.chats.local_chat.frames import (
    PRIVATE_PICTURES_KEPT,
    Frame,
    RefusedByRoom,
    private_frame,
    reply_frame,
    without_repeats,
)
from bot.chats.local_chat.guests import Guest, is_token
from bot.chats.local_chat.room import MAIN_CHANNEL, LocalRoom, place_of
from bot.chats.local_chat.room_limits import Limits, RateLimit
from bot.environment.half_surrogates import has_half_surrogate
from bot.ledger import LedgerClosed, NotStored, OutcomeUnknown
from bot.messages import BUTTON_DATA_BYTES, Message, Place, PlayerId

HELLO_REFUSED = 4001
"""The close code after a refused hello, which the page must not repeat."""

_KEY = re.compile(r"[A-Za-z0-9:_-]{1,80}", re.ASCII)
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}", re.ASCII)

_log = structlog.get_logger(__name__)


def _text(frame: Frame, name: str) -> str:
    value = frame.get(name, "")
    return value if isinstance(value, str) else ""


class BrowserTab:
    def __init__(
        self,
        socket: web.WebSocketResponse,
        room: LocalRoom,
        limits: Limits,
        may_register: Callable[[], Awaitable[bool]],
        check_password: Callable[[str, PlayerId | None], Awaitable[None]],
        page_content: Callable[[str], Frame],
        origin: str,
        abort: Callable[[], None],
    ) -> None:
        self._socket = socket
        self._room = room
        self._limits = limits
        self._may_register = may_register
        self._check_password = check_password
        self._page_content = page_content
        self.origin = origin
        self._abort = abort
        self._outgoing: asyncio.Queue[Frame] = asyncio.Queue(limits.unsent_frames)
        self._incoming: asyncio.Queue[Frame] = asyncio.Queue(limits.waiting_commands)
        self._pictures: deque[str] = deque(maxlen=PRIVATE_PICTURES_KEPT)
        self._frame_rate = RateLimit(limits.frames_per_second, limits.frames_at_once)
        self._language = ""
        self.pledges = False
        self._ending: asyncio.Task[None] | None = None

    def send(self, frame: Frame) -> None:
        """Queue a frame, or disconnect a browser that does not keep up."""
        try:
            self._outgoing.put_nowait(without_repeats(frame, self._pictures))
        except asyncio.QueueFull:
            self._abort()

    def forget(self) -> None:
        """End a forgotten guest's tab; the page drops its identity."""
        self._ending = asyncio.create_task(self._end("forgotten"))

    async def _end(self, reason: str) -> None:
        with contextlib.suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(self._limits.closing_seconds):
                await self._socket.send_json({"type": "refused", "reason": reason})
                await self._socket.close(code=HELLO_REFUSED)
        self._abort()

    async def run(self) -> None:
        try:
            async with asyncio.timeout(self._limits.hello_seconds):
                hello = await self._next()
        except TimeoutError:
            await self._socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"no hello")
            return
        if hello is None:
            return
        try:
            guest, place = await self._hello(hello)
            seen = await self._room.enter(self, guest, place)
        except RefusedByRoom as refused:
            await self._socket.send_json(refused.frame)
            await self._socket.close(code=HELLO_REFUSED)
            return
        except LedgerClosed:
            # Kiu ends; the page reconnects by itself.
            await self._socket.close(code=WSCloseCode.GOING_AWAY)
            return
        you = {"id": guest.player, "name": guest.name, "host": guest.host}
        self.send({"type": "room", "you": you, "channel": place.channel, **seen, **self._page_content(self._language)})
        self._incoming.put_nowait({"type": "look"})
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._carry_out_commands(guest, place))]
        try:
            while (frame := await self._next()) is not None:
                await self._accept(frame, guest)
        finally:
            self._room.leave(self)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _next(self) -> Frame | None:
        """Return the next frame, or ``None`` for a closed tab or an invalid frame."""
        message = await self._socket.receive()
        if message.type is not WSMsgType.TEXT:
            if message.type is WSMsgType.BINARY:
                await self._socket.close(code=WSCloseCode.UNSUPPORTED_DATA)
            return None
        frame: Any = None
        with contextlib.suppress(ValueError, RecursionError):
            frame = json.loads(message.data)
        if not isinstance(frame, dict):
            await self._socket.close(code=WSCloseCode.INVALID_TEXT, message=b"a frame is one JSON object")
            return None
        return frame

    async def _hello(self, frame: Frame) -> tuple[Guest, Place]:
        if has_half_surrogate(frame):
            raise RefusedByRoom("half-surrogate")
        if frame.get("type") != "hello" or not is_token(frame.get("token")):
            raise RefusedByRoom("no-hello")
        guest = await self._room.guests.by_token(frame["token"])
        await self._check_password(_text(frame, "password"), None if guest is None else guest.player)
        place = place_of(_text(frame, "channel") or MAIN_CHANNEL)
        self.pledges = frame.get("pledges") is True
        if _LANGUAGE.fullmatch(_text(frame, "language")):
            self._language = _text(frame, "language")
        if guest is None:
            if not _text(frame, "name"):
                raise RefusedByRoom("name-needed")
            if not await self._may_register():
                raise RefusedByRoom("too-many-newcomers")
            try:
                guest = await self._room.guests.register(frame["token"], _text(frame, "name"))
            except (NotStored, LedgerClosed):
                raise RefusedByRoom("not-stored") from None
        return guest, place

    async def _accept(self, frame: Frame, guest: Guest) -> None:
        key = _text(frame, "id")
        if frame.get("type") in ("pledge", "reveal"):
            # Taken at once, since commands of this tab may wait for the deal that waits for this.
            if await self._frame_rate.take():
                self._room.take_chance(guest, frame)
        elif frame.get("type") not in ("say", "press") or not _KEY.fullmatch(key):
            self._refuse("" if has_half_surrogate(key) else key[:80], "bad-frame")
        elif not await self._frame_rate.take():
            self._refuse(key, "too-fast")
        elif has_half_surrogate(frame):
            self._refuse(key, "half-surrogate")
        else:
            try:
                self._incoming.put_nowait(frame)
            except asyncio.QueueFull:
                self._refuse(key, "too-fast")

    def _refuse(self, key: str, reason: str) -> None:
        self.send({"type": "refused", "id": key, "reason": reason})

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                frame = await self._outgoing.get()
                text = json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
                # Compressed alone, or the length of private frames would betray others' text.
                await self._socket.send_str(text, compress=int(self._socket.compress))

    async def _carry_out_commands(self, guest: Guest, place: Place) -> None:
        while True:
            frame = await self._incoming.get()
            key = _text(frame, "id")
            try:
                await self._carry_out(frame, key, guest, place)
            except RefusedByRoom as refused:
                self.send({**refused.frame, "id": key})
            except NotStored:
                self._refuse(key, "not-stored")
            except OutcomeUnknown:
                self._refuse(key, "outcome-unknown")
            except LedgerClosed:
                self._refuse(key, "shutting-down")
            except Exception:
                # A command that fails must not stop the tab's other commands.
                _log.exception("command failed", action="its sender is told", player=guest.player)
                if key:
                    self._refuse(key, "failed")

    async def _carry_out(self, frame: Frame, key: str, guest: Guest, place: Place) -> None:
        if frame["type"] == "look":
            # A guest who opens a page during a hand finds their cards in it.
            reply = await self._room.command(guest, place, "hand", language=self._language)
            if not reply.refused:
                self.send({"type": "private", "message": private_frame(reply.message)})
            return
        text, turn = _text(frame, "text"), ""
        if frame["type"] == "press":
            turn = _text(frame, "turn")
            if len(turn.encode()) > BUTTON_DATA_BYTES:
                raise RefusedByRoom("bad-frame")
        elif text.lstrip().startswith("/"):
            text = text.lstrip().removeprefix("/")
        else:
            await self._room.chat(guest, place, text, key)
            self.send({"type": "said", "id": key})
            return
        if not text.strip():
            raise RefusedByRoom("line-empty")
        in_menu = frame["type"] == "press" and frame.get("menu") is True
        reply = await self._room.command(
            guest, place, text.strip(), turn=turn, key=key, language=self._language, in_menu=in_menu
        )
        if reply.told and frame["type"] == "say":
            # The room shows the effect to everybody.
            reply = replace(reply, message=Message())
        self.send(reply_frame(key, text.strip()[:200], reply))
