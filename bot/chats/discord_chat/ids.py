"""Kiu's notation of Discord's ids: players, groups and channels."""

from __future__ import annotations

import discord

from bot.messages import MessageId, Place, PlayerId

PLATFORM = "discord"

NO_CHANNEL = "0"
"""The channel of a place where nothing can be shown."""


def player_id(user: discord.abc.Snowflake) -> PlayerId:
    return f"{PLATFORM}:{user.id}"


def user_id_of(player: PlayerId) -> int | None:
    """Return ``None`` for a player of another platform."""
    platform, _, number = player.partition(":")
    return int(number) if platform == PLATFORM and number.isascii() and number.isdigit() else None


def group_id(guild_id: int) -> str:
    return f"{PLATFORM}:{guild_id}"


def guild_id_of(group: str) -> int | None:
    """Return ``None`` for a group that stands for direct messages."""
    number = group.partition(":")[2]
    return int(number) if number.isascii() and number.isdigit() else None


def dm_user_of(group: str) -> PlayerId | None:
    platform, _, user = group.partition(":@")
    return f"{platform}:{user}" if user else None


def message_url(place: Place, number: MessageId) -> str:
    address = f"https://discord.com/channels/{place.group.partition(':')[2]}/{place.channel}"
    return f"{address}/{number}" if number else address


def dm_group_id(user: discord.abc.Snowflake) -> str:
    return f"{PLATFORM}:@{user.id}"
