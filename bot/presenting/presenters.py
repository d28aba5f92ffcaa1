"""Presenters and titles of the games, registered by their packages."""

from __future__ import annotations

from typing import Any

from bot.presenting.presenter import Presenter

PRESENTERS: dict[str, Presenter[Any, Any]] = {}
TITLES: dict[str, str] = {}


def add(game: str, presenter: Presenter[Any, Any]) -> None:
    PRESENTERS[game] = presenter
    TITLES[game] = presenter.title
