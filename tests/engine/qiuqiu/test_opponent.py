"""The computer player: it wins against simple players, does nothing foolish, and sees only its own view."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import notation
from engine.play import Action
from engine.pots import Pot
from engine.qiuqiu.opponent import best_reply, choose
from engine.qiuqiu.rules import NINETY_NINE, SUMATRA, QiuQiuRules
from engine.qiuqiu.showdown import Declared
from engine.qiuqiu.tiles import hand as hand_of
from tests.engine.qiuqiu.match import Player, caller, match, random_player
from tests.engine.qiuqiu.storytelling import ScriptedHand

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
    """It wins an ante a hand, with four standard errors to spare; `tools/benchmarks/opponent.py` plays 10,000."""
    won = match(choose, villain, seats=seats, deals=900 // seats, rules=SUMATRA, seed=99)

    assert won.per_hundred - 4 * won.error > 100 * SUMATRA.ante


def test_it_wins_where_checking_is_not_allowed() -> None:
    won = match(choose, caller, seats=2, deals=300, rules=NINETY_NINE, seed=5)

    assert won.per_hundred - 4 * won.error > 0


def test_a_simple_player_does_not_beat_itself() -> None:
    """The measure is fair: equal players win nothing but luck."""
    won = match(caller, caller, seats=2, deals=300, rules=SUMATRA, seed=1)

    assert won.per_hundred == 0


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


class Mood(Random):
    """A mood that is known, and the lot that is drawn for a bluff.

    Args:
        mood: from 0, where it thinks a tenth too little of its hand, to 1, where it thinks a tenth too much.
        lot: it bluffs if this is below the chance of a bluff.
    """

    def __init__(self, mood: float, lot: float) -> None:
        super().__init__(0)
        self._mood = mood
        self._lot = lot

    def uniform(self, a: float, b: float) -> float:
        return a + (b - a) * self._mood

    def random(self) -> float:
        return self._lot


TIMID, EVEN, BOLD = 0.0, 0.5, 1.0
NO_CHECKS = replace(SUMATRA, checking="never")
NO_LIMIT = replace(SUMATRA, max_bet=None)

# The chance of three tiles, and of four, against one hand that nobody has seen.
HOPELESS = "0-0 5-5 6-4 6-5"  # 0.11 with three
POOR = "1-1 2-2 6-2 6-5"  # 0.38
POORER_IN_THE_END = "1-1 2-2 6-4 6-5"  # 0.42 and 0.11
FAIR = "1-1 4-0 5-4 6-6"  # 0.42
UNCERTAIN = "4-0 4-2 4-4 6-5"  # 0.30 and 0.51
EVEN_CHANCES = "1-1 3-2 3-3 6-1"  # 0.50
QUARTER = "2-2 3-3 5-4 6-3"  # exactly a quarter with four
TWO_FIFTHS = "5-0 6-0 6-4 6-6"  # 0.41 with four
RISING = "1-0 1-1 3-1 6-1"  # 0.39
GOOD = "3-0 4-2 5-1 6-0"  # 0.72 and 0.59
BETTER = "3-1 5-0 5-5 4-0"  # 0.76


@pytest.mark.parametrize(
    ("rules", "seats", "script", "mood", "lot", "action"),
    [
        pytest.param(
            SUMATRA, {"Ani": (110, GOOD), "Budi": (510, "")}, "Ani check · Budi bet 10", EVEN, 0.19,
            "raise 53", id="a good hand raises, by half the pot and what it is better than average",
        ),
        pytest.param(
            SUMATRA, dict.fromkeys(("Budi", "Citra", "Dewi"), (510, "")) | {"Ani": (510, GOOD)},
            "Budi check · Citra check · Dewi check", BOLD, 0.0,
            "bet 67", id="in a bold mood it bets against three with a hand that is better than average",
        ),
        pytest.param(
            SUMATRA, {"Ani": (13, FAIR), "Budi": (510, "")}, "", BOLD, 0.99,
            "all-in", id="in a bold mood a fair hand goes all-in with the last three chips",
        ),
        pytest.param(
            SUMATRA, {"Ani": (120, FAIR), "Budi": (510, "")}, "", EVEN, 0.21,
            "check", id="in an even mood it checks a fair hand, and bluffs with it at a fifth of all lots only",
        ),
        pytest.param(
            SUMATRA, {"Ani": (510, ""), "Budi": (60, GOOD)}, "Ani check · Budi check · Ani bet 60", EVEN, 0.19,
            "fold", id="a large bet makes a good hand with all tiles dealt doubtful",
        ),
        pytest.param(
            NO_CHECKS, {"Ani": (60, ""), "Budi": (510, GOOD)}, "Ani all-in", EVEN, 0.21,
            "call", id="there is nothing to raise with against one who is all-in",
        ),
        pytest.param(
            SUMATRA, {"Ani": (510, ""), "Budi": (510, ""), "Citra": (120, BETTER)},
            "Ani check · Budi bet 60", EVEN, 0.04,
            "call", id="it calls what pays, and does not bluff where that is dear",
        ),
        pytest.param(
            SUMATRA, {"Ani": (13, POOR), "Budi": (510, ""), "Citra": (510, "")},
            "Ani check · Budi bet 40 · Citra call", EVEN, 0.99,
            "fold", id="whoever follows a bet is to be respected as well, but less",
        ),
        pytest.param(
            NO_LIMIT, {"Ani": (510, ""), "Budi": (510, ""), "Citra": (13, UNCERTAIN)},
            "Ani check · Budi check · Citra check · Ani bet 40 · Budi raise 60", TIMID, 0.0,
            "all-in", id="no bet counts for more than one as large as the pot, and three chips are cheap",
        ),
        pytest.param(
            NO_CHECKS, {"Ani": (120, TWO_FIFTHS), "Budi": (510, "")}, "Ani bet 20 · Budi call", EVEN, 0.1,
            "bet 10", id="where it may not check it opens for the least, and bluffs at less than a tenth of all lots",
        ),
        pytest.param(
            NO_CHECKS, {"Ani": (60, POORER_IN_THE_END), "Budi": (510, ""), "Citra": (510, "")}, "", EVEN, 0.06,
            "bet 10", id="against two it bluffs half as often, and opens for the least if that pays",
        ),
        pytest.param(
            NO_CHECKS, {"Ani": (510, POOR), "Budi": (510, ""), "Citra": (13, "")}, "", EVEN, 0.99,
            "fold", id="it does not open where that does not pay",
        ),
        pytest.param(
            replace(NO_CHECKS, min_bet=(20, 30)), {"Ani": (510, QUARTER), "Budi": (510, "")},
            "Ani bet 20 · Budi call", EVEN, 0.99,
            "fold", id="nor where it would bring exactly what it costs",
        ),
        pytest.param(
            NO_CHECKS, {"Ani": (16, UNCERTAIN), "Budi": (510, "")}, "", EVEN, 0.04,
            "fold", id="with less than the least bet it gives up what is far below average",
        ),
        pytest.param(
            NO_CHECKS, {"Ani": (16, FAIR), "Budi": (510, "")}, "", EVEN, 0.99,
            "all-in", id="and goes all-in with what is a little below average",
        ),
        pytest.param(
            NO_CHECKS, {"Ani": (510, ""), "Budi": (510, HOPELESS), "Citra": (510, "")}, "Ani fold", EVEN, 0.06,
            "bet 22", id="once one of two has folded it bluffs as often as against one, by three quarters of the pot",
        ),
        pytest.param(
            NO_LIMIT, {"Ani": (510, ""), "Budi": (110, EVEN_CHANCES)}, "Ani bet 20", BOLD, 0.0,
            "all-in", id="in a bold mood it bluffs by the pot, and four fifths of its chips are all of them",
        ),
    ],
)  # fmt: skip
def test_what_it_does_in_a_known_mood(
    rules: QiuQiuRules, seats: dict[str, tuple[int, str]], script: str, mood: float, lot: float, action: str
) -> None:
    assert decided(ScriptedHand(seats, rules=rules), script, mood, lot) == action


@pytest.mark.parametrize(
    ("carried", "seats", "script", "mood", "lot", "action"),
    [
        pytest.param(
            40, {"Ani": (510, ""), "Budi": (120, EVEN_CHANCES)}, "Ani bet 20", EVEN, 0.19,
            "all-in", id="with a tile to come it bluffs twice as often",
        ),
        pytest.param(
            40, {"Ani": (510, ""), "Budi": (60, RISING)}, "Ani bet 60", EVEN, 0.19,
            "all-in", id="with a tile to come it pays a little too much, for what it can win",
        ),
        pytest.param(
            40, {"Ani": (120, GOOD), "Budi": (510, "")}, "", BOLD, 0.99,
            "bet 93", id="where all its chips may not be bet, four fifths of them are not all",
        ),
        pytest.param(
            10, {"Ani": (510, ""), "Budi": (510, HOPELESS)}, "Ani bet 35", EVEN, 0.0,
            "fold", id="at thirty-five of a hundred chips a bluff is too dear",
        ),
    ],
)  # fmt: skip
def test_what_the_last_hand_left_is_played_for_as_well(
    carried: int, seats: dict[str, tuple[int, str]], script: str, mood: float, lot: float, action: str
) -> None:
    assert decided(ScriptedHand(seats, carried=carried), script, mood, lot) == action


def decided(hand: ScriptedHand, script: str, mood: float, lot: float) -> str:
    """What it does after so much of a hand was played."""
    if script:
        hand.play(script)
    (seat,) = hand.now.awaited
    return notation.write(choose(hand.now.view(seat), Mood(mood, lot)))


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
    while not hand.offered()[0].startswith("declare"):
        hand.play(f"{hand.asked} check")
    if declared:
        hand.play(declared)

    assert hand.asked == asked
    seat = hand.names.index(asked)
    assert choose(hand.now.view(seat), Random(0)) == Action("declare", choice=label)


@pytest.mark.parametrize(("odd_chips", "label"), [("dealer_first", "5-4"), ("left_of_dealer", "7-2")])
def test_it_ties_for_a_half_where_the_odd_chip_falls_to_it(odd_chips: str, label: str) -> None:
    """QQ-18, QQ-26: of five chips the high half has three, two of them for whichever comes first of Ani and Budi."""
    rules = replace(SUMATRA, compare="split_pot", ante=1, odd_chips=odd_chips)
    seats = {"Budi": (500, "6-6 1-0 0-0 6-0"), "Citra": (500, "3-3 6-2 4-4 4-2"), "Ani": (500, "4-0 2-0 3-0 5-5")}
    hand = ScriptedHand(seats, rules=rules, carried=2)
    hand.play("Budi check · Citra check · Ani check · Budi check · Citra check · Ani check")
    hand.play("Budi declare 7-2 · Citra declare 4-4")

    assert choose(hand.now.view(2), Random(0)) == Action("declare", choice=label)


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
