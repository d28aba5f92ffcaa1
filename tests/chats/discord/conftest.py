"""Fixtures: a double of Discord, alone, with a guild, or with a whole process that serves it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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
    async with _checked(Scenario(discord, tmp_path)) as one:
        yield one


@pytest.fixture
async def scenario_without_tokens(
    discord: Discord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Scenario]:
    """The same, as if everybody had last done something long ago: private hands are direct messages."""
    monkeypatch.setattr(AutoShardedClient, "before_identify_hook", _without_pause)
    async with _checked(Scenario(discord, tmp_path, token_seconds=0)) as one:
        yield one


@asynccontextmanager
async def _checked(scenario: Scenario) -> AsyncIterator[Scenario]:
    with capture_logs() as logged:
        async with scenario:
            yield scenario
            await scenario.check_books()
    assert [entry for entry in logged if entry["log_level"] == "error"] == []


async def _without_pause(*_: object, **__: object) -> None:
    """Identify without the pause that Discord demands between two shards."""
