"""Groups: the settings of each, its members and their wallets, and reversing hands.

Everything about a Discord server or Telegram group that is not a table belongs here.
"""

from bot.groups.groups import Groups
from bot.groups.settings import GameSettings, GroupSettings
from bot.groups.table_rules import TableRules

__all__ = ["GameSettings", "GroupSettings", "Groups", "TableRules"]
