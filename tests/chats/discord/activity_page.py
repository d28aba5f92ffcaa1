"""A page in an Activity without a browser: it says hello over a real socket, and presses."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

import tests.chats.needs_table_page  # noqa: F401
from bot.chats.frames import Frame
from bot.chats.public_server import DISCORDS_PROXY, FRAMED_BY
from bot.chats.visitors import Entrance
from bot.chats.web_server import WebServer
from tests.chats.discord.double.activities import Instance
from tests.chats.discord.double.member import Member
from tests.chats.discord.scenario import Scenario
from tests.features.table_page.page_clients import PageClient


class ActivityPage(PageClient):
    @property
    def received(self) -> list[str]:
        return [json.dumps(frame, ensure_ascii=False) for frame in self.seen]

    @property
    def refused(self) -> bool:
        return self.socket.close_code == 4001


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
        socket = await self._session.ws_connect(f"{self._url}/table/socket", headers={"Origin": self.origin})
        self._sockets.append(socket)
        page = ActivityPage(socket)
        await socket.send_json(hello)
        while (await page.receive())["type"] == "refused":
            pass
        return page

    def drop(self) -> None:
        for each in self._sockets:
            each._response.close()

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
    server, own = web.Application(), frozenset({"https://kiu.example"})
    for each in scenario.app.web_pages:
        each.add_to(server, Entrance({"discord": identify}, own, DISCORDS_PROXY, FRAMED_BY))
    serving = WebServer(server, shutdown_timeout=1)
    _, port = await serving.start("127.0.0.1", 0)
    async with aiohttp.ClientSession() as session:
        pages = Pages(scenario, session, f"http://127.0.0.1:{port}")
        yield pages
        pages.drop()
    await serving.stop()
