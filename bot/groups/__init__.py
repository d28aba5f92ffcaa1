"""A server's or group's settings: its rules for every game and table, and its language."""

from bot.groups.groups import Groups
from bot.groups.settings import GameSettings, GroupSettings
from bot.groups.table_rules import TableRules

__all__ = ["GameSettings", "GroupSettings", "Groups", "TableRules"]
