"""The table page at a public address, and a client that is no browser: it sends what it likes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from bot.chats.public_server import public_pages
from bot.chats.telegram_chat import PageLinks
from bot.environment.settings import Settings
from tests.chats.telegram.scenario import Scenario
from tests.patience import LONGEST_WAIT

URL = "https://kiu.example.org"
LINKS = PageLinks(URL, "table")
MARK = "0123456789abcdef"

Json = dict[str, Any]


@dataclass
class PageClient:
    """Somebody's line to the page."""

    socket: aiohttp.ClientWebSocketResponse
    scene: Json = field(default_factory=dict)

    async def frame(self) -> Json | None:
        """Return the next frame, or ``None`` if the line is closed."""
        message = await asyncio.wait_for(self.socket.receive(), LONGEST_WAIT)
        return json.loads(message.data) if message.type is aiohttp.WSMsgType.TEXT else None

    async def until(self, kind: str) -> Json:
        """Return the next frame of a kind."""
        while (frame := await self.frame()) is not None:
            if frame["type"] == kind:
                return frame
        raise AssertionError(f"closed with {self.socket.close_code} before a {kind} came")

    async def presses(self, button: Json, key: str = "press-1") -> Json:
        """Press a button, and return the answer."""
        pressed = {"type": "press", "id": key, "text": button["command"], "turn": button["turn"], "menu": False}
        await self.socket.send_json(pressed)
        while (frame := await self.frame()) is not None:
            if frame.get("id") == key:
                return frame
        raise AssertionError(f"closed with {self.socket.close_code} before the answer came")

    async def all_frames(self) -> list[Json]:
        """Return everything that comes until the line is closed."""
        frames = []
        while (frame := await self.frame()) is not None:
            frames.append(frame)
        return frames


class PublicPage:
    """The page as everybody can reach it."""

    def __init__(self, session: aiohttp.ClientSession, port: int) -> None:
        self.session = session
        self.address = f"http://127.0.0.1:{port}"

    @asynccontextmanager
    async def line(
        self, *, browser: str = "", origin: str = URL, host: str = "kiu.example.org"
    ) -> AsyncIterator[PageClient]:
        headers = {"Origin": origin, "Host": host} | ({"Cookie": f"kiu-browser={browser}"} if browser else {})
        async with self.session.ws_connect(f"{self.address}/table/socket", headers=headers) as socket:
            yield PageClient(socket)

    @asynccontextmanager
    async def opened(self, data: str, table: str = "", *, browser: str = "") -> AsyncIterator[PageClient]:
        """Say hello as Telegram's Mini App."""
        async with self.line(browser=browser) as client:
            await client.socket.send_json({"type": "hello", "table": table, "language": "en", "telegram": data})
            yield client

    async def gets(self, data: str, table: str = "", *, browser: str = "") -> str:
        """Return the reason for which a hello gets nothing, or the first frame's kind."""
        async with self.opened(data, table, browser=browser) as client:
            first = await client.frame()
            assert first is not None
            if first["type"] != "refused":
                return str(first["type"])
            assert first == {"type": "refused", "reason": first["reason"], "id": ""}
            assert await client.all_frames() == []
            assert client.socket.close_code == 4001
            return str(first["reason"])


@asynccontextmanager
async def public_page(scenario: Scenario) -> AsyncIterator[PublicPage]:
    """Serve the page of a running Kiu."""
    settings = Settings(_env_file=None, public_url=URL, public_port=0)
    identities = {"telegram": scenario.chat.identify}
    serving = public_pages(settings, scenario.app.web_pages, identities, MARK)
    async with serving as server, aiohttp.ClientSession() as session:
        yield PublicPage(session, server.port)
