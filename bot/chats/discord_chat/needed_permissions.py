"""Origin of an interaction, and permissions Kiu needs in a channel for a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

CHANNEL_PERMISSIONS = ("view_channel", "send_messages", "attach_files", "embed_links")

THREAD_PERMISSIONS = ("view_channel", "send_messages_in_threads", "attach_files", "embed_links")

ALL_PERMISSIONS = tuple(dict.fromkeys((*CHANNEL_PERMISSIONS, *THREAD_PERMISSIONS)))

INVITED_WITH = discord.Permissions(**dict.fromkeys(ALL_PERMISSIONS, True))
"""The same as bits of an invite link."""


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    if interaction.guild_id is None:
        return []
    return lacking(interaction.app_permissions, _needed_in(interaction.channel))


def missing_in(client: discord.Client, channel_id: int) -> list[str]:
    """Return missing permissions as far as the gateway knows the channel."""
    channel = client.get_channel(channel_id)
    if not isinstance(channel, (discord.Thread, discord.abc.GuildChannel)):
        return []
    return lacking(channel.permissions_for(channel.guild.me), _needed_in(channel))


def _needed_in(channel: object) -> Iterable[str]:
    return THREAD_PERMISSIONS if isinstance(channel, discord.Thread) else CHANNEL_PERMISSIONS


def lacking(granted: discord.Permissions, needed: Iterable[str] = ALL_PERMISSIONS) -> list[str]:
    """Return the permissions not granted; an administrator lacks none."""
    return [] if granted.administrator else [name for name in needed if not getattr(granted, name)]


def wording_key(permission: str) -> str:
    """Return the wording's key for the name in Discord's settings."""
    return f"discord-permission-{permission.replace('_', '-')}"


def is_in_guild(interaction: discord.Interaction[Any]) -> bool:
    guild = interaction.guild_id
    return guild is not None and (interaction.is_guild_integration() or interaction.client.get_guild(guild) is not None)


def is_outside(interaction: discord.Interaction[Any]) -> bool:
    """True without Kiu in the guild or conversation; a user install can only answer there."""
    if interaction.guild_id is None:
        return bool(interaction.context.private_channel)
    return not is_in_guild(interaction)
