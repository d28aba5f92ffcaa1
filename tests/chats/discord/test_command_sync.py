"""Registering the slash commands only when they have changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.chats.discord.double.server import Discord
from tests.chats.discord.guild_setup import open_guild_setup
from tests.chats.discord.unconnected import unconnected_client

ENTRY_POINT = {
    "id": "77",
    "type": 4,
    "name": "launch",
    "description": "",
    "handler": 2,
    "integration_types": [0, 1],
    "contexts": [0, 1, 2],
    "version": "78",
    "application_id": "1",
    "default_member_permissions": None,
}
"""What Discord makes where the host has switched on Activities."""


async def test_commands_are_registered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = await unconnected_client()
    synced: list[str] = []

    async def registered(_: int) -> list[Any]:
        return []

    async def register(_: int, __: list[Any]) -> list[Any]:
        synced.append("synced")
        return []

    monkeypatch.setattr(type(client), "application_id", 1)
    monkeypatch.setattr(client.http, "get_global_commands", registered)
    monkeypatch.setattr(client.http, "bulk_upsert_global_commands", register)
    sync_file = tmp_path / "data" / "commands.txt"

    assert await client.tree.register(sync_file)
    assert not await client.tree.register(sync_file)
    client.tree.remove_command("hand")
    assert await client.tree.register(sync_file)
    assert synced == ["synced", "synced"]


async def test_the_command_of_activities_stays(discord: Discord, tmp_path: Path) -> None:
    discord.world.commands = [ENTRY_POINT, {**ENTRY_POINT, "type": 1, "name": "of-an-earlier-version"}]

    async with open_guild_setup(discord, tmp_path):
        there = {each["name"]: each for each in discord.world.commands}

    assert "table" in there
    assert there["launch"]["handler"] == 2
    assert "of-an-earlier-version" not in there
