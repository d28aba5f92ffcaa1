"""Where an interaction comes from, and the permissions that Kiu needs in a channel before a table is opened there."""

from __future__ import annotations

from typing import Any

import discord

CHANNEL_PERMISSIONS = ("view_channel", "send_messages", "attach_files", "embed_links")
"""Needed in an ordinary channel."""

THREAD_PERMISSIONS = ("view_channel", "send_messages_in_threads", "attach_files", "embed_links")
"""Needed in a thread."""


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """The permissions that Kiu needs in the channel of an interaction and does not have."""
    granted = interaction.app_permissions
    if interaction.guild_id is None or granted.administrator:
        return []
    needed = THREAD_PERMISSIONS if isinstance(interaction.channel, discord.Thread) else CHANNEL_PERMISSIONS
    return [name for name in needed if not getattr(granted, name)]


def is_in_guild(interaction: discord.Interaction[Any]) -> bool:
    """Whether an interaction comes from a guild that Kiu is a member of."""
    guild = interaction.guild_id
    return guild is not None and (interaction.is_guild_integration() or interaction.client.get_guild(guild) is not None)


def is_outside(interaction: discord.Interaction[Any]) -> bool:
    """Whether an interaction comes from where Kiu is not: from another guild, or from a conversation of users.

    It is there for a user who has installed it for themselves; it can answer, and show nothing else.
    """
    if interaction.guild_id is None:
        return bool(interaction.context.private_channel)
    return not is_in_guild(interaction)
