"""Every game: the one list that commands, house rules, help and tests are drawn from.

An installed package adds a game by an entry point of the group ``kiu.games``, which names the package. Its module
``game`` has the game as ``GAME``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from engine.game import Game
from engine.kookiew.game import KooKiew
from engine.qiuqiu.game import QiuQiu
from engine.quandui.game import QuanDui

INSTALLED: Final = tuple(entry_points(group="kiu.games"))


def _installed() -> Iterator[Game[Any, Any]]:
    for each in INSTALLED:
        game: Game[Any, Any] = EntryPoint(each.name, f"{each.value}.game", each.group).load().GAME
        yield game


_ALL: tuple[Game[Any, Any], ...] = (QiuQiu(), KooKiew(), QuanDui(), *_installed())

GAMES: Mapping[str, Game[Any, Any]] = {game.name: game for game in _ALL}
