"""The double itself: sessions, shards, and the events of guilds."""

from __future__ import annotations

import asyncio
from typing import Any

import discord as library
import pytest

from tests.chats.discord.double.server import Discord
from tests.chats.discord.plain_client import PlainClient, connected_client
from tests.patience import until


@pytest.fixture(autouse=True)
def _validate_answers(discord: Discord) -> None:
    discord.validate_answers()


async def test_a_resumed_session_gets_the_events_it_missed(discord: Discord) -> None:
    guild = discord.guild()
    sari = discord.member(guild, "Sari")
    async with connected_client(discord) as client:
        await discord.gateway.drop()
        assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"
        discord.gateway.request_reconnect()
        assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"
        discord.gateway.invalidate(resumable=True)
        assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"
        # Nor is an event lost that was sent while the connection broke.
        discord.gateway.losing = True
        waiting = asyncio.create_task(sari.slash("greeting", name="Wati"))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        discord.gateway.losing = False
        await discord.gateway.drop()
        assert (await waiting).text == "hello Wati"
        assert len(discord.gateway.identified) == 1
        assert discord.gateway.resumed == client.happened.count("resumed") == 4


async def test_an_invalid_session_is_replaced(discord: Discord, monkeypatch: pytest.MonkeyPatch) -> None:
    sari = discord.member(discord.guild(), "Sari")
    async with connected_client(discord) as client:
        discord.gateway.invalidate(resumable=False)
        await discord.until(lambda: len(discord.gateway.identified) == 2, "a new session")
        assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"
        await until(lambda: len(client.happened) > 1)
        await asyncio.sleep(0.2)
        assert client.happened == ["ready", "ready"]


async def test_a_connection_without_heartbeats_is_given_up(discord: Discord) -> None:
    sari = discord.member(discord.guild(), "Sari")
    discord.gateway.heartbeat_seconds = 0.1
    async with connected_client(discord, heartbeat_timeout=1.5):
        await asyncio.sleep(2)
        assert discord.gateway.resumed == 0, "heartbeats keep it alive"
        discord.gateway.frozen = True
        await asyncio.sleep(2)
        discord.gateway.frozen = False
        await discord.until(lambda: discord.gateway.resumed > 0, "a resumed session")
        assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"


async def test_a_wrong_token(discord: Discord) -> None:
    client = PlainClient(discord)
    with pytest.raises(library.LoginFailure):
        await client.login("wrong")
    await client.close()
    client = PlainClient(discord, shard_count=1)
    await client.login(discord.token)
    client.http.token = "wrong"
    with pytest.raises(library.ConnectionClosed) as closed:
        await client.connect()
    assert closed.value.code == 4004


async def test_guilds_are_joined_and_left(discord: Discord) -> None:
    home, new = discord.guild("Home"), discord.guild("New")
    new.has_bot = False
    async with connected_client(discord) as client:
        assert [guild.name for guild in client.guilds] == ["Home"]
        discord.add_bot(new)
        discord.outage(home)
        discord.outage(home, over=True)
        discord.remove_bot(home)
        await until(lambda: len(client.happened) > 2)
        await asyncio.sleep(0.1)
        assert client.happened == ["ready", "joined New", "left Home"]


async def test_each_shard_gets_the_events_of_its_guilds(discord: Discord) -> None:
    discord.operations.shards = 2
    people = [discord.member(discord.guild(name), "Sari") for name in ("One", "Two")]
    async with connected_client(discord) as client:
        assert sorted(shards["shard"] for shards in discord.gateway.identified) == [[0, 2], [1, 2]]
        assert len({guild.shard_id for guild in client.guilds}) == 2
        for sari in people:
            assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"


async def test_events_twice_and_in_the_wrong_order(discord: Discord) -> None:
    sari = discord.member(discord.guild(), "Sari")
    async with connected_client(discord) as client:
        told: list[int] = []

        @client.event
        async def on_interaction(interaction: library.Interaction[Any]) -> None:
            told.append(interaction.id)

        discord.gateway.duplicating = True
        first = await sari.slash("greeting", name="Budi")
        discord.gateway.duplicating = False
        discord.gateway.hold()
        second, third = (asyncio.create_task(sari.slash("greeting", name=name)) for name in ("Budi", "Wati"))
        await until(lambda: discord.gateway.held == 2)
        discord.gateway.release_reversed()
        numbers = [(await each).id for each in (second, third)]
        assert told == [first.id, first.id, *reversed(numbers)]
