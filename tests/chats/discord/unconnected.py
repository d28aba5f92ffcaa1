"""A client that is not connected to anything."""

from __future__ import annotations

from typing import Any

from bot.chats.call_watch import CallWatch
from bot.chats.discord_chat.client import KiuClient
from bot.chats.discord_chat.timeouts import Timeouts
from bot.environment.metrics import Metrics


async def unconnected_client() -> KiuClient:
    """A client with all commands, and no handlers for what would come over its connection."""
    no_handler: Any = None
    return KiuClient(no_handler, no_handler, Timeouts(), None, "", CallWatch("discord", Metrics()))
