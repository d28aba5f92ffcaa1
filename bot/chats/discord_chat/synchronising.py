"""Telling Discord of the commands, but only when they are not what it was told last."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from discord import app_commands

if TYPE_CHECKING:
    from bot.chats.discord_chat.client import KiuClient


async def payload(tree: app_commands.CommandTree[KiuClient]) -> list[dict[str, object]]:
    """The commands as Discord is told of them, in every language."""
    translator = tree.translator
    assert translator is not None
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


async def synchronise(tree: app_commands.CommandTree[KiuClient], memory: Path | None) -> bool:
    """Register the commands unless they are registered already; return whether that was necessary.

    Args:
        tree: the commands.
        memory: the file that keeps what was registered last, and for whom; without one they are registered each time.

    Raises:
        discord.HTTPException: Discord does not take them.
    """
    told = json.dumps([tree.client.application_id, await payload(tree)], sort_keys=True)
    fingerprint = hashlib.sha256(told.encode()).hexdigest()
    if memory is not None and _remembered(memory) == fingerprint:
        return False
    await tree.sync()
    if memory is not None:
        _remember(memory, fingerprint)
    return True


def _remembered(memory: Path) -> str:
    return memory.read_text(encoding="ascii", errors="replace") if memory.exists() else ""


def _remember(memory: Path, fingerprint: str) -> None:
    memory.parent.mkdir(parents=True, exist_ok=True)
    memory.write_text(fingerprint, encoding="ascii")
