"""Which presenter speaks for which game."""

from __future__ import annotations

from collections.abc import Mapping

from bot.presenting.draft import Presenter
from bot.presenting.qiuqiu import QiuQiuPresenter

PRESENTERS: Mapping[str, Presenter] = {"qiuqiu": QiuQiuPresenter()}

TITLES: Mapping[str, str] = {"qiuqiu": "QiuQiu"}
"""The name of each game as it is written, the same in every language."""
