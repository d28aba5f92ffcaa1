"""The computer player: it wins against simple players, does nothing foolish, and sees only its own view."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import notation
from engine.play import Action, Options
from engine.pots import Pot
from engine.qiuqiu.game import QiuQiu
from engine.qiuqiu.opponent import best_reply, choose
from engine.qiuqiu.round import QiuQiuRound
from engine.qiuqiu.rules import NINETY_NINE, SUMATRA
from engine.qiuqiu.showdown import Declared
from engine.qiuqiu.tiles import hand as hand_of
from tests.engine.laws import any_start, house_rules
from tests.engine.qiuqiu.match import Player, caller, match, random_player
from tests.engine.qiuqiu.storytelling import ScriptedHand
from tests.thoroughness import examples

KIU_KIU = "1-0 2-0 4-3 5-3"
TWO_ZERO = "0-0 1-1 5-5 6-4"
A = "2-2 6-6 3-0 6-5"
B = "2-0 3-1 6-4 3-3"


def chosen(hand: ScriptedHand, times: int = 40) -> set[str]:
    """What it does in the place of the player who is asked, in so many moods."""
    view = hand.now.view(hand.now.awaited[0])
    return {notation.write(choose(view, Random(mood))).split()[0] for mood in range(times)}


@pytest.mark.parametrize("villain", [random_player, caller], ids=["random", "caller"])
@pytest.mark.parametrize("seats", [2, 6])
def test_it_beats_simple_players(villain: Player, seats: int) -> None:
    """By at least an ante a hand, with four standard errors to spare; `benchmarks/opponent.py` plays 10,000 hands."""
    won = match(choose, villain, seats=seats, deals=900 // seats, rules=SUMATRA, seed=99)

    assert won.per_hundred - 4 * won.error > 100 * SUMATRA.ante


def test_it_wins_where_checking_is_not_allowed() -> None:
    won = match(choose, caller, seats=2, deals=300, rules=NINETY_NINE, seed=5)

    assert won.per_hundred - 4 * won.error > 0


def test_a_simple_player_does_not_beat_itself() -> None:
    """The measure is fair: equal players win nothing but luck."""
    won = match(caller, caller, seats=2, deals=300, rules=SUMATRA, seed=1)

    assert won.per_hundred == 0


@given(rules=house_rules(QiuQiu()), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(15))
def test_it_always_picks_one_of_its_options(rules: object, seed: int) -> None:
    rng = Random(seed)
    for _ in range(6):
        now = any_start(QiuQiu(), rules, rng).begin().round  # type: ignore[arg-type]
        while now.settlement is None:
            assert isinstance(now, QiuQiuRound)
            (seat,) = now.awaited
            action = choose(now.view(seat), rng)
            assert now.options(seat).allow(action)
            if action.verb == "fold":
                assert Action("check") not in now.options(seat).ready, "it never folds when checking is free"
            now = now.play(seat, action).round


def test_the_same_view_and_chance_give_the_same_choice() -> None:
    view = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, TWO_ZERO)}).now.view(0)

    assert choose(view, Random(3)) == choose(view, Random(3))


def test_the_best_hand_is_never_folded_and_mostly_raised() -> None:
    hand = ScriptedHand({"Ani": (500, TWO_ZERO), "Budi": (500, "6-0 5-1 4-2 3-3")})
    hand.play("Ani check · Budi check · Ani bet 100")

    assert chosen(hand) == {"raise"}


def test_junk_is_folded_to_a_big_bet() -> None:
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, TWO_ZERO)})
    hand.play("Ani check · Budi check · Ani bet 100")

    assert chosen(hand) <= {"fold", "raise"}
    assert "fold" in chosen(hand)


def test_a_good_hand_that_can_only_call_all_in_calls() -> None:
    hand = ScriptedHand({"Ani": (500, TWO_ZERO), "Budi": (60, KIU_KIU)})
    hand.play("Ani check · Budi check · Ani bet 100")

    assert chosen(hand) <= {"call", "all-in"}


def test_it_bluffs_now_and_then() -> None:
    hand = ScriptedHand({"Ani": (500, TWO_ZERO), "Budi": (500, KIU_KIU)})
    hand.play("Ani check · Budi check")

    assert chosen(hand, 200) == {"check", "bet"}


def test_it_answers_a_declaration_with_the_label_that_gets_most() -> None:
    """QQ-18: against 8-4 the low half is won with 5-5 only."""
    rules = replace(SUMATRA, compare="split_pot")
    hand = ScriptedHand({"Budi": (500, B), "Ani": (500, A)}, rules=rules)
    hand.play("Budi check · Ani check · Budi check · Ani check · Budi declare 8-4")

    assert choose(hand.now.view(1), Random(0)) == Action("declare", choice="5-5")


def test_the_first_to_declare_shows_the_best_ordinary_arrangement() -> None:
    rules = replace(SUMATRA, compare="split_pot")
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B)}, rules=rules)
    hand.play("Ani check · Budi check · Ani check · Budi check")

    assert choose(hand.now.view(0), Random(0)) == Action("declare", choice="7-3")


def test_who_is_not_asked_cannot_choose() -> None:
    view = ScriptedHand({"Ani": (500, A), "Budi": (500, B)}).now.view(1)
    assert view.options == Options()

    with pytest.raises(ValueError, match="not asked"):
        choose(view, Random(0))


def test_it_thinks_quickly() -> None:
    """Less than five milliseconds of work once the tables are built, the median of many."""
    rng = Random(8)
    took = []
    for _ in range(60):
        now = any_start(QiuQiu(), SUMATRA, rng).begin().round
        assert isinstance(now, QiuQiuRound)
        if now.awaited:
            view = now.view(now.awaited[0])
            choose(view, rng)
            start = time.process_time()
            choose(view, rng)
            took.append(time.process_time() - start)

    assert sorted(took)[len(took) // 2] < 0.005


@pytest.mark.parametrize(
    ("citra", "declared", "asked", "label"),
    [
        pytest.param("call", "", "Ani", "8-4", id="nobody has declared"),
        pytest.param("call", "Ani declare 8-4", "Budi", "7-3", id="another is still to declare"),
        pytest.param("fold", "", "Ani", "8-4", id="one has folded, another is still to declare"),
        pytest.param("fold", "Ani declare 8-4", "Budi", "5-5", id="one has folded, they are the last"),
    ],
)
def test_it_replies_with_what_gets_most_only_when_everybody_else_in_has_declared(
    citra: str, declared: str, asked: str, label: str
) -> None:
    """QQ-18: until then it shows the best ordinary arrangement; nobody waits for those who have folded."""
    rules = replace(SUMATRA, compare="split_pot")
    hand = ScriptedHand({"Ani": (500, B), "Budi": (500, A), "Citra": (500, "1-1 2-1 5-1 6-2")}, rules=rules)
    hand.play(f"Ani check · Budi check · Citra check · Ani bet 10 · Budi call · Citra {citra}")
    while not hand.offered[0].startswith("declare"):
        hand.play(f"{hand.asked} check")
    if declared:
        hand.play(declared)

    assert hand.asked == asked
    seat = hand.names.index(asked)
    assert choose(hand.now.view(seat), Random(0)) == Action("declare", choice=label)


NINE = Pot(9, (0, 1, 2))
"""A main pot for three, of which halves leave odd chips."""


@pytest.mark.parametrize(
    ("tiles", "labels", "others", "pots", "first", "label"),
    [
        pytest.param(
            "4-0 4-4 5-1 6-1", "5-0 4-1 3-2", ["6-5 5-5 2-2 2-0 as 6-1", "0-0 4-2 3-0 5-3 as 9-8"],
            [Pot(30, (0, 1, 2))], 0, "5-0", id="nothing can be won: the best ordinary one",
        ),
        pytest.param(
            "4-0 4-4 5-1 6-1", "5-0 4-1 3-2", ["6-5 5-5 2-2 2-0 as 6-1", "0-0 4-2 3-0 5-3 as 9-8"],
            [Pot(30, (0, 1, 2)), Pot(200, (0, 1))], 0, "3-2", id="a side pot can be won in part",
        ),
        pytest.param(
            "4-0 2-0 3-0 5-5", "7-2 6-3 5-4", ["6-6 1-0 0-0 6-0 as 7-2", "3-3 6-2 4-4 4-2 as 4-4"],
            [NINE, Pot(25, (0, 1))], 0, "7-2", id="a tie is worth it with the odd chip",
        ),
        pytest.param(
            "4-0 2-0 3-0 5-5", "7-2 6-3 5-4", ["6-6 1-0 0-0 6-0 as 7-2", "3-3 6-2 4-4 4-2 as 4-4"],
            [NINE, Pot(25, (0, 1))], 1, "5-4", id="and is not where the odd chip is another's",
        ),
    ],
)  # fmt: skip
def test_the_best_reply_counts_every_pot_and_every_odd_chip(
    tiles: str, labels: str, others: list[str], pots: list[Pot], first: int, label: str
) -> None:
    """QQ-18, QQ-25, QQ-26."""
    rules = replace(SUMATRA, compare="split_pot")
    shown = {}
    for seat, each in enumerate(others, start=1):
        theirs, _, declared = each.partition(" as ")
        shown[seat] = Declared(hand_of(*theirs.split()), declared)

    assert best_reply(rules, pots, shown, 0, hand_of(*tiles.split()), labels.split(), first, 3) == label
