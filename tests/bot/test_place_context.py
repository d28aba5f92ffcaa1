"""Which game and which rules a command means at a place: with a table there, and without one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.commands import Refusal
from bot.dispatch.place_context import PlaceContext
from bot.groups import GroupSettings
from bot.groups.settings import GameSettings
from engine.games import GAMES
from engine.house_rules import GameRules
from tests.engine.table.tables import PLACE, table_of
from tests.rows import rows

SIDE = PLACE._replace(channel="side")
"""Where no table stands."""

OURS = {
    "koo-kiew": {"ours": GameSettings("usual", GAMES["koo-kiew"].presets["auction"])},
    "qiuqiu": {"ours": GameSettings("sumatra", GAMES["qiuqiu"].presets["parlour"])},
}
"""What the group has saved under the same name for two games."""

OWN = GroupSettings(games={"koo-kiew": GameSettings("", GAMES["koo-kiew"].presets["sharp"])}, presets=OURS)


def at(game: str = "koo-kiew", preset: str = "", *, beacons: bool = True) -> PlaceContext:
    """A place with a table of a game, opened with a preset."""
    table = SimpleNamespace(state=table_of(game_name=game, preset=preset))
    groups = SimpleNamespace(of_book={PLACE.group: OWN}.__getitem__)
    tables = SimpleNamespace(at={PLACE: table}.get)
    return PlaceContext(cast(Any, groups), cast(Any, tables), lambda where: beacons and where == PLACE)


def test_the_game_that_is_named_is_meant_or_that_of_the_table_or_the_first() -> None:
    assert at().game(PLACE, "quan-dui") == "quan-dui"
    assert at().game(PLACE) == "koo-kiew"
    assert at().game(SIDE) == next(iter(GAMES)) == "qiuqiu"
    with pytest.raises(Refusal) as refused:
        at().game(PLACE, "chess" * 20)
    assert refused.value.reason == "no-such-game"
    assert refused.value.fields == {"game": ("chess" * 20)[:40], "games": ", ".join(GAMES)}


def preset_told(cell: str) -> GameRules:
    """Read a game and one of its presets."""
    game, preset = cell.split()
    found: GameRules = GAMES[game].presets[preset]
    return found


@rows(__file__, where={"here": PLACE, "elsewhere": SIDE}.__getitem__, rules=preset_told)
def test_the_rules_in_force_are_those_the_table_was_opened_with(
    where: Any, preset: str, game: str, rules: GameRules
) -> None:
    assert at(preset=preset).in_force(where, game).game(game).rules == rules


def test_what_all_games_share_is_said_with_the_place() -> None:
    assert at().has_beacon(PLACE)
    assert not at().has_beacon(SIDE)
