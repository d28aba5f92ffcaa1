"""The table page: one drawn table for everybody, beside the chats."""

from bot.chats.table_page.page_routes import TablePage
from bot.chats.table_page.visitors import Identify, Visitor

__all__ = ["Identify", "TablePage", "Visitor"]
