"""Registering the slash commands only when they have changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.chats.discord_chat.command_sync import sync_commands
from tests.chats.discord.unconnected import unconnected_client


async def test_commands_are_registered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = await unconnected_client()
    synced: list[str] = []

    async def sync() -> list[Any]:
        synced.append("synced")
        return []

    monkeypatch.setattr(client.tree, "sync", sync)
    sync_file = tmp_path / "data" / "commands.txt"

    assert await sync_commands(client.tree, sync_file)
    assert not await sync_commands(client.tree, sync_file)
    client.tree.remove_command("hand")
    assert await sync_commands(client.tree, sync_file)
    assert synced == ["synced", "synced"]
