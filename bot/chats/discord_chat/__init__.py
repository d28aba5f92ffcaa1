"""Discord: slash commands, live messages with buttons, and private hands.

The only package that uses discord.py. Nothing here knows a rule of any game. ``chat.py`` keeps the Chat protocol and
puts the parts together; imports and references between the parts run one way, as the contract "Layers of the Discord
adapter" in pyproject.toml says.
"""

from bot.chats.discord_chat.chat import DiscordChat
from bot.chats.discord_chat.rate_limits import RateLimits
from bot.chats.discord_chat.timeouts import Timeouts

__all__ = ["DiscordChat", "RateLimits", "Timeouts"]
