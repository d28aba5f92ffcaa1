"""A server's or group's settings: its rules for every game and table, and its language."""

from bot.houses.houses import Houses
from bot.houses.settings import GameSettings, HouseSettings
from bot.houses.table_rules import TableRules

__all__ = ["GameSettings", "HouseSettings", "Houses", "TableRules"]
