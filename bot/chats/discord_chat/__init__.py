"""Discord: slash commands, live messages with buttons, and private hands. Only this package uses discord.py."""

from bot.chats.discord_chat.chat import DiscordChat
from bot.chats.discord_chat.rate_limits import RateLimits
from bot.chats.discord_chat.timeouts import Timeouts

__all__ = ["DiscordChat", "RateLimits", "Timeouts"]
