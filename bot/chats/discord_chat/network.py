"""What happens while the network is away, or Discord itself is."""

from __future__ import annotations

import logging

import aiohttp
import discord

NETWORK_AWAY = (OSError, TimeoutError, aiohttp.ClientError, discord.DiscordServerError, discord.GatewayNotFound)
"""What is raised then; the same call may succeed later."""


class WithoutTraceback(logging.Filter):
    """Lets the library say in one line that the network is away, and as much as it likes of anything else."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record; it is always written."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, (*NETWORK_AWAY, discord.ConnectionClosed)):
            record.msg = f"{record.getMessage()} ({type(error).__name__})"
            record.args, record.exc_info = (), None
        return True
