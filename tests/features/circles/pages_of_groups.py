"""Pages of both groups of a circle at the public address, and of people who have no business there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

import tests.chats.needs_table_page  # noqa: F401
from bot.chats.frames import Frame
from bot.chats.public_server import public_pages
from bot.environment.settings import Settings
from bot.ledger import queries, wallet
from bot.messages import Command, Person
from tests.bot.scenario import PASSIVE
from tests.chats.both_platforms import OnBoth, on_both
from tests.chats.discord.double.member import Member
from tests.chats.local.served_room import token
from tests.chats.telegram.double import TOKEN
from tests.chats.telegram.double import Person as OnTelegram
from tests.chats.telegram.double.mini_app import launch
from tests.chats.telegram.scenario import place
from tests.chats.telegram.table_page import URL
from tests.features.table_page.page_clients import PageClient


class Pages:
    def __init__(self, both: OnBoth, session: aiohttp.ClientSession, port: int) -> None:
        self.both = both
        self._session, self._port = session, port
        self.on_telegram = place(both.group).group
        self.on_discord = both.server.place().group
        self._open: list[PageClient] = []

    @property
    def table(self) -> str:
        return self.both.state(self.both.group).id

    def telegram(self, person: OnTelegram, table: str = "", *, token: str = TOKEN) -> Frame:
        return {"telegram": launch(person.user, token, self.both.clock.utc(), table)}

    def discord(self, member: Member) -> Frame:
        activities = self.both.server.discord.operations.activities
        where = {"guild": str(member.guild.id), "channel": str(member.channel.id)}
        instance = activities.launched(member.channel, member.user)
        return {"discord": activities.authorize(member.user), "instance": instance.id, **where}

    async def says(self, hello: Frame, browser: str = "one") -> PageClient:
        """Open a page, and wait for its first frame."""
        headers = {"Host": "kiu.example.org", "Origin": URL, "Cookie": f"kiu-browser={browser}"}
        if "discord" in hello:
            headers["Origin"] = f"https://{self.both.server.discord.world.bot.id}.discordsays.com"
        address = f"http://127.0.0.1:{self._port}/table/socket"
        page = PageClient(await self._session.ws_connect(address, headers=headers))
        self._open.append(page)
        await page.send(type="hello", language="en", **hello)
        await page.next("scene", "none", "refused")
        return page

    async def gets(self, hello: Frame, browser: str = "one") -> str:
        """The reason for which a hello gets nothing, or the kind of its first frame."""
        page = await self.says(hello, browser)
        return str(page.seen[0].get("reason", page.seen[0]["type"]))

    async def link(self, who: PageClient, kind: str) -> Frame:
        """Let an admin make a link for guests; return what a page says that came by it."""
        answer = await who.press(f"guests {kind}")
        mark, _, code = answer["message"]["lines"][1].partition("=")[2].partition(".")
        return {"guest": token(), "mark": mark, "code": code, "name": "Ani"}

    async def let_in(self, who: PageClient, hello: Frame) -> PageClient:
        """Let somebody in who has just asked."""
        assert await self.gets(hello) == "guest-waits"
        asked = await who.press("guests")
        let = next(each for row in asked["message"]["buttons"] for each in row if " let " in each["command"])
        await who.press(let["command"])
        return await self.says(hello)

    async def play(self, *pages: PageClient) -> None:
        """Let everybody pass until the hand is over, on a page of these where it is theirs."""
        while (hand := self.both.hand(self.both.group)).round.awaited:
            seat = hand.round.awaited[0]
            verb = next(each.text for each in hand.round.options(seat).ready if each.verb in PASSIVE)
            turn, player = f"{self.table}:{hand.turn}", hand.players[seat]
            asked = next((each for each in pages if each.scene.get("mine", {}).get("question")), None)
            if asked is not None:
                assert not (await asked.press(verb, turn))["refused"]
            else:
                where = place(self.both.group) if player.startswith("telegram:") else self.both.server.place()
                command = Command(Person(player, hand.names[seat]), where, verb, turn, f"passes:{turn}")
                assert not (await self.both.app.dispatcher.handle(command)).refused
            await self.settled()

    async def chips(self, group: str, player: str) -> int:
        return await self.both.app.ledger.read(queries.balance, wallet(group, player))

    async def settled(self) -> None:
        await self.both.app.wait_until_idle()
        await asyncio.sleep(0.1)

    def drop(self) -> None:
        for page in self._open:
            page.drop()


@asynccontextmanager
async def pages_of_groups(folder: Path) -> AsyncIterator[Pages]:
    settings = Settings(_env_file=None, public_url=URL, public_port=0)
    async with on_both(folder) as both, aiohttp.ClientSession() as session:
        assert both.server.chat.identify is not None
        identities = {"telegram": both.chat.identify, "discord": both.server.chat.identify, **both.app.identities}
        async with public_pages(settings, both.app.web_pages, identities, "mark") as server:
            pages = Pages(both, session, server.port)
            yield pages
            pages.drop()
