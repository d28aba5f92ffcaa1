"""Tables in Telegram groups, over the Bot API; no other package knows Telegram."""

from bot.chats.telegram_chat.rate_limits import RateLimits, Timeouts
from bot.chats.telegram_chat.telegram import TelegramChat
from bot.chats.telegram_chat.webhook import Webhook

__all__ = ["RateLimits", "TelegramChat", "Timeouts", "Webhook"]
