"""Tables in Telegram groups, over the Bot API; no other package knows Telegram."""

from bot.chats.telegram_chat.api_calls import RateLimits, Timeouts
from bot.chats.telegram_chat.page_links import PageLinks
from bot.chats.telegram_chat.telegram import TelegramChat

__all__ = ["PageLinks", "RateLimits", "TelegramChat", "Timeouts"]
