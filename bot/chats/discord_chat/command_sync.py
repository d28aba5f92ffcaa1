"""Registration of changed slash commands with Discord."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from discord import app_commands

ENTRY_POINT = 4
"""The type of the command that Discord makes for Activities; it must stay."""

_KEPT = ("id", "name", "name_localizations", "description", "type", "handler", "integration_types", "contexts")


def is_entry_point(command: Mapping[str, Any]) -> bool:
    return command.get("type") == ENTRY_POINT


def _kept(command: Mapping[str, Any]) -> dict[str, Any]:
    return {name: command[name] for name in _KEPT if command.get(name) is not None}


async def commands_payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, object]]:
    translator = tree.translator
    assert translator is not None
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


def digest_of(application: int | None, payload: list[dict[str, object]]) -> str:
    """Return a digest that changes with the application or its commands."""
    return hashlib.sha256(json.dumps([application, payload], sort_keys=True).encode()).hexdigest()


async def sync_commands(tree: app_commands.CommandTree[Any], sync_file: Path | None) -> bool:
    """Register changed commands and return ``True`` if there were any.

    Discord refuses all of them if the command for Activities is missing.
    """
    payload = await commands_payload(tree)
    digest = digest_of(tree.client.application_id, payload)
    if sync_file is not None and _read_digest(sync_file) == digest:
        return False
    http, application = tree.client.http, tree.client.application_id
    assert application is not None
    registered = await http.get_global_commands(application)
    await http.bulk_upsert_global_commands(application, [*payload, *map(_kept, filter(is_entry_point, registered))])
    if sync_file is not None:
        write_digest(sync_file, digest)
    return True


def _read_digest(sync_file: Path) -> str:
    return sync_file.read_text(encoding="ascii", errors="replace") if sync_file.exists() else ""


def write_digest(sync_file: Path, digest: str) -> None:
    sync_file.parent.mkdir(parents=True, exist_ok=True)
    sync_file.write_text(digest, encoding="ascii")
