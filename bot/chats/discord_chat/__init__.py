"""Discord as a chat: slash-commands, live messages with buttons, and private hands."""

from bot.chats.discord_chat.chat import DiscordChat
from bot.chats.discord_chat.pace import Pace

__all__ = ["DiscordChat", "Pace"]
