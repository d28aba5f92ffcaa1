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

TITLES: Mapping[str, str] = {"qiuqiu": "QiuQiu", "koo-kiew": "Koo Kiew", "quan-dui": "Quan Dui"}
"""The name of each game as it is written, the same in every language."""
