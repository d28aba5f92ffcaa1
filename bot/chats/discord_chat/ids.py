"""Discord's ids as Kiu writes them: players, groups and channels."""

from __future__ import annotations

import discord

from bot.messages import MessageId, Place, PlayerId

PLATFORM = "discord"

NO_CHANNEL = "0"
"""The channel of a place that is in no channel; nothing can be shown there."""


def player_id(user: discord.abc.Snowflake) -> PlayerId:
    """The player that a Discord user is."""
    return f"{PLATFORM}:{user.id}"


def user_id_of(player: PlayerId) -> int | None:
    """The id of a player's Discord user; ``None`` for a player of another platform."""
    platform, _, number = player.partition(":")
    return int(number) if platform == PLATFORM and number.isascii() and number.isdigit() else None


def group_id(guild_id: int) -> str:
    """The group that a guild is."""
    return f"{PLATFORM}:{guild_id}"


def guild_id_of(group: str) -> int | None:
    """The id of the guild that a group is; ``None`` for a group that stands for direct messages."""
    number = group.partition(":")[2]
    return int(number) if number.isascii() and number.isdigit() else None


def dm_user_of(group: str) -> PlayerId | None:
    """The player whose direct messages a group stands for; ``None`` for a guild."""
    platform, _, user = group.partition(":@")
    return f"{platform}:{user}" if user else None


def message_url(place: Place, number: MessageId) -> str:
    """The address of a message, or of its channel if it has no number."""
    address = f"https://discord.com/channels/{place.group.partition(':')[2]}/{place.channel}"
    return f"{address}/{number}" if number else address


def dm_group_id(user: discord.abc.Snowflake) -> str:
    """The group that stands for a user's direct messages."""
    return f"{PLATFORM}:@{user.id}"
