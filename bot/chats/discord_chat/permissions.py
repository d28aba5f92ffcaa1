"""Origin of an interaction, and permissions Kiu needs in a channel for a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from operator import or_
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
    needed = THREAD_PERMISSIONS if isinstance(interaction.channel, discord.Thread) else CHANNEL_PERMISSIONS
    return lacking(interaction.app_permissions, needed)


def missing_in(client: discord.Client, channel_id: int) -> list[str]:
    """Return missing permissions as far as the gateway knows the channel."""
    channel = client.get_channel(channel_id)
    if isinstance(channel, discord.Thread):
        return lacking(channel.permissions_for(channel.guild.me), THREAD_PERMISSIONS)
    if isinstance(channel, discord.abc.GuildChannel):
        return lacking(channel.permissions_for(channel.guild.me), CHANNEL_PERMISSIONS)
    return []


def lacking(granted: discord.Permissions, needed: Iterable[str] = ALL_PERMISSIONS) -> list[str]:
    """Return the permissions not granted; an administrator lacks none."""
    return [] if granted.administrator else [name for name in needed if not getattr(granted, name)]


def granted_in(
    guild: Mapping[str, Any], overwrites: Iterable[Mapping[str, Any]], roles: Collection[str], member: int
) -> discord.Permissions:
    """Compute a member's permissions in a channel from REST data alone."""
    granted = discord.Permissions(int(guild["permissions"]))
    if granted.administrator:
        return discord.Permissions.all()
    by_id = {str(each["id"]): (int(each["allow"]), int(each["deny"])) for each in overwrites}
    for_roles = [by_id[each] for each in roles if each in by_id]
    denied = reduce(or_, (deny for _, deny in for_roles), 0)
    allowed = reduce(or_, (allow for allow, _ in for_roles), 0)
    for allow, deny in (by_id.get(str(guild["id"]), (0, 0)), (allowed, denied), by_id.get(str(member), (0, 0))):
        granted.handle_overwrite(allow, deny)
    return granted


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
