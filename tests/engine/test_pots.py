"""Main pot, side pots, uncalled bets and odd chips: the vectors, named examples, and laws."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.pots import Pot, Uncalled, clockwise, pots, share_out, uncalled
from tests.cases import for_every
from tests.engine.qiuqiu.vector_rules import vectors


@for_every(vectors("pots")["cases"])
def test_pot_vectors(case: dict[str, Any]) -> None:
    players = sorted(case["players"], key=lambda player: player["seat"])
    paid = [player["contributed"] for player in players]
    folded = {player["seat"] for player in players if player["folded"]}
    payout = dict.fromkeys(range(case["seats"]), 0)
    back = uncalled(paid, folded)
    if back and back.amount:
        paid[back.seat] -= back.amount
        payout[back.seat] += back.amount
    assert {str(back.seat): back.amount} == case["returned"] if back and back.amount else not case["returned"]

    laid = pots(paid, folded)
    assert [(pot.amount, list(pot.eligible)) for pot in laid] == [
        (pot["amount"], pot["eligible"]) for pot in case["pots"]
    ]
    for pot, expected in zip(laid, case["pots"], strict=True):
        best = max(players[seat]["rank"] for seat in pot.eligible)
        tied = [seat for seat in pot.eligible if players[seat]["rank"] == best]
        winners = clockwise(tied, case["odd_chips_from"], case["seats"])
        assert list(winners) == expected["winners"]
        for seat, chips in zip(winners, share_out(pot.amount, winners), strict=True):
            payout[seat] += chips
    assert {str(seat): chips for seat, chips in payout.items()} == case["payout"]


def test_one_pot_when_all_paid_the_same() -> None:
    assert pots([20, 20, 20], {1}) == (Pot(60, (0, 2)),)


def test_a_side_pot_for_those_who_paid_more() -> None:
    """QQ-25: a player wins only from the layers that he paid."""
    assert pots([20, 50, 50], ()) == (Pot(60, (0, 1, 2)), Pot(60, (1, 2)))


def test_folded_chips_stay_in_the_layers_they_reached() -> None:
    """QQ-25."""
    assert pots([20, 50, 35, 50], {2}) == (Pot(80, (0, 1, 3)), Pot(75, (1, 3)))


def test_folded_chips_above_every_level_go_to_the_last_pot() -> None:
    """QQ-25: the only player above a level has left the table."""
    assert pots([20, 50, 90], {2}) == (Pot(60, (0, 1)), Pot(100, (1,)))


def test_carried_chips_belong_to_the_main_pot() -> None:
    """QQ-26, `odd_chips`: next_pot."""
    assert pots([20, 50, 50], (), carried=3)[0] == Pot(63, (0, 1, 2))
    assert pots([20, 20], (), carried=3) == (Pot(43, (0, 1)),)


def test_what_nobody_matched_goes_back() -> None:
    """QQ-25."""
    assert uncalled([50, 80, 30], ()) == Uncalled(1, 30)
    assert uncalled([80, 80, 30], ()) is None
    assert uncalled([50, 80, 30], {1}) is None


def test_odd_chips_fall_one_each_to_the_first() -> None:
    """QQ-26."""
    assert share_out(17, (3, 0, 1)) == (6, 6, 5)


def test_clockwise_begins_with_the_first_or_the_next_after_it() -> None:
    assert clockwise({0, 1, 4}, 3, 5) == (4, 0, 1)
    assert clockwise({0, 1, 4}, 1, 5) == (1, 4, 0)


@st.composite
def contributions(draw: st.DrawFn) -> tuple[list[int], set[int]]:
    paid = draw(st.lists(st.integers(1, 60), min_size=2, max_size=6))
    live = draw(st.sets(st.integers(0, len(paid) - 1), min_size=1))
    return paid, set(range(len(paid))) - live


@given(contributions(), st.integers(0, 9))
def test_pots_hold_every_chip_once(case: tuple[list[int], set[int]], carried: int) -> None:
    paid, folded = case
    laid = pots(paid, folded, carried)

    assert sum(pot.amount for pot in laid) == sum(paid) + carried
    assert all(pot.amount > 0 and pot.eligible for pot in laid)


@given(contributions())
def test_a_player_wins_at_most_what_he_paid_from_each_other(case: tuple[list[int], set[int]]) -> None:
    """QQ-25: leaving aside what folded players paid above everybody who is still in."""
    paid, folded = case
    highest = max(paid[seat] for seat in range(len(paid)) if seat not in folded)
    for seat in set(range(len(paid))) - folded:
        most = sum(min(each, paid[seat]) for each in paid)
        above = sum(max(0, each - highest) for each in paid) if paid[seat] == highest else 0
        assert sum(pot.amount for pot in pots(paid, folded) if seat in pot.eligible) == most + above


@given(contributions())
def test_later_pots_have_fewer_players(case: tuple[list[int], set[int]]) -> None:
    eligible = [set(pot.eligible) for pot in pots(*case)]

    assert all(less < more for more, less in pairwise(eligible))


@given(st.integers(0, 10_000), st.integers(1, 6))
def test_shares_are_as_equal_as_chips_allow(amount: int, winners: int) -> None:
    shares = share_out(amount, range(winners))

    assert sum(shares) == amount
    assert max(shares) - min(shares) <= 1
    assert list(shares) == sorted(shares, reverse=True)
