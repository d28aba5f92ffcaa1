"""A Telegram group and a Discord server become one circle and play at one table, each with what its platform has."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord import AutoShardedClient

from bot.ledger import queries
from bot.live import public_messages
from tests.chats.discord.double.server import Discord
from tests.chats.discord.scenario import Scenario as OnDiscord
from tests.chats.telegram.double import Telegram
from tests.chats.telegram.scenario import SECOND
from tests.chats.telegram.scenario import Scenario as OnTelegram


class OnBoth(OnTelegram):
    """One process on both platforms."""

    def __init__(self, telegram: Telegram, discord: Discord, folder: Path) -> None:
        super().__init__(telegram, folder / "both")
        self.server = OnDiscord(discord, folder / "discord")
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


@pytest.fixture
async def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[OnBoth]:
    async def without_pause(*_: object, **__: object) -> None:
        """Identify at once."""

    monkeypatch.setattr(AutoShardedClient, "before_identify_hook", without_pause)
    monkeypatch.setattr(public_messages, "LOBBY_SECONDS", 0.0)
    async with Telegram(second=SECOND) as telegram, Discord() as discord:
        async with OnBoth(telegram, discord, tmp_path) as one:
            await one.andi.slash("admin house-language", language="id")
            await one.link()
            yield one
            await one.sound()
        assert discord.faults == []


async def play(both: OnBoth) -> None:
    """Let everybody check by a button of their own platform until the hand is over."""
    while both.hand(both.group).round.awaited:
        asked = both.hand(both.group).players[both.hand(both.group).round.awaited[0]]
        if asked.startswith("discord:"):
            await both.server.act("Check", "Call", "Cek")
        else:
            await both.press_first(both.group, "Check", "Call")
    await both.app.wait_until_idle()


async def begin_hand(both: OnBoth) -> None:
    """Let somebody of each platform sit down at a table, and a hand begin."""
    await both.sari.types("/open qiuqiu", in_=both.group)
    await both.andi.is_offered("Gabung")
    await both.andi.press("Gabung")
    await both.sari.presses("Start", in_=both.group)
    await both.app.wait_until_idle()


async def test_one_hand_is_played_from_both_platforms(both: OnBoth) -> None:
    await begin_hand(both)
    assert "Andi" in both.group.ever()
    for tile in both.tiles(both.sari, both.group):
        assert tile in both.sari.private.ever()
        assert tile not in both.andi.screen()
    await play(both)
    assert "won the pot: 20" in both.group.ever()
    assert any("menang pot: 20" in message.text for message in both.andi.public)
    assert both.telegram.calls("sendDice")


async def test_after_a_kill_both_platforms_show_the_rest_in_the_same_messages(both: OnBoth) -> None:
    await begin_hand(both)
    posted = len(both.group.posts), len(both.andi.public)
    await both.restart("killed")
    await both.app.wait_until_idle()
    await play(both)
    assert (len(both.group.posts), len(both.andi.public)) == posted
    assert "won the pot: 20" in both.group.ever()
    assert any("menang pot: 20" in message.text for message in both.andi.public)


async def test_the_end_brings_everybody_their_own_chips(both: OnBoth) -> None:
    await begin_hand(both)
    await play(both)
    await both.sari.types("/close", in_=both.group)
    page = await both.andi.slash("link", part="end")
    assert "Telegram" in page.text
    await both.andi.press("Akhiri sekarang", page.messages)
    await both.sari.sees("Andi ended the circle", in_=both.group)
    sari, andi = await both.total_chips(both.sari, both.group), await both.wealth_on_discord()
    assert {sari, andi} in ({2010, 1990}, {2000})
