"""The permissions that Kiu needs in a channel before a table is opened there."""

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
