"""Main pot, side pots, uncalled bets and odd chips: the vectors, named examples, and laws."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.pots import Pot, Uncalled, clockwise, pots, share_out, uncalled
from tests.cases import for_every
from tests.engine.vectors import vectors
from tests.rows import rows


@for_every(vectors("pots")["cases"])
def test_pot_vectors(case: dict[str, Any]) -> None:
    players = sorted(case["players"], key=lambda player: player["seat"])
    contributed = [player["contributed"] for player in players]
    folded = {player["seat"] for player in players if player["folded"]}
    payout, back = dict.fromkeys(range(case["seats"]), 0), uncalled(contributed, folded)
    if back and back.amount:
        contributed[back.seat] -= back.amount
        payout[back.seat] += back.amount
    assert {str(back.seat): back.amount} == case["returned"] if back and back.amount else not case["returned"]

    laid = pots(contributed, folded)
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
    """QQ-25: a player wins only from the pots that they put chips in."""
    assert pots([20, 50, 50], ()) == (Pot(60, (0, 1, 2)), Pot(60, (1, 2)))


def test_folded_chips_stay_in_the_layers_they_reached() -> None:
    """QQ-25."""
    assert pots([20, 50, 35, 50], {2}) == (Pot(80, (0, 1, 3)), Pot(75, (1, 3)))


def test_folded_chips_above_every_level_go_to_the_last_pot() -> None:
    """QQ-25: the only player above a level has left the table."""
    assert pots([20, 50, 90], {2}) == (Pot(60, (0, 1)), Pot(100, (1,)))


@rows(__file__)
def test_pots_while_a_betting_round_goes_on(contributed: str, expected: str) -> None:
    """QQ-25: a bet makes no side pot, only a player who is all-in does; whoever can still call plays for all of it.

    Written are the players with what they put in: ``A60!`` is all-in, and ``c10`` has folded.
    """
    players = contributed.split()
    chips = [int(each[1:].rstrip("!")) for each in players]
    folded = {seat for seat, each in enumerate(players) if each[0].islower()}
    can_bet = {seat for seat, each in enumerate(players) if seat not in folded and not each.endswith("!")}

    laid = pots(chips, folded, can_bet=can_bet)

    assert ", ".join(f"{pot.amount} {''.join('ABCD'[seat] for seat in pot.eligible)}" for pot in laid) == expected


def test_whoever_put_in_nothing_plays_for_nothing() -> None:
    """QQ-25: there is no pot without chips for them to win."""
    assert pots([0, 20, 20], ()) == (Pot(40, (1, 2)),)


def test_there_is_one_pot_before_anybody_has_put_in_a_chip() -> None:
    """Without antes the hand is played for what was carried, by all who have not folded."""
    assert pots([0, 0, 0], {1}, carried=5) == (Pot(5, (0, 2)),)
    assert pots([0, 0, 0], {1}, can_bet=(0,)) == (Pot(0, (0,)),)


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
    contributed = draw(st.lists(st.integers(1, 60), min_size=2, max_size=6))
    live = draw(st.sets(st.integers(0, len(contributed) - 1), min_size=1))
    return contributed, set(range(len(contributed))) - live


@given(contributions(), st.integers(0, 9))
def test_pots_hold_every_chip_once(case: tuple[list[int], set[int]], carried: int) -> None:
    contributed, folded = case
    laid = pots(contributed, folded, carried)

    assert sum(pot.amount for pot in laid) == sum(contributed) + carried
    assert all(pot.amount > 0 and pot.eligible for pot in laid)


@given(contributions())
def test_a_player_wins_at_most_what_they_put_in_from_each_other(case: tuple[list[int], set[int]]) -> None:
    """QQ-25: leaving aside what folded players contributed above everybody who is still in."""
    contributed, folded = case
    highest = max(contributed[seat] for seat in range(len(contributed)) if seat not in folded)
    for seat in set(range(len(contributed))) - folded:
        most = sum(min(each, contributed[seat]) for each in contributed)
        above = sum(max(0, each - highest) for each in contributed) if contributed[seat] == highest else 0
        assert sum(pot.amount for pot in pots(contributed, folded) if seat in pot.eligible) == most + above


@given(contributions(), st.integers(0, 9), st.data())
def test_side_pots_begin_with_players_who_are_all_in(
    case: tuple[list[int], set[int]], carried: int, data: st.DataObject
) -> None:
    """QQ-25: of those who are eligible for a pot and not for the next, at least one can put in no more chips."""
    contributed, folded = case
    live = sorted(set(range(len(contributed))) - folded)
    can_bet = data.draw(st.sets(st.sampled_from(live)))
    laid = pots(contributed, folded, carried, can_bet)

    assert sum(pot.amount for pot in laid) == sum(contributed) + carried
    assert all(pot.amount > 0 and can_bet <= set(pot.eligible) <= set(live) for pot in laid)
    for more, less in pairwise(laid):
        shut_out = set(more.eligible) - set(less.eligible)
        assert shut_out
        assert not shut_out & can_bet


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
