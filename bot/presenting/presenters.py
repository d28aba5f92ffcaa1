"""The presenter and the title of each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.presenting.kookiew.presenter import KooKiewPresenter
from bot.presenting.presenter import Presenter
from bot.presenting.qiuqiu.presenter import QiuQiuPresenter
from bot.presenting.quandui.presenter import QuanDuiPresenter

PRESENTERS: Mapping[str, Presenter[Any, Any]] = {
    "qiuqiu": QiuQiuPresenter(),
    "koo-kiew": KooKiewPresenter(),
    "quan-dui": QuanDuiPresenter(),
}
"""The presenter of each game in :mod:`engine.games`; a new game is added here."""

TITLES: Mapping[str, str] = {game: presenter.title for game, presenter in PRESENTERS.items()}
"""The title of each game."""
