"""The message that closes a deal: shown verbatim, found again after a restart, and its id is the beacon.

Discord makes the id when the message is posted, so nobody can know it before.
"""

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
    """The message; if it is too long for Discord, with a document that has the full text."""
    if message.file is not None or escaped_length(plain(message)) <= TEXT_LIMIT:
        return message
    return replace(message, file=File(CLOSING_FILE, f"{plain(message)}\n".encode()))


def closing_nonce(message: Message) -> str:
    """The nonce of a closing message; Discord posts the same nonce only once in some minutes."""
    return hashlib.blake2b(plain(message).encode(), digest_size=12).hexdigest()


def has_same_text(posted: discord.Message, message: Message) -> bool:
    """Whether a posted message shows exactly this text."""
    wanted = layout_view(message, verbatim=True).to_components()  # type: ignore[no-untyped-call]
    return list(_texts(part.to_dict() for part in posted.components)) == list(_texts(wanted))


def beacon_of(message_id: int) -> Beacon:
    """The beacon that the id of a message is."""
    return Beacon(BeaconKind.DISCORD, str(message_id).encode())


def _texts(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The texts of components, without the blanks at both ends, since Discord may strip them."""
    for part in components:
        if part["type"] == discord.ComponentType.text_display.value:
            yield part["content"].strip()
        yield from _texts(part.get("components", ()))
