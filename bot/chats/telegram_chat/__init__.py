"""Tables in Telegram groups, over the Bot API."""

from bot.chats.telegram_chat.chat import TelegramChat
from bot.chats.telegram_chat.pace import Pace
from bot.chats.telegram_chat.webhook import Webhook

__all__ = ["Pace", "TelegramChat", "Webhook"]
