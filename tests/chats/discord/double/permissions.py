"""The permissions that matter to a table, as bits."""

from __future__ import annotations

from enum import IntFlag


class Permission(IntFlag):
    """What a member may do in a channel."""

    NONE = 0
    ADMINISTRATOR = 1 << 3
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_HISTORY = 1 << 16
    USE_COMMANDS = 1 << 31
    SEND_IN_THREADS = 1 << 38


EVERYONE_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.READ_HISTORY
    | Permission.USE_COMMANDS
    | Permission.SEND_IN_THREADS
)
"""What every member of a guild may do."""

BOT_PERMISSIONS = EVERYONE_PERMISSIONS | Permission.EMBED_LINKS | Permission.ATTACH_FILES
"""What the bot is granted when it is added by the install link."""
