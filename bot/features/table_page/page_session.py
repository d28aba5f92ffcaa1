"""The socket of one open page: scenes out, presses in."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Awaitable, Callable

import structlog
from aiohttp import WSCloseCode, web
from aiolimiter import AsyncLimiter

from bot.chats.frames import KEY, LANGUAGE, REASONS, Frame, RefusedByRoom, reply_frame, text_of
from bot.chats.visitors import Identify, NotYet, Visitor
from bot.chats.web_server import SocketLimits, next_frame
from bot.features.table_page.viewers import Viewers
from bot.ledger import LedgerClosed, NotStored, OutcomeUnknown
from bot.messages import BUTTON_DATA_BYTES, Message, Reply

HELLO_REFUSED = 4001
"""The close code after a refused hello, which the page must not repeat."""

HELLO_SECONDS = 10.0
"""Seconds for a hello; a stranger's silent line is closed."""

MOST_WAITING = 200
"""Frames that may wait for a slow page; one beyond ends the connection, and the page comes back for a whole scene."""

REACTIONS, REACTION_SECONDS = 5, 10.0
"""Reactions of one page at most within so many seconds."""

_REACTION = re.compile(r"[a-z-]{1,16}", re.ASCII)

_log = structlog.get_logger(__name__)


class PageSession:
    def __init__(
        self,
        socket: web.WebSocketResponse,
        viewers: Viewers,
        identify: Identify,
        limits: SocketLimits,
        elsewhere: Callable[[Frame], Awaitable[bool]] | None = None,
    ) -> None:
        """``elsewhere`` lets another process serve the page of a hello to its end, or returns ``False``."""
        self._elsewhere = elsewhere
        self._socket = socket
        self._viewers = viewers
        self._identify = identify
        self._frame_rate = AsyncLimiter(limits.frames_at_once, limits.frames_at_once / limits.frames_per_second)
        self._reaction_rate = AsyncLimiter(REACTIONS, REACTION_SECONDS)
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        self._presses: asyncio.Queue[Frame] = asyncio.Queue()
        self._ending: asyncio.Task[object] | None = None
        self.visitor: Visitor
        self.language = ""
        self.table = ""
        self.scene: Frame | None = None

    def send(self, text: str) -> None:
        if self._outgoing.qsize() < MOST_WAITING:
            self._outgoing.put_nowait(text)
        elif self._ending is None:
            self._ending = asyncio.create_task(self._socket.close(code=WSCloseCode.TRY_AGAIN_LATER))

    def forget(self) -> None:
        self._ending = asyncio.create_task(self._end(RefusedByRoom("forgotten")))

    async def _end(self, refused: RefusedByRoom) -> None:
        with contextlib.suppress(ConnectionError):
            await self._socket.send_json(refused.frame | {"id": ""})
            await self._socket.close(code=HELLO_REFUSED)

    def _send_frame(self, frame: Frame) -> None:
        self.send(json.dumps(frame, ensure_ascii=False, separators=(",", ":")))

    async def run(self) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await next_frame(self._socket)
            if hello is None:
                return
            if hello.get("type") != "hello":
                raise RefusedByRoom("no-hello")
            if self._elsewhere is not None and await self._elsewhere(hello):
                return
            self.visitor = self._viewers.known(await self._identify(hello))
        except RefusedByRoom as refused:
            await self._end(refused)
            return
        except (LedgerClosed, NotYet, TimeoutError):
            await self._socket.close(code=WSCloseCode.GOING_AWAY)
            return
        if LANGUAGE.fullmatch(text_of(hello, "language")):
            self.language = text_of(hello, "language")
        self._viewers.enter(self, text_of(hello, "table"))
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._carry_out_presses())]
        if self.visitor.gone is not None:
            tasks.append(asyncio.create_task(self._until_gone(self.visitor.gone)))
        try:
            while (frame := await next_frame(self._socket)) is not None:
                await self._accept(frame)
        finally:
            self._viewers.leave(self)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _accept(self, frame: Frame) -> None:
        kind, key = frame.get("type"), text_of(frame, "id")
        if not self._frame_rate.has_capacity():
            self._refuse(key, "too-fast")
            return
        await self._frame_rate.acquire()
        match kind:
            case "ping":
                self._send_frame({"type": "pong"})
            case "press" if KEY.fullmatch(key):
                self._presses.put_nowait(frame)
            case "react":
                await self._react(frame)
            case "guess" if isinstance(chair := frame.get("chair"), int):
                self._viewers.guess(self, chair)
            case _:
                self._refuse(key, "bad-frame")

    def _refuse(self, key: str, reason: str) -> None:
        self._send_frame({"type": "refused", "id": key, "reason": reason})

    async def _react(self, frame: Frame) -> None:
        chair, kind = frame.get("chair"), text_of(frame, "kind")
        state = self._viewers.state_of(self)
        if state is None or not isinstance(chair, int) or not _REACTION.fullmatch(kind):
            return
        if not 0 <= chair < len(state.chairs) or not self._reaction_rate.has_capacity():
            return
        await self._reaction_rate.acquire()
        thrown = {"type": "reaction", "from": self.visitor.person.name, "chair": chair, "kind": kind}
        text = json.dumps(thrown, ensure_ascii=False, separators=(",", ":"))
        for each in self._viewers.at(self.table):
            each.send(text)

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                # Compressed alone, or the length of private frames would betray what others send.
                await self._socket.send_str(await self._outgoing.get(), compress=int(self._socket.compress))

    async def _until_gone(self, gone: asyncio.Event) -> None:
        await gone.wait()
        await self._end(RefusedByRoom("guest-out"))

    async def _carry_out_presses(self) -> None:
        while True:
            frame = await self._presses.get()
            key = text_of(frame, "id")
            try:
                await self._carry_out(frame, key)
            except RefusedByRoom as refused:
                self._send_frame({**refused.frame, "id": key})
            except (NotStored, OutcomeUnknown, LedgerClosed) as error:
                self._refuse(key, REASONS[type(error)])
            except Exception:
                # A press that fails must not stop the page's other presses.
                _log.exception("command failed", action="its sender is told", player=self.visitor.person.id)
                self._refuse(key, "failed")

    async def _carry_out(self, frame: Frame, key: str) -> None:
        text, turn = text_of(frame, "text").strip(), text_of(frame, "turn")
        if not text or len(turn.encode()) > BUTTON_DATA_BYTES:
            raise RefusedByRoom("bad-frame")
        state = self._viewers.state_of(self)
        place = self.visitor.place if state is None else self._viewers.place_of(self, state)
        reply: Reply = await self.visitor.carry_out(
            place, text, turn=turn, key=key, language=self.language, in_menu=frame.get("menu") is True
        )
        if reply.told and not reply.menu:
            # The scene shows it.
            reply = Reply(Message())
        self._send_frame(reply_frame(key, text[:200], reply))
