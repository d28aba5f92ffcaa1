"""House rules are stored with groups and sealed with hands as texts: these are the words and numbers they may be."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Game
from engine.games import GAMES
from engine.qiuqiu.rules import SUMATRA
from tests.rows import cells

EVERY_GAME = {"disclosure": ("never", "never at-close unanimous"), "beacon": ("required", "required if-there-is-one")}
TABLES = {game: cells(__file__, game)[1:] for game in GAMES}
RULES = {game: {rule: (usual, allowed) for _, rule, usual, allowed, _ in told} for game, told in TABLES.items()}
"""For each rule its usual value, which it has where it was stored without one, and what it may be."""

TOLD_WITH = {rule: other for told in TABLES.values() for _, rule, _, _, other in told if other}
"""The rules that another one's part of a sentence tells of."""

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_rule = pytest.mark.parametrize(
    ("game", "name", "allowed"),
    [
        pytest.param(game, name, allowed, id=f"{game.name} {name}")
        for game in GAMES.values()
        for name, (_, allowed) in (RULES[game.name] | EVERY_GAME).items()
    ],
)


@games
def test_what_was_stored_without_a_rule_has_its_usual_value(game: Game[Any, Any]) -> None:
    expected = {name: usual for name, (usual, _) in (RULES[game.name] | EVERY_GAME).items()}

    assert game.rules_from("{}").texts() == game.rules().texts() == expected


@every_rule
def test_what_a_rule_may_be(game: Game[Any, Any], name: str, allowed: str) -> None:
    kind = game.rules.kinds()[name]
    numbers, _, none = allowed.partition(" or ")
    least, _, most = numbers.partition(" to ")

    assert kind.reads("none") == (none == "none" or name == "specials")
    if most:
        assert (kind.least, kind.most, kind.choices) == (int(least), int(most), ())
        assert kind.reads(least)
        assert kind.reads(most)
        assert not kind.reads(str(int(least) - 1))
        assert not kind.reads(str(int(most) + 1))
    else:
        assert (kind.least, kind.most, " ".join(kind.choices)) == (None, None, allowed)
        assert kind.many == (name in ("specials", "colours"))
        assert kind.many or all(map(kind.reads, kind.choices))


@games
def test_rules_stand_in_the_sections_of_the_menu(game: Game[Any, Any]) -> None:
    told = [(rule, section) for section, rule, *_ in TABLES[game.name]]

    assert list(game.rules.sections().items()) == [*told, *((name, "fairness") for name in EVERY_GAME)]
    assert game.rules.told_with() == {name: TOLD_WITH.get(name, name) for name in game.rules.kinds()}


def test_a_bet_has_a_least_and_a_most_in_each_of_three_betting_rounds() -> None:
    """QQ-22: the last amount that is given holds for the betting rounds after it."""
    rules = SUMATRA.replace("max_bet", "100,200").replace("min_bet", "10,20,40")

    assert [(rules.least_bet(street), rules.most_bet(street)) for street in range(3)] == [
        (10, 100),
        (20, 200),
        (40, 200),
    ]
    assert SUMATRA.replace("max_bet", "none").most_bet(2) is None


@pytest.mark.parametrize(("least", "most"), [("1 / 2,3", "5/ 6"), ("1,2 ,3", "5 ,6")])
def test_amounts_of_betting_rounds_stand_between_commas_or_strokes(least: str, most: str) -> None:
    rules = SUMATRA.replace("min_bet", least).replace("max_bet", most)

    assert (rules.min_bet, rules.max_bet) == ((1, 2, 3), (5, 6))
    assert (rules.texts()["min_bet"], rules.texts()["max_bet"]) == ("1,2,3", "5,6")
