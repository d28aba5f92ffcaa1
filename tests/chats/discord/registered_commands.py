"""The commands of Kiu, registered with Discord already: nearly every start of a host finds them so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.chats.discord_chat.slash_commands import KiuCommandTree, digest_of, write_digest
from tests.chats.discord.double.server import Discord
from tests.chats.discord.unconnected import unconnected_client

_made_anew = KiuCommandTree.payload
_payload: list[dict[str, Any]] = []


async def _payload_once(tree: KiuCommandTree) -> list[dict[str, Any]]:
    if not _payload:
        _payload.extend(await _made_anew(tree))
    return [*_payload]


@contextmanager
def payload_made_once() -> Iterator[None]:
    """Whoever starts meanwhile has the list that was made for the first of them: it follows from the code alone."""
    with patch.object(KiuCommandTree, "payload", _payload_once):
        yield


async def register_already(discord: Discord, sync_file: Path) -> None:
    """Let the double have all commands, and the file say so."""
    payload = _payload or await _payload_once((await unconnected_client()).tree)
    application = discord.world.bot.id
    discord.operations.register(application, payload)
    write_digest(sync_file, digest_of(application, payload))
