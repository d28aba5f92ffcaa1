"""A folder for each game; installed games name theirs ``PRESENTER`` in a module ``presenter``, with texts beside it."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

from bot import wording
from bot.games.kookiew.presenter import KooKiewPresenter
from bot.games.qiuqiu.presenter import QiuQiuPresenter
from bot.games.quandui.presenter import QuanDuiPresenter
from bot.presenting import presenters
from bot.presenting.presenter import Presenter
from engine.games import INSTALLED


def _add(game: str, presenter: Presenter[Any, Any]) -> None:
    presenters.add(game, presenter)
    wording.add(type(presenter).__module__.rpartition(".")[0])


_add("qiuqiu", QiuQiuPresenter())
_add("koo-kiew", KooKiewPresenter())
_add("quan-dui", QuanDuiPresenter())
for each in INSTALLED:
    _add(each.name, EntryPoint(each.name, f"{each.value}.presenter:PRESENTER", each.group).load())
