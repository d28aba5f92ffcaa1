"""Fixtures: a double of Discord, alone, with a guild, or with a whole process that serves it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord import AutoShardedClient
from structlog.testing import capture_logs

from tests.chats.discord.double.server import Discord
from tests.chats.discord.guild_setup import GuildSetup, open_guild_setup
from tests.chats.discord.scenario import Scenario


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    """A Discord without guilds; when the test is over, no request may have been against the contract."""
    async with Discord() as one:
        yield one
    assert one.faults == []


@pytest.fixture
async def setup(discord: Discord, tmp_path: Path) -> AsyncIterator[GuildSetup]:
    """A guild with Kiu and two other members."""
    async with open_guild_setup(discord, tmp_path) as one:
        yield one


@pytest.fixture
async def scenario(discord: Discord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scenario]:
    """A process that serves one guild; when the test is over, its ledger must balance and no error have been logged."""
    monkeypatch.setattr(AutoShardedClient, "before_identify_hook", _without_pause)
    with capture_logs() as logged:
        async with Scenario(discord, tmp_path) as one:
            yield one
            await one.check_books()
    assert [entry for entry in logged if entry["log_level"] == "error"] == []


async def _without_pause(*_: object, **__: object) -> None:
    """Identify without the pause that Discord demands between two shards."""
