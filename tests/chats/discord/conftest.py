"""A Discord for every test that wants one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord import AutoShardedClient
from structlog.testing import capture_logs

from tests.chats.discord.double.server import Discord
from tests.chats.discord.parlour import Parlour, open_parlour
from tests.chats.discord.scenario import Scenario


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    """A Discord with nobody on it; when the test is over, nothing may have been asked of it against its contract."""
    async with Discord() as one:
        yield one
    assert one.faults == []


@pytest.fixture
async def parlour(discord: Discord, tmp_path: Path) -> AsyncIterator[Parlour]:
    """A server with Kiu in it, and two people."""
    async with open_parlour(discord, tmp_path) as one:
        yield one


@pytest.fixture
async def scenario(discord: Discord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scenario]:
    """An evening on that Discord, in one server; its books must be sound when it is over, and nothing have failed."""
    monkeypatch.setattr(AutoShardedClient, "before_identify_hook", _at_once)
    with capture_logs() as logged:
        async with Scenario(discord, tmp_path) as one:
            yield one
            await one.sound()
    assert [entry for entry in logged if entry["log_level"] == "error"] == []


async def _at_once(*_: object, **__: object) -> None:
    """Introduce the bot without the pause that the real Discord wants between two introductions."""
