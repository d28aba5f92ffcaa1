"""Whole hands of QiuQiu, told as they happen; each test names the decision that settles what is right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import notation
from engine.play import LEAVE
from engine.qiuqiu.rules import CEBLOK, NINETY_NINE, SUMATRA
from engine.qiuqiu.tiles import hand_names
from engine.refusal import Refused
from tests.engine.qiuqiu.storytelling import QIUQIU, ScriptedHand, dealt

KIU_KIU = "1-0 2-0 4-3 5-3"
ALSO_KIU_KIU = "2-1 3-0 4-2 5-1"
THIRD_KIU_KIU = "3-1 3-2 4-0 4-1"
SEVEN_SIX = "2-2 3-0 4-4 6-2"
TWO_ZERO = "0-0 1-1 5-5 6-4"
NO_LIMIT = replace(SUMATRA, max_bet=None)
SPLIT = replace(SUMATRA, compare="split_pot")


def test_a_plain_hand() -> None:
    """QQ-20, QQ-22 to QQ-24, QQ-30: the dealer acts first in both rounds, and shows first."""
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, SEVEN_SIX), "Citra": (500, TWO_ZERO)})

    hand.play("Ani bet 20 · Budi call · Citra call · Ani check · Budi bet 50 · Citra fold · Ani call")

    assert hand.lines == [
        "Ani antes 10",
        "Budi antes 10",
        "Citra antes 10",
        "3 dealt",
        "Ani bets 20",
        "Budi calls 20",
        "Citra calls 20",
        "1 dealt",
        "Ani checks",
        "Budi bets 50",
        "Citra folds",
        "Ani calls 50",
        "Ani shows 9-9: 5-3 1-0 | 4-3 2-0",
        "Budi shows 7-6: 2-2 3-0 | 6-2 4-4",
        "main pot 190: Ani 190",
    ]
    assert hand.won == {"Ani": 110, "Budi": -80, "Citra": -30}


# Dealing: QQ-24.


def test_tiles_are_dealt_singly_from_the_dealers_left() -> None:
    assert dealt(SUMATRA, range(28), (100, 100, 100), dealer=1) == [
        ("1-0", "2-1", "3-1"),
        ("1-1", "2-2", "3-2"),
        ("0-0", "2-0", "3-0"),
    ]


@pytest.mark.parametrize(
    ("batches", "dealer", "left"),
    [
        ("3", ("2-0", "2-1", "2-2"), ("0-0", "1-0", "1-1")),
        ("1+2", ("1-0", "2-1", "2-2"), ("0-0", "1-1", "2-0")),
        ("2+1", ("1-1", "2-0", "2-2"), ("0-0", "1-0", "2-1")),
    ],
)
def test_tiles_are_dealt_in_batches(batches: str, dealer: tuple[str, ...], left: tuple[str, ...]) -> None:
    assert dealt(replace(SUMATRA, batches=batches), range(28), (100, 100)) == [dealer, left]


def test_the_first_tile_may_go_to_the_dealer() -> None:
    rules = replace(SUMATRA, first_card="dealer")

    assert dealt(rules, range(28), (100, 100)) == [("0-0", "1-1", "2-1"), ("1-0", "2-0", "2-2")]


def test_the_fourth_tile_goes_to_those_still_in() -> None:
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, ""), "Citra": (500, "")})

    hand.play("Ani bet 10 · Budi fold · Citra call")

    assert [len(hand.holds(name).split()) for name in hand.names] == [4, 3, 4]
    assert hand.holds("Citra").endswith("3-3"), "dealt on from the dealer's left, Budi being left out"
    assert hand.holds("Ani").endswith("4-0")


def test_a_fourth_tile_is_handed_out_alone_whatever_the_batches() -> None:
    """QQ-24: batches are how the first three are handed out."""
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, TWO_ZERO)}, rules=replace(SUMATRA, batches="1+2"))

    hand.play("Ani check · Budi check")

    assert hand.holds("Ani") == KIU_KIU
    assert hand.holds("Budi") == TWO_ZERO


def test_three_rounds_deal_two_and_one_and_one() -> None:
    """QQ-24, `rounds`: three."""
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, TWO_ZERO)}, rules=replace(SUMATRA, rounds="three"))
    sizes = [len(hand.holds("Ani").split())]
    for _ in range(2):
        hand.play("Ani check · Budi check")
        sizes.append(len(hand.holds("Ani").split()))

    assert sizes == [2, 3, 4]
    hand.play("Ani bet 10 · Budi fold")
    assert hand.lines[-5:] == ["1 dealt", "Ani bets 10", "Budi folds", "10 back to Ani", "Ani takes 20"]


def test_everybody_sees_who_folded_with_how_many_tiles() -> None:
    """A record says it, since it decides to whom the tiles of the later streets go (QQ-24)."""
    rules = replace(SUMATRA, rounds="three")
    hand = ScriptedHand(dict.fromkeys(("Ani", "Budi", "Citra", "Dedi"), (500, "")), dealer="Dedi", rules=rules)

    hand.play("Dedi bet 10 · Ani fold")
    assert list(hand.now.order_of_play) == [(0, "fold")], "no later street has been dealt"
    hand.play("Budi call · Citra call")
    assert hand.now.dealt_to == (0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3)
    hand.play("Dedi bet 10 · Budi call · Citra fold")
    hand.play("Dedi bet 10 · Budi fold")

    assert hand.now.order_of_play == ((0, "fold"), (3, "street"), (2, "fold"), (3, "street"), (1, "fold"))
    assert [len(hand.holds(name).split()) for name in hand.names] == [2, 4, 3, 4]


def test_a_single_round_goes_straight_to_the_showdown() -> None:
    """QQ-24, `rounds`: one."""
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, TWO_ZERO)}, rules=replace(SUMATRA, rounds="one"))

    hand.play("Ani bet 40 · Budi call")

    assert hand.story("1 dealt")[1].startswith("Ani shows 9-9")
    assert hand.won == {"Ani": 50, "Budi": -50}


# Who acts, and what they may do: QQ-20 to QQ-23.


def test_the_dealer_opens_every_round() -> None:
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, ""), "Citra": (500, "")}, dealer="Budi")

    hand.play("Budi check · Citra check · Ani check · Budi check · Citra check · Ani check")

    assert hand.now.settlement is not None


def test_the_dealers_left_may_open() -> None:
    """QQ-20, `first_to_act`: left_of_dealer."""
    rules = replace(SUMATRA, first_to_act="left_of_dealer")
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, ""), "Citra": (500, "")}, dealer="Citra", rules=rules)

    hand.play("Ani check · Budi check · Citra check · Ani check")


def test_a_dealer_who_has_folded_is_skipped() -> None:
    """QQ-20, QQ-30: the next one clockwise opens and shows first."""
    hand = ScriptedHand(
        {"Ani": (500, TWO_ZERO), "Budi": (500, KIU_KIU), "Citra": (500, "6-5 6-2 5-2 3-3")}, dealer="Ani"
    )

    hand.play("Ani check · Budi bet 20 · Citra call · Ani fold · Budi check · Citra check")

    shows = [line.split()[0] for line in hand.lines if " shows " in line]
    assert shows == ["Budi", "Citra"]


def test_a_dealer_who_is_all_in_is_skipped_and_shows_first() -> None:
    """QQ-20, QQ-30."""
    hand = ScriptedHand(
        {"Ani": (30, TWO_ZERO), "Budi": (500, KIU_KIU), "Citra": (500, "6-5 6-2 5-2 3-3")}, dealer="Ani"
    )

    hand.play("Ani all-in · Budi call · Citra call · Budi check · Citra check")

    shows = [line.split()[0] for line in hand.lines if " shows " in line]
    assert shows == ["Ani", "Budi", "Citra"]


def test_bet_or_fold() -> None:
    """QQ-21, `checking`: never: the last player left takes the antes unopposed."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, ""), "Citra": (500, "")}, rules=NINETY_NINE)
    assert hand.offered == ["bet 10", "bet 30", "fold"]

    hand.play("Ani fold · Budi fold")

    assert hand.lines[-3:] == ["Ani folds", "Budi folds", "Citra takes 30"]
    assert hand.won == {"Ani": -10, "Budi": -10, "Citra": 20}


def test_no_checking_in_the_first_round_only() -> None:
    """QQ-21, `checking`: not_in_first."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, "")}, rules=replace(SUMATRA, checking="not_in_first"))
    assert hand.offered == ["bet 10", "bet 20", "fold"]

    hand.play("Ani bet 10 · Budi call")

    assert hand.offered == ["check", "bet 10", "bet 40"]


def test_no_checking_in_any_round() -> None:
    """QQ-21, `checking`: never."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, "")}, rules=replace(SUMATRA, checking="never"))
    hand.play("Ani bet 10 · Budi call")

    assert hand.offered == ["bet 10", "bet 40", "fold"]


@pytest.mark.parametrize(("min_raise", "least"), [("min_bet", 50), ("last_raise", 80)])
def test_the_smallest_raise(min_raise: str, least: int) -> None:
    """QQ-22, `min_raise`: over a bet of 40 by the smallest bet, or by as much as was bet."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, "")}, rules=replace(SUMATRA, min_raise=min_raise))
    hand.play("Ani bet 40")

    assert hand.now.options(1).amounts[0].least == least


def test_what_is_decided_before_a_turn_is_for_one_betting_round() -> None:
    """QQ-32: another street is another stage, and who has folded or is asked to declare decides nothing in advance."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B), "Citra": (500, "")}, rules=SPLIT)
    first = hand.now.advance_action(1, "check")
    hand.play("Ani check · Budi check · Citra check")
    second = hand.now.advance_action(1, "check")

    assert first is not None
    assert second is not None
    assert first.stage != second.stage
    assert hand.now.from_advance(1, first) == notation.read("check", QIUQIU.verbs)
    hand.play("Ani check · Budi check · Citra check")
    assert hand.asked == "Ani", "to declare"
    assert [hand.now.may_decide_in_advance(seat) for seat in range(3)] == [False] * 3
    assert hand.now.advance_action(1, "check-fold") is None


def test_whoever_may_still_act_may_decide_in_advance() -> None:
    """QQ-32: not somebody who has folded, and nobody when the hand is over."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, ""), "Citra": (500, "")})

    hand.play("Ani bet 10 · Budi fold")
    assert [hand.now.may_decide_in_advance(seat) for seat in range(3)] == [True, False, True]
    hand.play("Citra fold")
    assert [hand.now.may_decide_in_advance(seat) for seat in range(3)] == [False] * 3


def test_every_question_has_the_next_number() -> None:
    """So that a button of an earlier turn is recognised; the end of the hand counts as one too."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B)}, rules=SPLIT)
    numbers = [hand.now.question]
    for played in ("Ani check", "Budi check", "Ani bet 10", "Budi call", "Ani declare 5-5", "Budi declare 8-4"):
        hand.play(played)
        numbers.append(hand.now.question)

    assert numbers == [1, 2, 3, 4, 6, 7, 8], "the call is followed by the showdown, which asks again"


def test_folding_is_not_offered_where_checking_is_free() -> None:
    """QQ-21."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, "")})

    with pytest.raises(Refused) as refused:
        hand.play("Ani fold")
    assert (refused.value.reason, refused.value.fields) == ("not-an-option", {"verb": "fold"})


def test_limits_may_differ_by_round() -> None:
    """QQ-22: in the preset ninety-nine the second round is higher."""
    hand = ScriptedHand({"Ani": (900, ""), "Budi": (900, "")}, rules=NINETY_NINE)
    assert hand.now.options(0).amounts[0][1:] == (10, 100)

    hand.play("Ani bet 100 · Budi call")

    assert hand.now.options(0).amounts[0][1:] == (20, 200)


def test_an_amount_out_of_range_is_refused_with_the_range() -> None:
    """QQ-22."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, "")})

    with pytest.raises(Refused) as refused:
        hand.play("Ani bet 101")
    assert refused.value.reason == "amount-out-of-range"
    assert refused.value.fields == {"verb": "bet", "least": 10, "most": 100}


def test_out_of_turn() -> None:
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, "")})

    with pytest.raises(Refused) as refused:
        hand.now.play(1, notation.read("check", QIUQIU.verbs))
    assert (refused.value.reason, refused.value.fields) == ("not-your-turn", {"seat": 0})


def test_the_hand_ends_when_one_player_remains() -> None:
    """QQ-23, QQ-30: a sole survivor shows nothing."""
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, ""), "Citra": (500, "")})

    hand.play("Ani bet 50 · Budi fold · Citra fold")

    assert hand.story("Citra folds") == ["Citra folds", "50 back to Ani", "Ani takes 30"]


def test_one_bettor_with_callers_plays_on() -> None:
    """QQ-23: that only one player bet does not end the hand."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, "")}).play("Ani bet 10 · Budi call")

    assert hand.lines[-1] == "1 dealt"
    assert hand.asked == "Ani"


# Short stacks: QQ-25.


def test_side_pots() -> None:
    hand = ScriptedHand(
        {"Ani": (30, KIU_KIU), "Budi": (60, SEVEN_SIX), "Citra": (500, TWO_ZERO)}, dealer="Citra", rules=NO_LIMIT
    )

    hand.play("Citra bet 100 · Ani call · Budi call")

    assert hand.story("Ani calls") == [
        "Ani calls 20 (all-in)",
        "Budi calls 50 (all-in)",
        "1 dealt",
        "50 back to Citra",
        "Citra shows 2-0: 1-1 0-0 | 6-4 5-5",
        "Ani shows 9-9: 5-3 1-0 | 4-3 2-0",
        "Budi shows 7-6: 2-2 3-0 | 6-2 4-4",
        "main pot 90: Ani 90",
        "side pot 1 60: Budi 60",
    ]
    assert hand.won == {"Ani": 60, "Budi": 0, "Citra": -60}


def test_a_bet_that_may_still_be_called_is_no_side_pot() -> None:
    """QQ-25: it lies in the main pot, which everybody still plays for."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, ""), "Citra": (500, "")})

    hand.play("Ani bet 50")
    assert hand.pots == ["80 Ani Budi Citra"]
    hand.play("Budi raise 120")
    assert hand.pots == ["200 Ani Budi Citra"]
    hand.play("Citra fold")
    assert hand.pots == ["200 Ani Budi"]
    hand.play("Ani call")
    assert hand.pots == ["270 Ani Budi"]


def test_a_call_costs_what_is_missing_from_the_bet() -> None:
    """QQ-22: what was put in before in the same betting round counts towards it."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, "")}).play("Ani bet 20 · Budi raise 60 · Ani call")

    assert hand.story("Ani bets")[:3] == ["Ani bets 20", "Budi raises to 60", "Ani calls 40"]
    assert hand.now.staked == (70, 70)


def test_a_side_pot_grows_while_the_betting_goes_on() -> None:
    """QQ-25: it begins with the player who is all-in, and belongs to everybody who can still call."""
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (60, TWO_ZERO), "Citra": (500, SEVEN_SIX)})

    hand.play("Ani bet 30 · Budi all-in")
    assert hand.pots == ["110 Ani Budi Citra"], "nobody has put in more than Budi"
    hand.play("Citra raise 100")
    assert hand.pots == ["160 Ani Budi Citra", "50 Ani Citra"]
    hand.play("Ani call")
    assert hand.pots == ["180 Ani Budi Citra", "100 Ani Citra"]
    hand.play("Ani check · Citra check")
    assert hand.story("main pot") == ["main pot 180: Ani 180", "side pot 1 100: Ani 100"]


def test_the_call_of_a_short_stack_is_offered_once_and_may_be_typed() -> None:
    """QQ-25: it is all-in, whichever word it is typed with; hands stored with `call` play as they did."""
    stacks = {"Ani": (500, KIU_KIU), "Budi": (40, TWO_ZERO), "Citra": (90, SEVEN_SIX)}
    typed, pressed = (ScriptedHand(stacks).play("Ani bet 80") for _ in range(2))

    assert typed.offered == ["all-in", "fold"]
    typed.play("Budi call · Citra call")
    pressed.play("Budi all-in · Citra all-in")

    assert typed.story("Budi calls")[:2] == ["Budi calls 30 (all-in)", "Citra calls 80 (all-in)"]
    assert typed.lines == pressed.lines
    assert typed.now == pressed.now


def test_all_in_players_are_dealt_all_their_tiles() -> None:
    """QQ-24, QQ-25: with nobody left to bet, the fourth tile and the showdown follow at once."""
    hand = ScriptedHand({"Ani": (50, KIU_KIU), "Budi": (50, TWO_ZERO)}).play("Ani all-in · Budi call")

    assert hand.story("Budi calls")[:2] == ["Budi calls 40 (all-in)", "1 dealt"]
    assert hand.won == {"Ani": 50, "Budi": -50}


def test_the_others_bet_on_beside_an_all_in_player() -> None:
    hand = ScriptedHand({"Ani": (30, KIU_KIU), "Budi": (500, TWO_ZERO), "Citra": (500, "6-5 6-2 5-2 3-3")})

    hand.play("Ani all-in · Budi call · Citra call · Budi bet 40 · Citra fold")

    assert hand.won == {"Ani": 60, "Budi": -30, "Citra": -30}


def test_who_is_left_beside_an_all_in_player_is_not_asked() -> None:
    """QQ-28, QQ-30: Ani leaves while checking is free, so nobody could answer a bet of Citra's."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (30, KIU_KIU), "Citra": (500, TWO_ZERO)})

    hand.play("Ani bet 20 · Budi call · Citra call · Ani leave")

    assert hand.asked == ""
    assert hand.won == {"Ani": -30, "Budi": 60, "Citra": -30}


def test_everybody_all_in_with_the_ante() -> None:
    """QQ-25: nobody is asked anything."""
    hand = ScriptedHand({"Ani": (10, KIU_KIU), "Budi": (10, TWO_ZERO)})

    assert hand.lines[:4] == ["Ani antes 10 (all-in)", "Budi antes 10 (all-in)", "3 dealt", "1 dealt"]
    assert hand.won == {"Ani": 10, "Budi": -10}


def test_part_of_the_ante() -> None:
    """QQ-25, `part_ante`: they can win as much from each other."""
    rules = replace(SUMATRA, part_ante=True)
    hand = ScriptedHand({"Ani": (4, KIU_KIU), "Budi": (50, SEVEN_SIX), "Citra": (50, TWO_ZERO)}, rules=rules)

    hand.play("Budi check · Citra check · Budi check · Citra check")

    assert QIUQIU.least_stack(rules) == 1
    assert QIUQIU.least_stack(SUMATRA) == 10
    assert hand.won == {"Ani": 8, "Budi": 2, "Citra": -10}


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (35, ""), "Citra": (500, "")})

    hand.play("Ani bet 20 · Budi all-in · Citra call")

    assert hand.asked == "Ani"
    assert hand.offered == ["call", "fold"]


# Odd chips: QQ-26.


TIE = {"Ani": (500, TWO_ZERO), "Budi": (500, ALSO_KIU_KIU), "Citra": (500, THIRD_KIU_KIU), "Dedi": (500, KIU_KIU)}


@pytest.mark.parametrize(
    ("odd_chips", "expected"),
    [
        ("dealer_first", "main pot 41: Dedi 14, Budi 14, Citra 13"),
        ("left_of_dealer", "main pot 41: Budi 14, Citra 14, Dedi 13"),
        ("next_pot", "main pot 41: Dedi 13, Budi 13, Citra 13, 2 stays"),
    ],
)
def test_odd_chips(odd_chips: str, expected: str) -> None:
    rules = replace(SUMATRA, odd_chips=odd_chips)
    hand = ScriptedHand(TIE, dealer="Dedi", rules=rules, carried=1)

    hand.play(" · ".join(f"{name} check" for name in ("Dedi", "Ani", "Budi", "Citra") * 2))

    assert hand.lines[4] == "1 from the last hand"
    assert hand.lines[-1] == expected
    assert hand.now.carried_out == (2 if odd_chips == "next_pot" else 0)
    assert sum(hand.won.values()) == 1 - hand.now.carried_out


def test_carried_chips_go_to_a_sole_survivor() -> None:
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, "")}, carried=3).play("Ani bet 10 · Budi fold")

    assert hand.lines[-1] == "Ani takes 23"
    assert hand.now.carried_out == 0


def test_only_winners_have_more_chips_at_the_end() -> None:
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (400, TWO_ZERO), "Citra": (300, "")})
    assert hand.now.carried_out == 0, "nothing stays in the middle before the end"

    hand.play("Ani bet 20 · Budi call · Citra fold · Ani check · Budi check")

    assert hand.now.view(None).stacks == (540, 370, 290)


# Ties and rankings at the table: QQ-13 to QQ-15.


def test_equal_hands_share() -> None:
    """QQ-13, QQ-15: equal shares among all tied."""
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, ALSO_KIU_KIU), "Citra": (500, THIRD_KIU_KIU)})

    hand.play(" · ".join(f"{name} check" for name in ("Ani", "Budi", "Citra") * 2))

    assert hand.lines[-1] == "main pot 30: Ani 10, Budi 10, Citra 10"


def test_the_highest_double_decides() -> None:
    """QQ-13, `tie`: highest_double; even 0-0 beats no double."""
    rules = replace(SUMATRA, tie="highest_double")
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, "0-0 6-3 6-2 6-5")}, rules=rules)

    hand.play("Ani check · Budi check · Ani check · Budi check")

    assert hand.lines[-3:] == [
        "Ani shows 9-9: 5-3 1-0 | 4-3 2-0",
        "Budi shows 9-9: 6-5 6-2 | 6-3 0-0",
        "main pot 20: Budi 20",
    ]


# The split-pot rule: QQ-16 to QQ-18.

A = "2-2 6-6 3-0 6-5"
B = "2-0 3-1 6-4 3-3"


@pytest.mark.parametrize(
    ("first", "declares", "second", "answers", "pots"),
    [
        ("Ani", "7-3", "Budi", "8-4", ["main pot 20: Budi 20"]),
        ("Ani", "5-5", "Budi", "6-6", ["main pot 20: Budi 20"]),
        ("Ani", "5-5", "Budi", "8-4", ["main pot, high half 10: Budi 10", "main pot, low half 10: Ani 10"]),
        ("Budi", "8-4", "Ani", "5-5", ["main pot, high half 10: Budi 10", "main pot, low half 10: Ani 10"]),
        ("Budi", "6-6", "Ani", "7-3", ["main pot, high half 10: Ani 10", "main pot, low half 10: Budi 10"]),
        ("Ani", "6-4", "Budi", "8-4", ["main pot 20: Budi 20"]),
    ],
)
def test_declaring_in_turn(first: str, declares: str, second: str, answers: str, pots: list[str]) -> None:
    """QQ-18: A's and B's hands, whoever declares first."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B)}, dealer=first, rules=SPLIT)
    hand.play(f"{first} check · {second} check · {first} check · {second} check")
    assert hand.asked == first
    assert hand.now.view(None).shown == {}

    hand.play(f"{first} declare {declares}")
    seen = hand.now.view(None).shown[hand.names.index(first)]
    assert seen.label == declares, "the next player knows what was declared before"

    hand.play(f"{second} declare {answers}")
    assert [line for line in hand.lines if "pot" in line] == pots


def test_only_true_labels_can_be_declared() -> None:
    """QQ-18."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B)}, rules=SPLIT)
    hand.play("Ani check · Budi check · Ani check · Budi check")

    assert hand.offered == ["declare 7-3", "declare 6-4", "declare 5-5"]
    with pytest.raises(Refused, match="not-an-option"):
        hand.play("Ani declare 8-8")


def test_only_the_player_whose_turn_it_is_to_declare_is_asked() -> None:
    """QQ-18: one after the other, and nobody once all hands lie open."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B)}, rules=SPLIT)
    hand.play("Ani check · Budi check · Ani check · Budi check")
    ani, budi = hand.now.view(0), hand.now.view(1)

    assert list(hand.now.awaited) == [0]
    assert (bool(ani.options), bool(budi.options)) == (True, False)
    hand.play("Ani declare 7-3 · Budi declare 8-4")
    assert list(hand.now.awaited) == []
    assert not hand.now.options(0)
    assert not hand.now.options(1)


def test_a_nine_takes_the_whole_pot() -> None:
    """QQ-16."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, "6-3 0-0 1-0 1-1")}, rules=SPLIT)

    hand.play("Ani check · Budi check · Ani check · Budi check · Ani declare 5-5 · Budi declare 9-3")

    assert hand.lines[-1] == "main pot 20: Budi 20"


def test_a_special_hand_is_not_asked() -> None:
    """QQ-7: no other declaration is ever useful."""
    hand = ScriptedHand({"Ani": (500, "6-0 5-1 4-2 3-3"), "Budi": (500, "2-0 3-1 6-4 2-1")}, rules=SPLIT)

    hand.play("Ani check · Budi check · Ani check · Budi check")

    assert hand.lines[-1].startswith("Ani shows enam_dewa")
    assert hand.asked == "Budi"


def test_the_best_arrangement_counts_where_declaring_is_automatic() -> None:
    """QQ-18, `declaration`: automatic."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B)}, rules=replace(SPLIT, declaration="automatic"))

    hand.play("Ani check · Budi check · Ani check · Budi check")

    assert [line for line in hand.lines if "pot" in line] == ["main pot 20: Budi 20"]


def test_the_odd_chip_of_the_pot_goes_to_the_high_half() -> None:
    """QQ-17."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B)}, rules=SPLIT, carried=1)

    hand.play("Ani check · Budi check · Ani check · Budi check · Ani declare 5-5 · Budi declare 8-4")

    assert hand.lines[-2:] == ["main pot, high half 11: Budi 11", "main pot, low half 10: Ani 10"]


def test_cards_speak_in_the_normal_game() -> None:
    """QQ-19."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B)}, rules=CEBLOK)

    hand.play("Ani check · Budi check · Ani check · Budi check")

    assert hand.won == {"Ani": -10, "Budi": 10}


# Time and leaving.


def test_time_checks_if_that_is_free_and_folds_otherwise() -> None:
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, ""), "Citra": (500, "")})

    hand.play("Ani (sleeps) · Budi bet 20 · Citra (sleeps) · Ani (sleeps)")

    assert hand.story("Ani checks") == [
        "Ani checks",
        "Budi bets 20",
        "Citra folds",
        "Ani folds",
        "20 back to Budi",
        "Budi takes 30",
    ]


def test_time_folds_under_bet_or_fold() -> None:
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, "")}, rules=NINETY_NINE).play("Ani (sleeps)")

    assert hand.lines[-1] == "Budi takes 20"


def test_time_declares_the_best_ordinary_arrangement() -> None:
    """QQ-18."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B)}, rules=SPLIT)

    hand.play("Ani check · Budi check · Ani check · Budi check · Ani (sleeps) · Budi (sleeps)")

    assert [line.split(":")[0] for line in hand.lines if "shows" in line] == ["Ani shows 7-3", "Budi shows 8-4"]


def test_leaving_folds_even_where_checking_is_free() -> None:
    """QQ-28: the chips in the pot stay."""
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, ""), "Citra": (500, "")}).play("Ani leave")

    assert hand.lines[-1] == "Ani leaves"
    hand.play("Budi bet 10 · Citra fold")
    assert hand.won == {"Ani": -10, "Budi": 20, "Citra": -10}


def test_leaving_at_a_declaration_shows_the_best_arrangement() -> None:
    """QQ-28: they stay in and are shown automatically."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B)}, rules=SPLIT)

    hand.play("Ani check · Budi check · Ani check · Budi check · Ani leave · Budi leave")

    assert hand.lines[-1] == "main pot 20: Budi 20"


def test_leaving_out_of_turn_is_refused() -> None:
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (500, "")})

    with pytest.raises(Refused, match="not-your-turn"):
        hand.now.play(1, LEAVE)


# What is seen: QQ-30, and the notation of QQ-31.


def test_a_view_shows_the_own_hand_and_what_lies_open() -> None:
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B)}, rules=SPLIT)
    hand.play("Ani bet 20 · Budi call · Ani check · Budi check · Ani declare 5-5")
    own, bystander = hand.now.view(1), hand.now.view(None)

    assert set(hand_names(own.hand)) == set(B.split())
    assert own.declarations == ("8-4", "6-6", "2-0")
    assert bystander.hand == ()
    assert bystander.declarations == ()
    assert not bystander.options
    assert bystander.shown == own.shown
    assert list(own.shown) == [0]
    assert (own.pot, own.stacks, own.staked) == (60, (470, 470), (30, 30))
    assert (own.street, own.streets, own.awaited) == (1, 2, (1,))


def test_printing_a_round_or_a_view_names_no_tile() -> None:
    """What goes to a log has no cards in it."""
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, TWO_ZERO)})

    assert "hand=" not in repr(hand.now.view(0))
    assert repr(hand.now) == "<QiuQiuRound of 2, street 0>"


def test_folded_hands_stay_hidden() -> None:
    """QQ-30."""
    hand = ScriptedHand({"Ani": (500, A), "Budi": (500, B), "Citra": (500, "1-0 1-1 2-1 4-0")})
    hand.play("Ani bet 20 · Budi call · Citra fold · Ani check · Budi check")

    assert set(hand.now.view(None).shown) == {0, 1}
    assert not any(line.startswith("Citra shows") for line in hand.lines)


def test_the_tiles_shown_lie_open_and_no_others() -> None:
    """Citra has folded, and can still prove, to themselves, what they held."""
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, SEVEN_SIX), "Citra": (500, TWO_ZERO)})

    hand.play("Ani bet 20 · Budi call · Citra call · Ani check · Budi bet 50 · Citra fold")
    assert hand.opened == [], "nothing before the showdown"
    assert hand.can_prove("Ani") == KIU_KIU.split()

    hand.play("Ani call")
    assert sorted(hand.opened) == sorted(f"{KIU_KIU} {SEVEN_SIX}".split())
    assert hand.can_prove("Citra") == TWO_ZERO.split()
    assert hand.now.held(2) == (1, 4, 7, 10), "the second of three who are dealt to singly"


def test_hands_open_one_by_one_where_they_are_declared_in_turn() -> None:
    hand = ScriptedHand({"Ani": (500, "6-3 5-4 2-1 0-0"), "Budi": (500, "6-2 4-4 3-0 2-2")}, rules=SPLIT)
    hand.play("Ani bet 20 · Budi call · Ani check · Budi check")
    assert hand.opened == []

    hand.play(f"{hand.asked} {hand.offered[0]}")

    assert len(hand.opened) in (4, 8)


def test_who_wins_without_a_contest_shows_nothing() -> None:
    hand = ScriptedHand({"Ani": (500, KIU_KIU), "Budi": (500, SEVEN_SIX)}).play("Ani bet 20 · Budi fold")

    assert hand.won == {"Ani": 10, "Budi": -10}
    assert hand.opened == []
    assert hand.can_prove("Ani") == KIU_KIU.split()[:3]


def test_what_a_call_costs() -> None:
    hand = ScriptedHand({"Ani": (500, ""), "Budi": (45, "")}).play("Ani bet 80")

    assert hand.now.view(1).owed == 35
    assert hand.now.view(0).owed == 0
    assert hand.now.view(None).owed == 0


def test_a_round_is_a_value() -> None:
    before = ScriptedHand({"Ani": (500, A), "Budi": (500, B)})
    now = before.now
    copy = type(now)(*now)
    before.play("Ani bet 20")

    assert now == copy
    with pytest.raises(AttributeError):
        now.street = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        now.declared[0] = None  # type: ignore[index]
