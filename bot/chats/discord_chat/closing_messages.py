"""The closing message of a deal: shown to the letter, known again after a restart, and its number is the beacon.

Discord gives the number, and nobody can know it before the message stands there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.chats.discord_chat.rendering import TEXT_MOST, layout, measured
from bot.chats.fitting import plain
from bot.messages import CLOSING_FILE, File, Message
from engine.fairness import Beacon, BeaconKind


def unabridged(message: Message) -> Message:
    """The message; one that is too long for Discord has all its words in a document as well."""
    if message.file is not None or measured(plain(message)) <= TEXT_MOST:
        return message
    return replace(message, file=File(CLOSING_FILE, f"{plain(message)}\n".encode()))


def nonce_of(message: Message) -> str:
    """What Discord knows a message by for some minutes: the same words are not shown twice in that time."""
    return hashlib.blake2b(plain(message).encode(), digest_size=12).hexdigest()


def shows(posted: discord.Message, message: Message) -> bool:
    """Whether a message that stands in a channel shows exactly this."""
    wanted = layout(message, verbatim=True).to_components()  # type: ignore[no-untyped-call]
    return list(_texts(part.to_dict() for part in posted.components)) == list(_texts(wanted))


def beacon_of(number: int) -> Beacon:
    """The beacon that the number of a message is."""
    return Beacon(BeaconKind.DISCORD, str(number).encode())


def _texts(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What can be read in components, without the blanks at both ends, which Discord may have taken away."""
    for part in components:
        if part["type"] == discord.ComponentType.text_display.value:
            yield part["content"].strip()
        yield from _texts(part.get("components", ()))
