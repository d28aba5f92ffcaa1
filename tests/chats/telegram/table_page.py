"""The table page at a public address, and a client that is no browser: it sends what it likes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp

import tests.chats.needs_table_page  # noqa: F401
from bot.chats.frames import Frame
from bot.chats.public_server import public_pages
from bot.chats.telegram_chat import PageLinks
from bot.environment.settings import Settings
from tests.chats.telegram.scenario import Scenario
from tests.features.table_page.page_clients import PageClient

URL = "https://kiu.example.org"
LINKS = PageLinks(URL, "table")
MARK = "0123456789abcdef"


class MiniAppPage(PageClient):
    async def first_scene(self) -> Frame:
        await self.next("scene")
        return self.scene

    async def presses(self, button: Frame, key: str = "press-1") -> Frame:
        return await self.press(button["command"], button["turn"], key)

    async def all_frames(self) -> list[Frame]:
        """Return everything that comes until the line is closed."""
        while (await self.receive())["type"] != "closed":
            pass
        return self.seen


class PublicPage:
    """The page as everybody can reach it."""

    def __init__(self, session: aiohttp.ClientSession, port: int) -> None:
        self.session = session
        self.address = f"http://127.0.0.1:{port}"

    @asynccontextmanager
    async def line(
        self, *, browser: str = "", origin: str = URL, host: str = "kiu.example.org"
    ) -> AsyncIterator[MiniAppPage]:
        headers = {"Origin": origin, "Host": host} | ({"Cookie": f"kiu-browser={browser}"} if browser else {})
        async with self.session.ws_connect(f"{self.address}/table/socket", headers=headers) as socket:
            yield MiniAppPage(socket)

    @asynccontextmanager
    async def opened(self, data: str, table: str = "", *, browser: str = "") -> AsyncIterator[MiniAppPage]:
        """Say hello as Telegram's Mini App."""
        async with self.line(browser=browser) as client:
            await client.socket.send_json({"type": "hello", "table": table, "language": "en", "telegram": data})
            yield client

    async def gets(self, data: str, table: str = "", *, browser: str = "") -> str:
        """Return the reason for which a hello gets nothing, or the first frame's kind."""
        async with self.opened(data, table, browser=browser) as client:
            first = await client.receive()
            if first["type"] != "refused":
                return str(first["type"])
            assert first == {"type": "refused", "reason": first["reason"], "id": ""}
            assert await client.all_frames() == [first]
            assert client.socket.close_code == 4001
            return str(first["reason"])


@asynccontextmanager
async def public_page(scenario: Scenario) -> AsyncIterator[PublicPage]:
    """Serve the page of a running Kiu."""
    settings = Settings(_env_file=None, public_url=URL, public_port=0)
    serving = public_pages(settings, scenario.app.web_pages, {"telegram": scenario.chat.identify}, MARK)
    async with serving as server, aiohttp.ClientSession() as session:
        yield PublicPage(session, server.port)
