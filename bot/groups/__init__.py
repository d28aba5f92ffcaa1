"""Groups: settings, members, wallets, corrections and limits, everything of a server or group except its tables."""

from bot.groups.groups import Groups
from bot.groups.settings import GameSettings, GroupSettings, InForce
from engine.table.rules import TableRules

__all__ = ["GameSettings", "GroupSettings", "Groups", "InForce", "TableRules"]
