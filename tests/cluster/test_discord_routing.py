"""Discord's interactions and events, which come to the process of a shard, at tables of another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.chats.discord_chat import foreign_interactions
from bot.chats.not_served import TokenRefused
from bot.cluster import routing
from bot.cluster.inbox import Arrival
from bot.cluster.slots import slot_of
from tests.bot.fake_chat import words
from tests.chats.discord.activity_page import Pages
from tests.chats.discord.double.activities import CLIENT_SECRET
from tests.chats.discord.double.gateway import Close
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.double.server import Discord
from tests.chats.discord.scenario import Scenario
from tests.cluster.chat_process import EVERY_SLOT, ChatProcess
from tests.patience import until
from tools.postgresql import Server


@pytest.fixture
async def guild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scenario]:
    monkeypatch.setattr(routing, "IDENTIFY_SECONDS", 0.0)
    async with Discord() as discord:
        discord.world.ids.tell_time()
        one = Scenario(discord, tmp_path, page_secret=CLIENT_SECRET)
        one.register()
        yield one
        assert discord.faults == []


async def test_a_table_is_played_in_another_process_than_the_shards(postgresql: Server, guild: Scenario) -> None:
    url, slot = postgresql.new_database(), slot_of(guild.place().group)
    async with (
        ChatProcess(guild.new_chat(several=True), url, slot) as owner,
        ChatProcess(guild.new_chat(several=True), url, *EVERY_SLOT - {slot}, receives=(0,)) as receiver,
    ):
        guild.app, guild.clock = owner.app, owner.clock
        await until(lambda: receiver.chat.connected)
        ani, budi = guild.members("Ani", "Budi")
        await guild.sit(ani, budi)
        assert not receiver.app.tables.all_open()
        shown = await ani.press("My hand")
        assert all(tile in shown.text for tile in guild.tiles(ani))
        await guild.finish_hand()
        # A ban comes to the shard's process too.
        guild.discord.ban(budi)
        await until(lambda: guild.state().chair_of(budi.player) is None)


async def test_the_next_process_does_once_what_nobody_took_or_handled_or_received(
    postgresql: Server, guild: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign_interactions, "ANSWER_SECONDS", 0.2)
    # It has to wait before it may identify itself.
    monkeypatch.setattr(routing, "IDENTIFY_SECONDS", 300.0)
    guild.discord.responses.response_seconds = 60.0
    url, slot, arrived = postgresql.new_database(), slot_of(guild.place().group), dict[str, Arrival]()
    async with ChatProcess(guild.new_chat(several=True), url, receives=(0,)) as ended:
        await until(lambda: ended.chat.connected)
        ani, budi = guild.members("Ani", "Budi")
        assert "your answer follows" in (await ani.slash("table open", game="qiuqiu")).text
        vars(ended.inbox).update(put=lambda each: asyncio.sleep(300, arrived.setdefault(each.key, each)))
        under_way = budi.use("table open", game="qiuqiu")
        await until(lambda: arrived)
    missed = budi.use("table open", game="qiuqiu")
    async with ChatProcess(guild.new_chat(several=True), url) as owner:
        await owner.take(slot)
        await until(owner.app.tables.all_open)
        await owner.chat.receive(frozenset({0}))
        await until(lambda: under_way.responded.is_set() and missed.responded.is_set())
        await owner.app.wait_until_idle()


async def test_a_page_knows_the_channels_of_another_processs_shard(postgresql: Server, guild: Scenario) -> None:
    url, (ani,), side = postgresql.new_database(), guild.members("Ani"), guild.discord.channel(guild.guild, "side")
    side.denied = Permission.EMBED_LINKS
    async with ChatProcess(guild.new_chat(several=True), url, *EVERY_SLOT) as owner, ClientSession() as session:
        visitor = await owner.chat.identify(Pages(guild, session, "").hello(ani))  # type: ignore[misc]
        assert visitor.sees(guild.place(side))
        assert owner.chat.channel_name(guild.place(side)) == "#side"
        assert "Embed Links" in words((await visitor.carry_out(guild.place(side), "open qiuqiu")).message)


async def test_a_refused_process_leaves_its_shards_to_others(postgresql: Server, guild: Scenario) -> None:
    guild.discord.gateway.reject_with, chat = Close.BAD_TOKEN, guild.new_chat(several=True)
    with pytest.raises(TokenRefused):
        async with ChatProcess(chat, postgresql.new_database(), receives=(0,)) as refused:
            await until(lambda: not chat.shards and chat.platform not in refused.inbox.handlers)


@pytest.mark.parametrize("slots", [EVERY_SLOT, frozenset()], ids=["served", "not served yet"])
async def test_what_its_sender_saw_fail_is_not_carried_out(
    postgresql: Server, guild: Scenario, monkeypatch: pytest.MonkeyPatch, slots: frozenset[int]
) -> None:
    monkeypatch.setattr(foreign_interactions, "ANSWER_SECONDS", 0.0)
    monkeypatch.setattr(foreign_interactions, "RESPONSE_SECONDS", 0.0)
    async with ChatProcess(guild.new_chat(several=True), postgresql.new_database(), *slots, receives=(0,)) as one:
        guild.app, guild.clock = one.app, one.clock
        await until(lambda: one.chat.connected)
        ani, budi = guild.members("Ani", "Budi")
        guild.discord.responses.response_seconds = -1.0
        failed = budi.use("table open", game="qiuqiu")
        await asyncio.sleep(0.3)
        await one.take(*EVERY_SLOT)
        await until(lambda: any(str(failed.id) in call.path.values() for call in guild.discord.calls))
        guild.discord.responses.response_seconds = 3.0
        await guild.sit(ani, budi)
        assert [table.state.host for table in one.app.tables.all_open()] == [ani.player]
