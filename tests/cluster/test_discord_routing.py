"""Discord's interactions and events, which come to the process of a shard, at tables of another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.chats.discord_chat import foreign_interactions
from bot.cluster import routing
from bot.cluster.slots import slot_of
from tests.chats.discord.double.server import Discord
from tests.chats.discord.scenario import Scenario
from tests.cluster.chat_process import EVERY_SLOT, ChatProcess
from tests.patience import until
from tests.postgresql import WITHOUT_SYNC, server
from tools.postgresql import Server


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Server]:
    with server(*WITHOUT_SYNC) as running:
        yield running


@pytest.fixture
async def guild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scenario]:
    monkeypatch.setattr(routing, "IDENTIFY_SECONDS", 0.0)
    async with Discord() as discord:
        one = Scenario(discord, tmp_path)
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


async def test_an_interaction_that_nobody_takes_is_answered_and_then_done_once(
    postgresql: Server, guild: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign_interactions, "ANSWER_SECONDS", 0.2)
    url, slot = postgresql.new_database(), slot_of(guild.place().group)
    async with ChatProcess(guild.new_chat(several=True), url, receives=(0,)) as receiver:
        await until(lambda: receiver.chat.connected)
        (ani,) = guild.members("Ani")
        answer = await ani.slash("table open", game="qiuqiu")
        assert "your answer follows" in answer.text
        async with ChatProcess(guild.new_chat(several=True), url) as owner:
            guild.app, guild.clock = owner.app, owner.clock
            await owner.take(slot)
            await until(guild.is_open)
            await owner.app.wait_until_idle()
