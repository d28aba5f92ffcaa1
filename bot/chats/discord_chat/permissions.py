"""Where an interaction comes from, and the permissions that Kiu needs in a channel before a table is opened there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

import discord

CHANNEL_PERMISSIONS = ("view_channel", "send_messages", "attach_files", "embed_links")
"""Needed in an ordinary channel."""

THREAD_PERMISSIONS = ("view_channel", "send_messages_in_threads", "attach_files", "embed_links")
"""Needed in a thread."""


ALL_PERMISSIONS = tuple(dict.fromkeys((*CHANNEL_PERMISSIONS, *THREAD_PERMISSIONS)))
"""What a server is asked to grant."""

INVITED_WITH = discord.Permissions(**dict.fromkeys(ALL_PERMISSIONS, True))
"""The same as the bits of an invite link."""


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """The permissions that Kiu needs in the channel of an interaction and does not have."""
    if interaction.guild_id is None:
        return []
    needed = THREAD_PERMISSIONS if isinstance(interaction.channel, discord.Thread) else CHANNEL_PERMISSIONS
    return lacking(interaction.app_permissions, needed)


def missing_in(client: discord.Client, channel_id: int) -> list[str]:
    """The permissions that Kiu needs in a channel and does not have, as far as the gateway has told of it."""
    channel = client.get_channel(channel_id)
    if isinstance(channel, discord.Thread):
        return lacking(channel.permissions_for(channel.guild.me), THREAD_PERMISSIONS)
    if isinstance(channel, discord.abc.GuildChannel):
        return lacking(channel.permissions_for(channel.guild.me), CHANNEL_PERMISSIONS)
    return []


def lacking(granted: discord.Permissions, needed: Iterable[str] = ALL_PERMISSIONS) -> list[str]:
    """Those of the needed permissions that are not granted; an administrator has them all."""
    return [] if granted.administrator else [name for name in needed if not getattr(granted, name)]


def granted_in(
    guild: Mapping[str, Any], overwrites: Iterable[Mapping[str, Any]], roles: Collection[str], member: int
) -> discord.Permissions:
    """What a member may do in a channel, by what is told over REST alone.

    Args:
        guild: the guild, with the permissions that the member's roles have in it.
        overwrites: those of the channel; they hold in this order: for everybody, for roles, for the member.
        roles: the ids of the member's roles.
        member: the member's id.
    """
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
    """The key under which the wording has a permission, as Discord's own settings call it."""
    return f"discord-permission-{permission.replace('_', '-')}"


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
