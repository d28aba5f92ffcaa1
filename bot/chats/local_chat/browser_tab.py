from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace

import structlog
from aiohttp import WSCloseCode, web
from aiolimiter import AsyncLimiter

from bot.chats.frames import (
    KEY,
    LANGUAGE,
    PRIVATE_PICTURES_KEPT,
    REASONS,
    Frame,
    RefusedByRoom,
    private_frame,
    reply_frame,
    text_of,
    without_repeats,
)
from bot.chats.local_chat.guests import Guest
from bot.chats.local_chat.room import MAIN_CHANNEL, LocalRoom, place_of
from bot.chats.web_server import SocketLimits, next_frame
from bot.ledger import LedgerClosed, NotStored, OutcomeUnknown
from bot.messages import BUTTON_DATA_BYTES, Message, Place

HELLO_REFUSED = 4001
"""The close code after a refused hello, which the page must not repeat."""


_log = structlog.get_logger(__name__)


class BrowserTab:
    def __init__(
        self,
        socket: web.WebSocketResponse,
        room: LocalRoom,
        limits: SocketLimits,
        admit: Callable[[Frame], Awaitable[Guest]],
        page_content: Callable[[str], Frame],
        origin: str,
        elsewhere: Callable[[Frame], Awaitable[bool]] | None = None,
    ) -> None:
        """``elsewhere`` lets another process serve the tab of a hello to its end, or returns ``False``."""
        self._elsewhere = elsewhere
        self._socket = socket
        self._room = room
        self._admit = admit
        self._page_content = page_content
        self.origin = origin
        self._outgoing: asyncio.Queue[Frame] = asyncio.Queue()
        self._pictures: deque[str] = deque(maxlen=PRIVATE_PICTURES_KEPT)
        self._incoming: asyncio.Queue[Frame] = asyncio.Queue()
        self._frame_rate = AsyncLimiter(limits.frames_at_once, limits.frames_at_once / limits.frames_per_second)
        self._language = ""
        self.pledges = False
        self._ending: asyncio.Task[None] | None = None

    def send(self, frame: Frame) -> None:
        self._outgoing.put_nowait(without_repeats(frame, self._pictures))

    def forget(self) -> None:
        """End a forgotten guest's tab; the page drops its identity."""
        self._ending = asyncio.create_task(self._end(RefusedByRoom("forgotten")))

    async def _end(self, refused: RefusedByRoom) -> None:
        with contextlib.suppress(ConnectionError):
            await self._socket.send_json(refused.frame)
            await self._socket.close(code=HELLO_REFUSED)

    async def run(self) -> None:
        try:
            if (hello := await next_frame(self._socket)) is None:
                return
            if self._elsewhere is not None and await self._elsewhere({"room": "", **hello}):
                return
            guest, place = await self._hello(hello)
            seen = await self._room.enter(self, guest, place)
        except RefusedByRoom as refused:
            await self._end(refused)
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
            while (frame := await next_frame(self._socket)) is not None:
                await self._accept(frame, guest)
        finally:
            self._room.leave(self)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _hello(self, frame: Frame) -> tuple[Guest, Place]:
        if frame.get("type") != "hello":
            raise RefusedByRoom("no-hello")
        guest = await self._admit(frame)
        place = place_of(text_of(frame, "channel") or MAIN_CHANNEL)
        self.pledges = frame.get("pledges") is True
        if LANGUAGE.fullmatch(text_of(frame, "language")):
            self._language = text_of(frame, "language")
        return guest, place

    async def _accept(self, frame: Frame, guest: Guest) -> None:
        kind, key = frame.get("type"), text_of(frame, "id")
        if kind not in ("pledge", "reveal") and not (kind in ("say", "press") and KEY.fullmatch(key)):
            self._refuse("", "bad-frame")
        elif not self._frame_rate.has_capacity():
            self._refuse(key, "too-fast")
        else:
            await self._frame_rate.acquire()
            if kind in ("say", "press"):
                self._incoming.put_nowait(frame)
            else:
                # Taken at once, since commands of this tab may wait for the deal that waits for this.
                self._room.take_chance(guest, frame)

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
            key = text_of(frame, "id")
            try:
                await self._carry_out(frame, key, guest, place)
            except RefusedByRoom as refused:
                self.send({**refused.frame, "id": key})
            except (NotStored, OutcomeUnknown, LedgerClosed) as error:
                self._refuse(key, REASONS[type(error)])
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
        text, turn = text_of(frame, "text"), ""
        if frame["type"] == "press":
            turn = text_of(frame, "turn")
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
