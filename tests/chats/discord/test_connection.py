"""The connection against the double: tokens, a network that is down, and stopping in time."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from bot.app import App, open_app
from bot.chats.discord_chat import DiscordChat, Timeouts
from bot.chats.discord_chat.gateway import GatewayClient
from bot.chats.discord_chat.http_calls import errors_logged
from bot.chats.not_served import TokenRefused
from bot.environment.clock import SystemClock
from tests.bot.scenario import empty_database, url_of
from tests.chats.discord.double.server import Discord
from tests.patience import LONGEST_WAIT
from tests.seeded_entropy import SeededEntropy

TIMEOUTS = Timeouts(
    guild_ready_timeout=0.01,
    reconnect_delay=0.02,
    reconnect_delay_max=0.05,
    retry_delay=0.01,
    defer_after=0.2,
    close_timeout=1,
)


@pytest.fixture(autouse=True)
def without_identify_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let discord.py identify at once, where it would wait five seconds before each time but the first."""

    async def no_pause(*_: object, **__: object) -> None:
        return

    monkeypatch.setattr(GatewayClient, "before_identify_hook", no_pause)


@asynccontextmanager
async def app_for(chat: DiscordChat, folder: Path) -> AsyncIterator[App]:
    """An application that the chat is not connected to yet; however the test ends, the chat is stopped."""
    await empty_database(folder)
    try:
        async with open_app(url_of(folder), chats={}, clock=SystemClock(), entropy=SeededEntropy("seed")) as app:
            yield app
    finally:
        await chat.stop()


@asynccontextmanager
async def serving(chat: DiscordChat) -> AsyncIterator[asyncio.Task[None]]:
    """Serve while the context is open."""
    task = asyncio.create_task(chat.serve())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def served(chat: DiscordChat, folder: Path) -> AsyncIterator[asyncio.Task[None]]:
    """Connect the chat to an application, and serve."""
    async with app_for(chat, folder) as app:
        await chat.start(app)
        async with serving(chat) as task:
            yield task


def chat_on(discord: Discord, *, token: str = "", api_url: str = "") -> DiscordChat:
    return DiscordChat(
        token or discord.token, api_url=api_url or discord.api_url, gateway_url=discord.gateway_url, timeouts=TIMEOUTS
    )


async def test_an_unknown_token(discord: Discord, tmp_path: Path) -> None:
    chat = chat_on(discord, token="not.the.token")
    async with app_for(chat, tmp_path) as app:
        with pytest.raises(TokenRefused) as refused:
            await chat.start(app)

    assert "DISCORD_TOKEN" in str(refused.value)
    assert "not.the.token" not in str(refused.value)
    assert not discord.gateway.connected


@pytest.mark.parametrize("code", [4004, 4010, 4011, 4012, 4013, 4014])
async def test_a_gateway_that_rejects_the_bot(discord: Discord, tmp_path: Path, code: int) -> None:
    discord.gateway.reject_with = code
    chat = chat_on(discord)
    async with app_for(chat, tmp_path) as app:
        with pytest.raises(TokenRefused, match=r"^Discord .*\.$"):
            await chat.start(app)


async def test_a_token_that_is_changed_while_the_process_runs(discord: Discord, tmp_path: Path) -> None:
    chat = chat_on(discord)
    async with served(chat, tmp_path) as task:
        discord.gateway.reject_with = 4004
        discord.gateway.invalidate(resumable=False)
        with pytest.raises(TokenRefused):
            await asyncio.wait_for(task, LONGEST_WAIT)


def failed_attempts(logged: list[EventDict]) -> list[EventDict]:
    """The attempts to connect that failed."""
    return [entry for entry in logged if entry["event"] == "Discord cannot be reached"]


async def test_a_network_that_is_down_at_the_start(discord: Discord, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        closed_port = f"http://127.0.0.1:{taken.getsockname()[1]}"
    chat = chat_on(discord, api_url=closed_port)
    with capture_logs() as logged:
        async with app_for(chat, tmp_path) as app:
            starting = asyncio.create_task(chat.start(app))
            async with asyncio.timeout(LONGEST_WAIT):
                while len(failed_attempts(logged)) < 2:  # noqa: ASYNC110 - there is no event for it
                    await asyncio.sleep(0.01)
            assert not starting.done()
            chat_on(discord)  # the URLs belong to discord.py: from here on the network is back
            await asyncio.wait_for(starting, LONGEST_WAIT)
            assert discord.gateway.connected

    assert [entry for entry in logged if "exc_info" in entry] == []


async def until_connected(chat: DiscordChat, *, connected: bool = True) -> None:
    async with asyncio.timeout(LONGEST_WAIT):
        while chat.connected is not connected:  # noqa: ASYNC110 - there is no event for it
            # The library is back after a few turns of the event loop.
            await asyncio.sleep(0)


async def test_it_tells_whether_it_is_connected_whatever_becomes_of_the_session(
    discord: Discord, tmp_path: Path
) -> None:
    discord.guild()
    chat = chat_on(discord)
    async with app_for(chat, tmp_path) as app:
        assert not chat.connected
        await chat.start(app)
        assert chat.connected
        async with serving(chat):
            lost = asyncio.create_task(until_connected(chat, connected=False))
            await discord.gateway.drop()
            await lost
            await until_connected(chat)
            await chat.stop()
            assert not chat.connected


async def test_it_stops_in_time_while_it_is_connecting(discord: Discord, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts connections and never sends anything
        chat = chat_on(discord, api_url=f"http://127.0.0.1:{silent.getsockname()[1]}")
        async with app_for(chat, tmp_path) as app:
            starting = asyncio.create_task(chat.start(app))
            await asyncio.sleep(0.1)
            starting.cancel()
            await asyncio.gather(starting, return_exceptions=True)
            async with asyncio.timeout(LONGEST_WAIT / 4):
                await chat.stop()


async def test_it_stops_in_time(discord: Discord, tmp_path: Path) -> None:
    chat = chat_on(discord)
    async with served(chat, tmp_path) as task, asyncio.timeout(LONGEST_WAIT / 4):
        await asyncio.sleep(0)
        await chat.stop()
        await task

    assert not discord.gateway.connected


async def test_guild_events_after_the_end_are_no_errors(discord: Discord, tmp_path: Path) -> None:
    chat, group = chat_on(discord), f"discord:{discord.guild().id}"
    async with app_for(chat, tmp_path) as app:
        await chat.start(app)
        async with serving(chat):
            await asyncio.sleep(0)
        client: Any = chat.gateway.client
        (guild,) = client.guilds
        await chat.stop()
        # discord.py calls on_ready once all guilds are known, even if the client has been closed.
        await client.on_ready()
        assert not app.groups.of(group).away
    await client.on_ready()
    await client.on_guild_join(guild)
    await client.on_guild_remove(guild)
    assert not app.groups.of(group).away, "nothing was stored, so nothing has changed"


async def test_nothing_is_replied_before_the_tables_are_resumed(discord: Discord, tmp_path: Path) -> None:
    sari, chat = discord.member(discord.guild(), "Sari"), chat_on(discord)
    async with app_for(chat, tmp_path) as app:
        await chat.start(app)
        asking = asyncio.create_task(sari.slash("money chips"))
        await asyncio.sleep(2 * TIMEOUTS.defer_after)
        assert not asking.done()
        async with serving(chat):
            asked = await asking
        assert "Wallet" in asked.text
        assert asked.ephemeral


async def test_several_shards(discord: Discord, tmp_path: Path) -> None:
    discord.operations.shards = 2
    people = [discord.member(discord.guild(name), "Sari") for name in ("One", "Two", "Three")]
    chat = chat_on(discord)
    async with served(chat, tmp_path):
        for sari in people:
            assert "Wallet" in (await sari.slash("money chips")).text
    assert len(discord.gateway.identified) == 2


async def test_an_answer_that_is_cut_off_by_the_end_is_no_error() -> None:
    async with aiohttp.ClientSession() as session:
        pass
    with capture_logs() as logged, errors_logged("reply not sent"):
        await session.get("http://127.0.0.1/")
    assert [(each["event"], each["log_level"]) for each in logged] == [("reply not sent", "warning")]


@pytest.mark.parametrize("error", [RuntimeError("a mistake of ours"), ValueError("Session is closed")])
async def test_a_mistake_while_an_answer_is_sent_is_one(error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)), errors_logged("reply not sent"):
        raise error
