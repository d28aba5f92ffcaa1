"""Presenters and titles of the games, registered by their packages."""

from __future__ import annotations

from typing import Any

from bot.groups import TableRules
from bot.presenting.presenter import Presenter
from bot.wording import Translator
from engine.games import GAMES
from engine.house_rules import HouseRules

PRESENTERS: dict[str, Presenter[Any, Any]] = {}
TITLES: dict[str, str] = {}


def add(game: str, presenter: Presenter[Any, Any]) -> None:
    PRESENTERS[game] = presenter
    TITLES[game] = presenter.title


def limits(game: str, rules: HouseRules, tables: TableRules, translate: Translator) -> str:
    """Return the stakes of a game and the limits of a buy-in."""
    stakes = PRESENTERS[game].stakes(rules, translate)
    tables = tables.taking(GAMES[game].least_stack(rules))
    least, usual, most = tables.min_buy_in, tables.buy_in, tables.max_buy_in
    if least == most:
        return translate("limits-fixed", stakes=stakes, buyin=usual)
    return translate("limits", stakes=stakes, buyin=usual, least=least, most=most)
