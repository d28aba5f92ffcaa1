"""Every limit on chips in force, in one line: for the lobby of a table, and beneath the rules of a game."""

from __future__ import annotations

from bot.groups import TableRules
from bot.presenting.presenters import PRESENTERS
from bot.wording import Translator
from engine.games import GAMES
from engine.house_rules import HouseRules


def limits(game: str, rules: HouseRules, tables: TableRules, translate: Translator) -> str:
    """The stakes of a game, and how many chips one may sit down with."""
    stakes = PRESENTERS[game].stakes(rules, translate)
    tables = tables.taking(GAMES[game].least_stack(rules))
    least, usual, most = tables.min_buy_in, tables.buy_in, tables.max_buy_in
    if least == most:
        return translate("limits-fixed", stakes=stakes, buyin=usual)
    return translate("limits", stakes=stakes, buyin=usual, least=least, most=most)
