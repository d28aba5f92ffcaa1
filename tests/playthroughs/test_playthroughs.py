"""Every game and preset plays exactly as it was written down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games import GAMES
from engine.qiuqiu.rules import SUMATRA
from tests.playthroughs.write import FOLDER, names, playthrough


@pytest.mark.parametrize("name", names())
def test_it_plays_as_written(name: str) -> None:
    game, rules = names()[name]
    file = FOLDER / f"{name}.txt"
    assert file.exists(), f"{file.name} is missing: run make docs, and read what it says"
    written = file.read_text(encoding="utf-8")

    assert playthrough(game, rules).splitlines() == written.splitlines(), "read the difference, then run make docs"


def test_no_game_or_preset_lacks_a_file() -> None:
    presets = {f"{name}-{preset}" for name, game in GAMES.items() for preset in game.presets}

    assert presets <= {path.stem for path in FOLDER.glob("*.txt")} == set(names()), "run make docs"


def test_a_change_of_the_rules_would_show() -> None:
    """So that files which never differ are not mistaken for files which agree."""
    game = GAMES["qiuqiu"]

    assert playthrough(game, replace(SUMATRA, first_to_act="left_of_dealer")) != playthrough(game, SUMATRA)
