"""What Kiu must be allowed in a channel before a table is opened there."""

from __future__ import annotations

from typing import Any

import discord

NEEDED = ("view_channel", "send_messages", "attach_files", "embed_links")
"""In an ordinary channel."""

IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files", "embed_links")


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """What Kiu would need where this happened, and is not allowed there."""
    given = interaction.app_permissions
    if interaction.guild_id is None or given.administrator:
        return []
    needed = IN_THREADS if isinstance(interaction.channel, discord.Thread) else NEEDED
    return [name for name in needed if not getattr(given, name)]
