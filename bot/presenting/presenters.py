"""The presenter and the title of each game, which the packages of the games add."""

from __future__ import annotations

from typing import Any

from bot.presenting.presenter import Presenter

PRESENTERS: dict[str, Presenter[Any, Any]] = {}
TITLES: dict[str, str] = {}


def add(game: str, presenter: Presenter[Any, Any]) -> None:
    """Add the presenter of a game of :mod:`engine.games`."""
    PRESENTERS[game] = presenter
    TITLES[game] = presenter.title
