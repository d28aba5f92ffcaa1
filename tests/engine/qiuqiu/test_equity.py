"""Exact chances: against plain counting, and by laws that need no counting."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from engine.qiuqiu.equity import Equity, Odds, equity_of
from engine.qiuqiu.ranking import ranking
from engine.qiuqiu.rules import NINETY_NINE, PARLOUR, SUMATRA, QiuQiuRules
from engine.qiuqiu.tiles import TILES, Tile, hand

ALL_ON = replace(NINETY_NINE, hui=True, tie="split")


def count(rules: QiuQiuRules, tiles: tuple[Tile, ...]) -> Odds:
    """Play out every showdown, one by one."""
    table = ranking(rules).table
    wins = ties = total = 0
    unseen = [tile for tile in TILES if tile not in tiles]
    for drawn in combinations(unseen, 4 - len(tiles)):
        mine = table[sum(tiles) + sum(drawn)]
        others = [table[sum(other)] for other in combinations([tile for tile in unseen if tile not in drawn], 4)]
        wins += sum(other < mine for other in others)
        ties += others.count(mine)
        total += len(others)
    return Odds(wins, ties, total)


@pytest.mark.parametrize("rules", [SUMATRA, ALL_ON], ids=["sumatra", "all-on"])
def test_four_tiles_are_counted_exactly(rules: QiuQiuRules) -> None:
    rng = Random(4)
    for _ in range(8):
        tiles = tuple(rng.sample(TILES, 4))
        assert equity_of(rules).against_one(tiles) == count(rules, tiles)


@pytest.mark.parametrize(
    ("rules", "tiles"),
    [(SUMATRA, hand("6-6", "6-5", "5-5")), (ALL_ON, hand("4-2", "0-0", "2-1"))],
    ids=["sumatra", "all-on"],
)
def test_three_tiles_are_counted_exactly(rules: QiuQiuRules, tiles: tuple[Tile, ...]) -> None:
    odds = equity_of(rules).against_one(tiles)
    assert odds == count(rules, tiles)
    assert odds.total == 265_650


def test_two_tiles_are_the_sum_of_every_third() -> None:
    equity, two = equity_of(ALL_ON), hand("6-3", "2-1")
    thirds = [equity.against_one((*two, third)) for third in TILES if third not in two]
    # Each final four is met twice: either of its two new tiles may come first.
    assert equity.against_one(two) == tuple(sum(counts) // 2 for counts in zip(*thirds, strict=True))


@pytest.mark.parametrize(("tie", "percent"), [("split", 3.64), ("highest_double", 0.24)])
def test_chances_of_all_hands_balance(tie: str, percent: float) -> None:
    equity = Equity(ranking(replace(SUMATRA, tie=tie)))
    odds = [equity.against_one(tiles) for tiles in combinations(TILES, 4)]
    wins, ties, total = (sum(counts) for counts in zip(*odds, strict=True))
    assert total == 20_475 * 10_626
    assert 2 * wins + ties == total
    assert round(100 * ties / total, 2) == percent, "how often two players tie (QQ-13)"


def test_the_best_hand_cannot_lose() -> None:
    assert equity_of(SUMATRA).against_one(hand("6-0", "5-1", "4-2", "3-3")) == Odds(10_626, 0, 10_626)
    assert equity_of(SUMATRA).against_one(hand("6-0", "5-1", "4-2", "3-3")).share == 1


def test_share_counts_half_of_a_tie() -> None:
    assert Odds(wins=2, ties=1, total=5).share == 0.5


def test_order_of_tiles_does_not_matter() -> None:
    tiles = hand("6-3", "2-1", "5-5")
    asked_first, asked_again = Equity(ranking(SUMATRA)), Equity(ranking(SUMATRA))
    assert asked_first.against_one(tiles) == asked_again.against_one(tiles[::-1]) == asked_first.against_one(tiles)


@pytest.mark.parametrize("tiles", [(), TILES[:1], TILES[:5], (TILES[3], TILES[3], TILES[4]), (TILES[0], TILES[0])])
def test_a_wrong_hand_is_refused(tiles: tuple[Tile, ...]) -> None:
    equity = equity_of(SUMATRA)
    equity.against_one(TILES[3:5])
    with pytest.raises(ValueError, match="two, three or four different tiles"):
        equity.against_one(tiles)


def test_rules_of_play_do_not_make_other_chances() -> None:
    assert equity_of(SUMATRA) is equity_of(PARLOUR)
