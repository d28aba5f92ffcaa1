"""A Telegram group and a Discord server that are served by one process, and may become one circle."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import AsyncMock, patch

from discord import AutoShardedClient

from bot.environment.host import Host
from bot.ledger import queries
from bot.live import public_messages
from tests.chats.discord.double.activities import CLIENT_SECRET
from tests.chats.discord.double.server import Discord
from tests.chats.discord.scenario import Scenario as OnDiscord
from tests.chats.telegram.double import Telegram
from tests.chats.telegram.scenario import SECOND
from tests.chats.telegram.scenario import Scenario as OnTelegram


class OnBoth(OnTelegram):
    """One process on both platforms."""

    def __init__(self, telegram: Telegram, discord: Discord, folder: Path) -> None:
        super().__init__(telegram, folder / "both")
        self.host = Host(public_url="https://kiu.example.org")
        self.server = OnDiscord(discord, folder / "discord", page_secret=CLIENT_SECRET)
        self.server.register()
        self.sari, self.budi = telegram.person("Sari"), telegram.person("Budi", language="id")
        self.group = telegram.group("Friday dominoes", self.sari, self.budi)
        self.andi, self.wati = self.server.member("Andi", admin=True), self.server.member("Wati")

    async def begin(self) -> None:
        await super().begin()
        self.server.app, self.server.clock = self.app, self.clock
        self.server.chat = self.server.new_chat()
        await self.server.chat.start(self.app)
        self.app.chats["discord"] = self.server.chat
        await self.app.resume("discord")
        self.server._serving = asyncio.create_task(self.server.chat.serve())
        await self.app.wait_until_idle()

    async def end(self) -> None:
        await self.server.chat.stop()
        await asyncio.gather(self.server._serving, return_exceptions=True)
        await super().end()

    async def link(self) -> None:
        """Join both, offered on Telegram."""
        await self.sari.starts()
        await self.sari.types("/link", in_=self.group)
        await self.sari.presses("Get a code", in_=self.group)
        code = re.search(r"^(\w{8})$", (await self.sari.sees("other group types")).text, re.MULTILINE)
        assert code is not None
        page = await self.andi.slash("link", code=code[1])
        assert page.ephemeral
        assert "sisa chip" in page.text
        await self.andi.press("Setuju", page.messages)
        await self.sari.presses("Agree", in_=self.group)
        await self.sari.sees("is in a circle now", in_=self.group)

    async def wealth_on_discord(self) -> int:
        """All chips of Andi in the book of the server."""
        return (await self.app.ledger.read(queries.wealth, self.server.place().group, self.andi.player)).total

    async def begin_hand(self) -> None:
        """Let somebody of each platform sit down at a table, and a hand begin."""
        await self.sari.types("/open qiuqiu", in_=self.group)
        await self.andi.is_offered("Gabung")
        await self.andi.press("Gabung")
        await self.sari.presses("Start", in_=self.group)
        await self.app.wait_until_idle()

    async def play(self) -> None:
        """Let everybody check by a button of their own platform until the hand is over."""
        while self.hand(self.group).round.awaited:
            asked = self.hand(self.group).players[self.hand(self.group).round.awaited[0]]
            if asked.startswith("discord:"):
                await self.server.act("Check", "Call", "Cek")
            else:
                await self.press_first(self.group, "Check", "Call")
        await self.app.wait_until_idle()


@asynccontextmanager
async def on_both(folder: Path) -> AsyncIterator[OnBoth]:
    """Serve both, joined into a circle."""
    at_once = patch.object(AutoShardedClient, "before_identify_hook", AsyncMock())
    with at_once, patch.object(public_messages, "LOBBY_SECONDS", 0.0):
        async with Telegram(second=SECOND) as telegram, Discord() as discord:
            async with OnBoth(telegram, discord, folder) as one:
                await one.andi.slash("admin house-language", language="id")
                await one.link()
                yield one
                await one.sound()
            assert discord.faults == []
