"""What fewer than four dominoes are said to be worth, held against the ranking of the house rules in force."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.qiuqiu.hand_words import HYPHEN, so_far_text
from bot.wording import in_language
from engine.games import GAMES
from engine.qiuqiu.ranking import Ranking, pair_values, ranking
from engine.qiuqiu.rules import PRESETS, QiuQiuRules
from engine.qiuqiu.tiles import DOUBLE, HUI, TILES, Tile, hand_names
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario, player_id
from tests.engine.laws import house_rules
from tests.thoroughness import TIMES, examples

THREES = list(combinations(TILES, 3))
SHARES = 1 if TIMES > 1 else 120
"""How many house rules share all the threes between them; where there is time, each is held against all."""

GROUP = re.compile(r"(\d-\d(?: \+ \d-\d)+) = (\d)")
ENGLISH = in_language("en")


def told(rules: QiuQiuRules, tiles: Sequence[Tile]) -> dict[frozenset[str], int]:
    """The value that the text gives to each group of dominoes."""
    text = so_far_text(rules, tiles, ENGLISH).replace(HYPHEN, "-")
    return {frozenset(group.split(" + ")): int(value) for group, value in GROUP.findall(text)}


def ranked(order: Ranking, tiles: Sequence[Tile]) -> dict[frozenset[str], int]:
    """The most that each group of three dominoes is worth in any layout beside a fourth that counts as it is."""
    fourth = next(each for each in TILES if each not in (*tiles, *DOUBLE, *HUI))
    found: dict[frozenset[str], int] = {}
    for label in order.declarations((*tiles, fourth)):
        for groups in order.arrangements((*tiles, fourth), label):
            for group, value in zip(groups, pair_values(label) or (), strict=False):
                names = frozenset(hand_names(group))
                if fourth not in group:
                    found[names] = max(value, found.get(names, 0))
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_all_first_threes_are_worth_what_the_ranking_says(preset: str) -> None:
    rules = PRESETS[preset]
    for three in THREES:
        assert told(rules, three) == ranked(ranking(rules), three), hand_names(three)


@given(rules=house_rules(GAMES["qiuqiu"]), share=st.integers(0, SHARES - 1))
@settings(max_examples=examples(400), deadline=None)
def test_first_threes_are_worth_what_any_house_rules_say(rules: QiuQiuRules, share: int) -> None:
    for three in THREES[share::SHARES]:
        assert told(rules, three) == ranked(ranking(rules), three), hand_names(three)


async def standing(scenario: Scenario, cards: str) -> str:
    """Deal to Sari and return her private message."""
    await scenario.deal("sari", "budi", cards=f"sari: {cards}", dealer="sari")
    return words(scenario.chat.private_messages(player_id("sari"))[-1]).replace(HYPHEN, "-")


async def test_a_hui_counts_at_its_best_before_the_fourth_domino(scenario: Scenario) -> None:
    await scenario.set_rules("hui on")
    assert "4-2 + 5-1 = 9 (4-2 counts 3), " in await standing(scenario, "4-2, 5-1, 2-1")


async def test_three_doubles_are_a_nine_before_the_fourth_domino(scenario: Scenario) -> None:
    await scenario.set_rules("three_doubles mandatory")
    assert "so far: 6-6 + 3-3 + 1-1 = 9 (three doubles count 9)." in await standing(scenario, "6-6, 3-3, 1-1")
