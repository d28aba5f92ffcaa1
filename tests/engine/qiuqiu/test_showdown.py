"""Who wins which pot with how many chips: the vectors of the split-pot rule, and odd chips under every house rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.pots import Pot, pots, uncalled
from engine.qiuqiu.opponent import best_reply
from engine.qiuqiu.ranking import ranking
from engine.qiuqiu.rules import SUMATRA
from engine.qiuqiu.showdown import Declared, award, first_for_odd_chips
from engine.qiuqiu.tiles import hand
from tests.cases import for_every
from tests.engine.qiuqiu.vector_rules import named_rules
from tests.engine.vectors import vectors

RULES = named_rules("qiuqiu_split")
SPLIT = vectors("qiuqiu_split")


def declared(players: list[dict[str, Any]]) -> dict[int, Declared]:
    return {player["seat"]: Declared(hand(*player["hand"]), player["declares"]) for player in players}


@for_every(SPLIT["cases"])
def test_split_pot_vectors(case: dict[str, Any]) -> None:
    hands = declared(case["players"])
    pot = Pot(case["pot"], tuple(sorted(hands)))

    awarded = award(RULES[case["rules"]], [pot], hands, case["odd_chips_from"], case["seats"])

    assert [{"part": each.part, "winners": [seat for seat, _ in each.shares]} for each in awarded] == case["parts"]
    payout: dict[str, int] = {}
    for each in awarded:
        for seat, chips in each.shares:
            payout[str(seat)] = payout.get(str(seat), 0) + chips
    assert payout == case["payout"]


@for_every(SPLIT["side_pots"])
def test_side_pot_vectors(case: dict[str, Any]) -> None:
    folded = set(case["folded"])
    contributed = [case["contributed"][str(seat)] for seat in range(case["seats"])]
    payout, back = dict.fromkeys(range(case["seats"]), 0), uncalled(contributed, folded)
    assert ({str(back.seat): back.amount} if back else {}) == case["returned"]
    if back:
        contributed[back.seat] -= back.amount
        payout[back.seat] += back.amount

    laid = pots(contributed, folded)
    awarded = award(RULES[case["rules"]], laid, declared(case["players"]), case["odd_chips_from"], case["seats"])

    assert [(pot.amount, list(pot.eligible)) for pot in laid] == [
        (pot["amount"], pot["eligible"]) for pot in case["pots"]
    ]
    for number, pot in enumerate(case["pots"]):
        parts = [each for each in awarded if each.pot == number]
        assert [{"part": each.part, "winners": [seat for seat, _ in each.shares]} for each in parts] == pot["parts"]
    for each in awarded:
        for seat, chips in each.shares:
            payout[seat] += chips
    assert {str(seat): chips for seat, chips in payout.items()} == case["payout"]


@for_every(SPLIT["last_declarer"])
def test_last_declarer_vectors(case: dict[str, Any]) -> None:
    """QQ-18: what the last player gets for each declaration, and that the computer player finds the best."""
    rules, others = RULES[case["rules"]], declared(case["declared"])
    last = case["last"]
    tiles, seats = hand(*last["hand"]), tuple(sorted((*others, last["seat"])))
    pot = Pot(case["pot"], seats)
    around, first = case["seats"], case["dealer"]
    gets = {}
    for label in ranking(rules).declarations(tiles):
        awarded = award(rules, [pot], {**others, last["seat"]: Declared(tiles, label)}, first, around)
        gets[label] = sum(chips for each in awarded for seat, chips in each.shares if seat == last["seat"])

    assert gets == case["gets"]
    labels = ranking(rules).declarations(tiles)
    assert best_reply(rules, [pot], others, last["seat"], tiles, labels, first, around) in case["best_replies"]


# Odd chips: three players of five tie with 9-9.

TIED = {
    0: Declared(hand("1-0", "2-0", "4-3", "5-3"), "9-9"),
    2: Declared(hand("2-1", "3-0", "4-2", "5-1"), "9-9"),
    3: Declared(hand("3-1", "3-2", "4-0", "4-1"), "9-9"),
}


def shares(odd_chips: str, amount: int, dealer: int) -> tuple[dict[int, int], int]:
    """What everybody gets of one pot, and what is left for the next."""
    rules = replace(SUMATRA, odd_chips=odd_chips)
    (awarded,) = award(rules, [Pot(amount, (0, 2, 3))], TIED, first_for_odd_chips(rules, dealer, 5), 5)
    return dict(awarded.shares), awarded.carried


@pytest.mark.parametrize(
    ("dealer", "expected"), [(0, {0: 34, 2: 33, 3: 33}), (1, {0: 33, 2: 34, 3: 33}), (4, {0: 34, 2: 33, 3: 33})]
)
def test_the_odd_chip_goes_to_the_dealer_or_the_next_clockwise(dealer: int, expected: dict[int, int]) -> None:
    """QQ-26: the one who acts first."""
    assert shares("dealer_first", 100, dealer) == (expected, 0)


def test_two_odd_chips_go_to_two_players() -> None:
    assert shares("dealer_first", 101, 3) == ({3: 34, 0: 34, 2: 33}, 0)


@pytest.mark.parametrize(
    ("dealer", "expected"), [(0, {0: 33, 2: 34, 3: 33}), (1, {0: 33, 2: 34, 3: 33}), (4, {0: 34, 2: 33, 3: 33})]
)
def test_the_odd_chip_goes_to_the_dealers_left(dealer: int, expected: dict[int, int]) -> None:
    """QQ-26, `odd_chips`: left_of_dealer, or whoever comes next."""
    assert shares("left_of_dealer", 100, dealer) == (expected, 0)


def test_odd_chips_wait_for_the_next_pot() -> None:
    """QQ-26, `odd_chips`: next_pot."""
    assert shares("next_pot", 101, 0) == ({0: 33, 2: 33, 3: 33}, 2)


def test_a_pot_too_small_to_share() -> None:
    assert shares("next_pot", 2, 0) == ({0: 0, 2: 0, 3: 0}, 2)
    assert shares("dealer_first", 2, 2) == ({0: 0, 2: 1, 3: 1}, 0)


def test_pairs_below_nine_take_a_pot_whole_unless_it_is_split() -> None:
    """QQ-16: the higher pair wins it, though the other hand has the higher low pair."""
    hands = {1: Declared(hand("2-0", "2-1", "3-2", "6-3"), "8-1"), 2: Declared(hand("2-2", "3-0", "4-4", "5-3"), "7-6")}

    (awarded,) = award(SUMATRA, [Pot(41, (1, 2))], hands, 0, 3)

    assert (awarded.part, awarded.shares) == ("whole", ((1, 41),))


def test_a_nine_in_the_main_pot_takes_it_whole_while_the_side_pot_is_split() -> None:
    """QQ-17: each pot among its own players."""
    rules = replace(SUMATRA, compare="split_pot")
    hands = {
        0: Declared(hand("0-0", "1-0", "1-1", "5-4"), "9-3"),
        1: Declared(hand("2-0", "2-1", "3-2", "6-3"), "8-1"),
        2: Declared(hand("2-2", "3-0", "4-4", "5-3"), "7-6"),
    }

    awarded = award(rules, [Pot(60, (0, 1, 2)), Pot(41, (1, 2))], hands, 0, 3)

    assert (awarded[0].part, awarded[0].shares) == ("whole", ((0, 60),))
    assert [(each.part, each.shares) for each in awarded[1:]] == [("high", ((1, 21),)), ("low", ((2, 20),))]
