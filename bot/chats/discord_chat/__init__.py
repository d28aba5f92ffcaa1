"""Discord: slash commands, live messages with buttons, and private hands. Only this package uses discord.py."""

from bot.chats.discord_chat.adapter import DiscordChat
from bot.chats.discord_chat.gateway import RateLimits, Timeouts

__all__ = ["DiscordChat", "RateLimits", "Timeouts"]
