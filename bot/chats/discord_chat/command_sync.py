"""Registering the slash commands with Discord, only when they have changed since they were registered last."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from discord import app_commands


async def commands_payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, object]]:
    """The commands as they are registered, in every language."""
    translator = tree.translator
    assert translator is not None
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


def digest_of(application: int | None, payload: list[dict[str, object]]) -> str:
    """What tells whether an application has these commands already."""
    return hashlib.sha256(json.dumps([application, payload], sort_keys=True).encode()).hexdigest()


async def sync_commands(tree: app_commands.CommandTree[Any], sync_file: Path | None) -> bool:
    """Register the commands unless they are registered already; return whether that was necessary.

    Args:
        tree: the commands.
        sync_file: keeps a hash of what was registered last, and for which application; without a file the commands
            are registered each time.

    Raises:
        discord.HTTPException: Discord does not accept them.
    """
    digest = digest_of(tree.client.application_id, await commands_payload(tree))
    if sync_file is not None and _read_digest(sync_file) == digest:
        return False
    await tree.sync()
    if sync_file is not None:
        write_digest(sync_file, digest)
    return True


def _read_digest(sync_file: Path) -> str:
    return sync_file.read_text(encoding="ascii", errors="replace") if sync_file.exists() else ""


def write_digest(sync_file: Path, digest: str) -> None:
    """Note what is registered."""
    sync_file.parent.mkdir(parents=True, exist_ok=True)
    sync_file.write_text(digest, encoding="ascii")
