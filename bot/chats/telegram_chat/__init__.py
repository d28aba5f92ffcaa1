"""Tables in Telegram groups, over the Bot API; no other package knows Telegram."""

from bot.chats.telegram_chat.api_calls import RateLimits, Timeouts
from bot.chats.telegram_chat.telegram import TelegramChat

__all__ = ["RateLimits", "TelegramChat", "Timeouts"]
