"""Discord: slash commands, live messages with buttons, and private hands. Only this package uses discord.py."""

from bot.chats.discord_chat.chat import DiscordChat
from bot.chats.discord_chat.limits import RateLimits, Timeouts

__all__ = ["DiscordChat", "RateLimits", "Timeouts"]
