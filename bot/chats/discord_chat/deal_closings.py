"""The message that closes a deal; its id, made by Discord on posting, is the beacon."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.chats.discord_chat.markdown import escaped_length
from bot.chats.discord_chat.rendering import TEXT_LIMIT, layout_view
from bot.chats.fitting import plain
from bot.messages import CLOSING_FILE, File, Message
from engine.fairness import Beacon, BeaconKind


def with_full_text(message: Message) -> Message:
    """Add a document with the full text to a message too long for Discord."""
    if message.file is not None or escaped_length(plain(message)) <= TEXT_LIMIT:
        return message
    return replace(message, file=File(CLOSING_FILE, f"{plain(message)}\n".encode()))


def closing_nonce(message: Message) -> str:
    """Return the nonce; Discord posts each nonce only once in some minutes."""
    return hashlib.blake2b(plain(message).encode(), digest_size=12).hexdigest()


def has_same_text(posted: discord.Message, message: Message) -> bool:
    """True if a posted message shows exactly this text."""
    wanted = layout_view(message, verbatim=True).to_components()  # type: ignore[no-untyped-call]
    return list(_texts(part.to_dict() for part in posted.components)) == list(_texts(wanted))


def beacon_of(message_id: int) -> Beacon:
    return Beacon(BeaconKind.DISCORD, str(message_id).encode())


def _texts(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for part in components:
        if part["type"] == discord.ComponentType.text_display.value:
            yield part["content"].strip()
        yield from _texts(part.get("components", ()))
