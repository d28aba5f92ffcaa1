"""Clients of the table page over real sockets, without a browser."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot.app import App
from bot.chats.frames import Frame
from tests.chats.local.served_room import token, whole_room
from tests.features.table_page.opened_pages import merged, without_nulls
from tests.manual_clock import ManualClock
from tests.patience import LONGEST_WAIT
from tests.seeded_entropy import SeededEntropy


class PageClient:
    """One open page of one person."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self._numbers = itertools.count()
        self.scene: Frame = {}
        self.seen: list[Frame] = []

    async def send(self, **frame: Any) -> None:
        await self.socket.send_str(json.dumps(frame))

    async def receive(self) -> Frame:
        """Return the next frame, with the scene kept up to date; an ended socket is ``{"type": "closed"}``."""
        async with asyncio.timeout(LONGEST_WAIT):
            message = await self.socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            self.drop()
            return {"type": "closed", "code": self.socket.close_code}
        return self.take(message.data)

    def take(self, text: str) -> Frame:
        frame: Frame = json.loads(text)
        self.seen.append(frame)
        if frame["type"] == "scene":
            self.scene = without_nulls(frame["scene"])
        elif frame["type"] == "patch":
            self.scene = merged(self.scene, frame["patch"])
        return frame

    async def next(self, *kinds: str) -> Frame:
        while (frame := await self.receive())["type"] not in (*kinds, "closed"):
            pass
        return frame

    async def until(self, phase: str) -> Frame:
        """Wait for a phase of the table."""
        while self.scene.get("phase") != phase:
            assert (await self.receive())["type"] != "closed"
        return self.scene

    async def press(self, command: str, turn: str = "", key: str = "") -> Frame:
        """Press a button, and return the answer."""
        key = key or f"press:{next(self._numbers)}"
        await self.send(type="press", id=key, text=command, turn=turn, menu=False)
        while True:
            frame = await self.next("reply", "refused")
            if frame["type"] == "closed" or frame["id"] == key:
                return frame

    async def close(self) -> None:
        await self.socket.close()

    def drop(self) -> None:
        """Release the connection, which aiohttp's client keeps when it was closed without a closing frame."""
        self.socket._response.close()


class PageServer:
    """A whole Kiu whose room serves the table page."""

    def __init__(self, app: App, address: str, clock: ManualClock, session: aiohttp.ClientSession) -> None:
        self.app, self.address, self.clock, self.session = app, address, clock, session
        self.tokens: dict[str, str] = {}
        self.clients: list[PageClient] = []

    async def connect(self, origin: str = "") -> PageClient:
        headers = {"Origin": origin or self.address.rstrip("/")}
        client = PageClient(await self.session.ws_connect(f"{self.address}table/socket", headers=headers))
        self.clients.append(client)
        return client

    async def open(self, name: str, table: str = "", language: str = "en") -> PageClient:
        """Open a page of a guest; a known name is the same guest."""
        client = await self.connect()
        secret = self.tokens.setdefault(name, token())
        await client.send(type="hello", room=secret, name=name, table=table, language=language)
        assert (await client.next("scene", "none", "refused"))["type"] != "refused"
        return client


@asynccontextmanager
async def page_server(folder: Path, **options: Any) -> AsyncIterator[PageServer]:
    clock = ManualClock()
    async with AsyncExitStack() as opened:
        app, address = await opened.enter_async_context(
            whole_room(folder, clock, SeededEntropy("table page"), **options)
        )
        session = await opened.enter_async_context(aiohttp.ClientSession())
        server = PageServer(app, address, clock, session)
        try:
            yield server
        finally:
            for client in server.clients:
                client.drop()
