"""The permissions that matter to a table, as Discord counts them."""

from __future__ import annotations

from enum import IntFlag


class Permission(IntFlag):
    """What somebody may do in a channel."""

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


EVERYBODY = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.READ_HISTORY
    | Permission.USE_COMMANDS
    | Permission.SEND_IN_THREADS
)
"""What every member of a guild may do."""

THE_BOT = EVERYBODY | Permission.EMBED_LINKS | Permission.ATTACH_FILES
"""What the bot is given when it is added as the portal's link asks."""
