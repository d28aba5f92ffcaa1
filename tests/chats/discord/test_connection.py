"""The connection: tokens, a network that comes and goes, and an end in time. Played against the double."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from bot.app import App, open_app
from bot.chats.discord_chat import DiscordChat, Timeouts
from bot.chats.discord_chat.client import KiuClient
from bot.chats.errors import TokenRefused
from bot.environment.clock import SystemClock
from bot.environment.entropy import SeededEntropy
from tests.bot.scenario import empty_database, url_of
from tests.chats.discord.double.server import Discord

TIMEOUTS = Timeouts(
    guild_ready_timeout=0.01,
    reconnect_delay=0.02,
    reconnect_delay_max=0.05,
    retry_delay=0.01,
    defer_after=0.2,
    close_timeout=1,
)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the library introduce itself at once, where it would wait five seconds before each time but the first."""

    async def at_once(*_: object, **__: object) -> None:
        return

    monkeypatch.setattr(KiuClient, "before_identify_hook", at_once)


@asynccontextmanager
async def kiu_for(chat: DiscordChat, folder: Path) -> AsyncIterator[App]:
    """A whole Kiu that the chat is not connected to yet; however the test ends, the chat is stopped."""
    await empty_database(folder)
    try:
        async with open_app(url_of(folder), chats={}, clock=SystemClock(), entropy=SeededEntropy("seed")) as app:
            yield app
    finally:
        await chat.stop()


@asynccontextmanager
async def served(chat: DiscordChat) -> AsyncIterator[asyncio.Task[None]]:
    """While the chat serves."""
    serving = asyncio.create_task(chat.serve())
    try:
        yield serving
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


def chat_on(discord: Discord, *, token: str = "", api_url: str = "") -> DiscordChat:
    return DiscordChat(
        token or discord.token, api_url=api_url or discord.api_url, gateway_url=discord.gateway_url, timeouts=TIMEOUTS
    )


async def test_a_token_that_discord_does_not_know(discord: Discord, tmp_path: Path) -> None:
    chat = chat_on(discord, token="not.the.token")
    async with kiu_for(chat, tmp_path) as app:
        with pytest.raises(TokenRefused) as refused:
            await chat.start(app)

    assert "DISCORD_TOKEN" in str(refused.value)
    assert "not.the.token" not in str(refused.value)
    assert not discord.gateway.connected


@pytest.mark.parametrize("code", [4004, 4013, 4014])
async def test_a_gateway_that_lets_nobody_in(discord: Discord, tmp_path: Path, code: int) -> None:
    discord.gateway.reject_with = code
    chat = chat_on(discord)
    async with kiu_for(chat, tmp_path) as app:
        with pytest.raises(TokenRefused, match=r"^Discord .*\.$"):
            await chat.start(app)


async def test_a_token_that_is_changed_while_kiu_runs(discord: Discord, tmp_path: Path) -> None:
    chat = chat_on(discord)
    async with kiu_for(chat, tmp_path) as app:
        await chat.start(app)
        async with served(chat) as serving:
            discord.gateway.reject_with = 4004
            discord.gateway.invalidate(resumable=False)
            with pytest.raises(TokenRefused):
                await asyncio.wait_for(serving, 10)


def in_vain(logged: list[EventDict]) -> list[EventDict]:
    """The attempts to connect that failed."""
    return [entry for entry in logged if entry["event"] == "Discord cannot be reached"]


async def test_a_network_that_is_away_at_the_start(discord: Discord, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        nobody_there = f"http://127.0.0.1:{taken.getsockname()[1]}"
    chat = chat_on(discord, api_url=nobody_there)
    with capture_logs() as logged:
        async with kiu_for(chat, tmp_path) as app:
            starting = asyncio.create_task(chat.start(app))
            async with asyncio.timeout(10):
                while len(in_vain(logged)) < 2:  # noqa: ASYNC110 - nobody rings a bell
                    await asyncio.sleep(0.01)
            assert not starting.done()
            chat_on(discord)  # the addresses are those of the library: from here on the network is back
            await asyncio.wait_for(starting, 5)
            assert discord.gateway.connected

    assert [entry for entry in logged if "exc_info" in entry] == []


async def test_it_ends_in_time_even_while_it_tries_to_connect(discord: Discord, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections and never says a word
        chat = chat_on(discord, api_url=f"http://127.0.0.1:{silent.getsockname()[1]}")
        async with kiu_for(chat, tmp_path) as app:
            starting = asyncio.create_task(chat.start(app))
            await asyncio.sleep(0.1)
            starting.cancel()
            await asyncio.gather(starting, return_exceptions=True)
            async with asyncio.timeout(2):
                await chat.stop()


async def test_it_ends_in_time(discord: Discord, tmp_path: Path) -> None:
    chat = chat_on(discord)
    async with kiu_for(chat, tmp_path) as app:
        await chat.start(app)
        async with served(chat) as serving, asyncio.timeout(2):
            await asyncio.sleep(0)
            await chat.stop()
            await serving

    assert not discord.gateway.connected


async def test_news_of_servers_that_come_after_the_end_are_no_failure(discord: Discord, tmp_path: Path) -> None:
    chat, group = chat_on(discord), f"discord:{discord.guild().id}"
    async with kiu_for(chat, tmp_path) as app:
        await chat.start(app)
        async with served(chat):
            await asyncio.sleep(0)
        client = chat.connection.client
        (guild,) = client.guilds
        await chat.stop()
        # The library waits until every server has been told of, and then says so to whoever made it, closed or not.
        await client.on_ready()
        assert not app.groups.of(group).away
    await client.on_ready()
    await client.on_guild_join(guild)
    await client.on_guild_remove(guild)
    assert not app.groups.of(group).away, "nothing was stored, so nothing has changed"


async def test_a_chat_that_never_started_can_be_stopped(discord: Discord) -> None:
    await chat_on(discord).stop()
    assert len(discord.calls) == 0


async def test_nothing_is_answered_before_the_tables_are_there(discord: Discord, tmp_path: Path) -> None:
    sari = discord.member(discord.guild(), "Sari")
    chat = chat_on(discord)
    async with kiu_for(chat, tmp_path) as app:
        await chat.start(app)
        asking = asyncio.create_task(sari.slash("money chips"))
        await asyncio.sleep(2 * TIMEOUTS.defer_after)
        assert not asking.done()
        async with served(chat):
            asked = await asking
        assert "Wallet" in asked.text
        assert asked.ephemeral


async def test_several_shards_are_one_discord(discord: Discord, tmp_path: Path) -> None:
    discord.operations.shards = 2
    people = [discord.member(discord.guild(name), "Sari") for name in ("One", "Two", "Three")]
    chat = chat_on(discord)
    async with kiu_for(chat, tmp_path) as app:
        await chat.start(app)
        async with served(chat):
            for sari in people:
                assert "Wallet" in (await sari.slash("money chips")).text
        assert len(discord.gateway.identified) == 2
