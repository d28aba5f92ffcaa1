"""Every game: the one list that commands, house rules, help and tests are drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import Game
from engine.kookiew.game import KooKiew
from engine.qiuqiu.game import QiuQiu
from engine.quandui.game import QuanDui

GAMES: Mapping[str, Game[Any, Any]] = {game.name: game for game in (QiuQiu(), KooKiew(), QuanDui())}
