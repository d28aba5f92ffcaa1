"""A page in an Activity without a browser: it says hello over a real socket, and presses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp import web

from bot.chats.public_server import DISCORDS_PROXY, FRAMED_BY
from bot.chats.visitors import Entrance
from bot.features.table_page.page_session import HELLO_REFUSED
from tests.chats.discord.double.activities import Instance
from tests.chats.discord.double.member import Member
from tests.chats.discord.scenario import Scenario
from tests.features.table_page.opened_pages import merged, without_nulls
from tests.free_ports import free_port
from tests.patience import LONGEST_WAIT

Frame = dict[str, Any]


@dataclass
class ActivityPage:
    """One open page."""

    socket: aiohttp.ClientWebSocketResponse
    scene: Frame = field(default_factory=dict)
    received: list[str] = field(default_factory=list)
    pressed: int = 0

    async def frame(self) -> Frame:
        """The next frame; empty once Kiu has closed the socket."""
        async with asyncio.timeout(LONGEST_WAIT):
            message = await self.socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            return {}
        self.received.append(message.data)
        frame: Frame = json.loads(message.data)
        if frame["type"] == "scene":
            self.scene = without_nulls(frame["scene"])
        elif frame["type"] == "patch":
            self.scene = merged(self.scene, frame["patch"])
        return frame

    @property
    def refused(self) -> bool:
        return self.socket.close_code == HELLO_REFUSED

    async def press(self, text: str, turn: str = "") -> Frame:
        """Press a button, and return the answer."""
        self.pressed += 1
        key = f"press-{self.pressed}"
        await self.socket.send_json({"type": "press", "id": key, "text": text, "turn": turn})
        while (frame := await self.frame()).get("id") != key:
            assert frame, "Kiu closed the socket"
        return frame


class Pages:
    """The pages of a process, as Discord's proxy passes them on."""

    def __init__(self, scenario: Scenario, session: aiohttp.ClientSession, url: str) -> None:
        self._scenario = scenario
        self._session = session
        self._url = url
        self._sockets: list[aiohttp.ClientWebSocketResponse] = []
        self.origin = f"https://{scenario.discord.world.bot.id}.discordsays.com"

    def hello(self, member: Member, instance: Instance | None = None, **other: str) -> Frame:
        """What the page of a member says; by default they have just launched it in the channel that they look at."""
        activities = self._scenario.discord.operations.activities
        instance = instance or activities.launched(member.channel, member.user)
        place = {"guild": str(member.guild.id), "channel": str(member.channel.id)}
        hello = {"type": "hello", "discord": activities.authorize(member.user), "instance": instance.id, **place}
        return {**hello, "language": "en", "table": "", **other}

    async def say(self, hello: Frame) -> ActivityPage:
        """Open a page, and wait for its first frame."""
        socket = await self.line()
        page = ActivityPage(socket)
        await socket.send_json(hello)
        while (frame := await page.frame()) and frame["type"] == "refused":
            pass
        return page

    async def close(self) -> None:
        await asyncio.gather(*(each.close() for each in self._sockets))

    async def line(self) -> aiohttp.ClientWebSocketResponse:
        """A socket to Kiu, as the proxy opens it for a page."""
        socket = await self._session.ws_connect(f"{self._url}/table/socket", headers={"Origin": self.origin})
        self._sockets.append(socket)
        return socket

    async def asked(self, path: str) -> aiohttp.ClientResponse:
        """What Kiu answers the proxy."""
        return await self._session.get(f"{self._url}{path}", headers={"Accept-Encoding": "identity"})

    async def open(self, member: Member) -> ActivityPage:
        page = await self.say(self.hello(member))
        assert page.scene, page.received
        return page


@asynccontextmanager
async def pages_of(scenario: Scenario) -> AsyncIterator[Pages]:
    """Serve the pages of a process."""
    identify = scenario.chat.identify
    assert identify is not None
    server = web.Application()
    own = frozenset({"https://kiu.example"})
    for each in scenario.app.web_pages:
        each.add_to(server, Entrance({"discord": identify}, own, DISCORDS_PROXY, FRAMED_BY))
    runner, port = web.AppRunner(server, shutdown_timeout=1), free_port()
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    async with aiohttp.ClientSession() as session:
        pages = Pages(scenario, session, f"http://127.0.0.1:{port}")
        yield pages
        await pages.close()
    await runner.cleanup()
