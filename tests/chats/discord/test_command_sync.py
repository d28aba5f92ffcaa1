"""Registering the slash commands only when they have changed."""

from __future__ import annotations

from pathlib import Path

from bot.chats.discord_chat.slash_commands import digest_of, payload
from tests.chats.discord.double.server import Discord
from tests.chats.discord.scenario import Scenario

SYNC = "PUT /applications/{application_id}/commands"

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


async def test_commands_are_registered_once_and_the_one_of_activities_stays(discord: Discord, tmp_path: Path) -> None:
    discord.world.commands = [ENTRY_POINT, {**ENTRY_POINT, "type": 1, "name": "of-an-earlier-version"}]
    async with Scenario(discord, tmp_path, first_start=True) as scenario:
        there = {each["name"]: each for each in discord.world.commands}
        assert "table" in there
        assert there["launch"]["handler"] == 2
        assert "of-an-earlier-version" not in there
        await scenario.restart()
        assert len(discord.calls.named(SYNC)) == 1
        scenario.sync_file.write_text("of an earlier version")
        await scenario.restart()
        assert len(discord.calls.named(SYNC)) == 2


def test_a_changed_command_changes_the_digest() -> None:
    made = payload()
    digests = {digest_of(1, made), digest_of(2, made), digest_of(1, made[1:]), digest_of(1, list(made))}
    assert len(digests) == 3
