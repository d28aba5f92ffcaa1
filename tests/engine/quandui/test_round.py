"""Whole hands of Quan Dui, told as they happen; each test names the decision that settles what is right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import Deal
from engine.house_rules import BadRule
from engine.play import LEAVE, Action
from engine.quandui import events as happened
from engine.quandui.cards import card, card_name
from engine.quandui.claims import DUI, PASS, WIN, may_win
from engine.quandui.melds import HeldCards, layout
from engine.quandui.round import QuanDuiRound
from engine.quandui.rules import AMSTERDAM, STRICT, QuanDuiRules
from engine.refusal import Refused
from tests.engine.quandui.storytelling import QUAN_DUI, ScriptedHand, from_the_top

SIX_DUI = "2-ben 2-ben 3-suo 3-suo 4-wan 4-wan 5-ben 5-ben 6-suo 6-suo 7-wan 7-wan"
ALSO_SIX_DUI = "2-suo 2-suo 3-wan 3-wan 4-ben 4-ben 5-suo 5-suo 6-wan 6-wan 7-ben 7-ben"
WAITS_FOR_A_ONE = f"{SIX_DUI} 8-ben 8-ben da-hong"
ALSO_WAITS_FOR_A_ONE = f"{ALSO_SIX_DUI} 8-suo 8-suo ba-shu"
SEVEN_DUI_AND_A_KA = f"{SIX_DUI} 8-ben 8-ben da-hong ba-shu"
NOTHING_MUCH = "9-ben 9-ben 9-suo 9-suo 9-wan 9-wan"
FULL_TIME = replace(AMSTERDAM, claim_window="full_time")


def three(
    ani: str = "", budi: str = "", citra: str = "", rules: QuanDuiRules = AMSTERDAM, stock: str = ""
) -> ScriptedHand:
    """Ani deals; play is anticlockwise, so that Citra comes next and then Budi."""
    return ScriptedHand({"Ani": ani, "Budi": budi, "Citra": citra}, rules=rules, stock=stock)


def test_a_plain_hand() -> None:
    """QD-6, QD-8, QD-9, QD-17."""
    hand = three(ani="1-ben 9-ben", budi=WAITS_FOR_A_ONE, citra="9-wan", stock="8-wan")

    hand.play("Ani discard 9-ben · Citra pass · Budi pass · Citra draw · Citra discard 9-wan · Ani pass · Budi pass")
    hand.play("Budi pick-up · Budi discard 9-wan · Ani pass · Citra pass · Ani draw · Ani discard 1-ben")
    hand.play("Citra pass · Budi win")

    assert hand.lines == [
        "20 staked by each",
        "Ani deals, 74 left",
        "Ani discards 9 ben",
        "Citra draws, 73 left",
        "Citra discards 9 wan",
        "Budi picks up 9 wan",
        "Budi discards 9 wan",
        "Ani draws, 72 left",
        "Ani discards 1 ben",
        "Budi wins with 1 ben from Ani: 7 dui, 1 x 10",
    ]
    assert hand.won == {"Ani": -10, "Budi": 20, "Citra": -10}
    assert hand.now.next_dealer == hand.names.index("Budi"), "the winner deals (QD-7)"


def test_the_latest_discard_is_offered_and_those_below_it_stay() -> None:
    """QD-8, QD-9: whoever picks it up takes this one card."""
    hand = three(ani="1-ben 9-ben", citra="9-wan", stock="8-wan")
    hand.play("Ani discard 9-ben · Citra pass · Budi pass · Citra draw · Citra discard 9-wan · (time)")
    assert [card_name(each.card) for each in hand.now.view(None).discards] == ["9 ben", "9 wan"]
    assert hand.now.view(None).offered == card("9-wan")

    hand.play("Budi pick-up")
    assert [card_name(each.card) for each in hand.now.view(None).discards] == ["9 ben"]
    assert hand.now.view(None).offered is None, "until somebody discards"


def test_everybody_sees_who_drew_and_which_card_was_taken_from_the_middle() -> None:
    """A record says it, with the number of the card by when it was dealt, so that its own players can prove it."""
    hand = three(ani="9-ben", citra="9-suo")

    hand.play("Ani discard 9-ben")
    assert hand.opened == ["0: 9 ben"]
    assert "0: 9 ben" not in hand.can_prove("Ani")
    hand.play("(time) · Citra pick-up · Citra discard 9-suo · (time) · Budi draw")

    assert hand.now.order_of_play == ((2, "pick-up 1"), (1, "draw"))
    assert hand.now.dealt_to == (0, *((0,) * 5 + (2,) * 5 + (1,) * 5) * 3, 1)
    assert "0: 9 ben" in hand.can_prove("Citra")
    assert repr(hand.now) == f"<QuanDuiRound of 3, question {hand.now.question}>"


def test_a_view_tells_what_came_last_and_that_to_pass_is_not_in_vain() -> None:
    hand = three(ani="1-ben", citra="2-ben", stock="8-wan").play("Ani discard 1-ben · Citra pass")
    citra = hand.names.index("Citra")
    assert not hand.now.view(citra).in_vain

    hand.play("Budi pass · Citra draw")
    assert hand.now.view(citra).newest == card("8-wan")


def test_the_repr_of_a_view_tells_nothing_that_only_its_player_knows() -> None:
    """Neither their cards, nor what they have drawn, nor that their claim came too late."""
    hand = three(ani="1-ben", budi="1-ben 1-wan", citra="1-ben", stock="8-wan")
    hand.play("Ani discard 1-ben · Citra dui · Budi dui")
    budi = hand.now.view(hand.names.index("Budi"))

    assert budi.beaten is not None
    assert budi.newest is not None
    for name in ("options", "answer", "beaten", "hand", "newest"):
        assert f" {name}=" not in repr(budi).replace("(", "( ")


def test_chips_of_another_game_are_carried_on_whoever_deals() -> None:
    now = QUAN_DUI.deal(Deal(AMSTERDAM, (AMSTERDAM.buy_in,) * 3, 2, tuple(range(120)), carried=1)).round

    assert (now.dealer, now.carried_in, now.carried_out) == (2, 1, 1)


# The deal: QD-1, QD-4.


def test_six_and_fives_are_dealt_anticlockwise_from_the_dealer() -> None:
    hand = three()
    now = QUAN_DUI.deal(Deal(AMSTERDAM, (100, 100, 100), 1, tuple(range(120)))).round
    assert isinstance(now, QuanDuiRound)

    assert [len(hand.holds(name)) for name in hand.names] == [16, 15, 15]
    right, dealer, left = [[card_name(each) for each in cards.hidden] for cards in now.hands]
    assert dealer[:6] == ["1 ben"] * 4 + ["1 suo"] * 2
    assert right[:5] == ["1 suo"] * 2 + ["1 wan"] * 3
    assert left[:5] == ["1 wan"] + ["da hong"] * 4
    assert left[-1] == QUAN_DUI.pack_names[45], "every round ends at the dealer's left"


def test_the_pack_has_four_copies_of_thirty_cards() -> None:
    assert len(QUAN_DUI.pack) == 120
    assert {QUAN_DUI.pack.count(name) for name in QUAN_DUI.pack} == {4}


# The window: QD-8, and what it hides.


def test_everybody_else_is_asked_the_same() -> None:
    hand = three(ani="1-ben", budi=WAITS_FOR_A_ONE, citra=NOTHING_MUCH)

    hand.play("Ani discard 1-ben")

    assert hand.asked == "Citra Budi"
    assert hand.offered("Budi") == hand.offered("Citra") == ["win", "dui", "pass"]
    assert hand.offered("Ani") == []


def test_an_answer_shows_nowhere_and_may_be_changed() -> None:
    hand = three(ani="1-ben", budi=WAITS_FOR_A_ONE).play("Ani discard 1-ben")
    before = hand.view("Citra")

    hand.play("Budi win")

    assert hand.view("Citra") == before
    assert hand.asked == "Citra Budi"
    assert hand.view("Budi").answer == WIN
    hand.play("Budi pass · Citra pass")
    assert hand.asked == "Citra", "the last answer counts, and nobody claims"


def test_a_claim_without_the_cards_comes_to_nothing() -> None:
    hand = three(ani="1-ben", citra=NOTHING_MUCH).play("Ani discard 1-ben · Citra dui")

    assert hand.view("Citra").in_vain
    hand.play("Budi pass")
    assert hand.asked == "Citra"
    assert hand.offered("Citra") == ["draw", "pick-up"]


# What a discard makes with one's cards, and who wants to be asked about it: QD-21.


def wanted(hand: ScriptedHand, name: str) -> list[bool]:
    """Whether a player would be asked, by each thing that they can decide for all windows."""
    seat = hand.names.index(name)
    return [hand.now.asks(seat, standing) for standing in ("", "ask-always", "pass-unless-dui", "pass-unless-win")]


def test_a_discard_makes_a_win_a_dui_or_nothing() -> None:
    hand = three(ani="1-ben", budi=WAITS_FOR_A_ONE, citra="1-ben " + NOTHING_MUCH).play("Ani discard 1-ben")

    assert [hand.view(name).makes for name in ("Budi", "Citra")] == [WIN, DUI]
    assert wanted(hand, "Budi") == [True, True, True, True]
    assert wanted(hand, "Citra") == [True, True, True, False]
    completed = hand.view("Budi").completed
    assert completed is not None
    assert completed.complete
    assert hand.view("Citra").completed is None
    assert hand.view("Citra").partner == hand.view("Citra").offered


def test_who_is_not_asked_about_a_discard_that_makes_nothing_may_answer_all_the_same() -> None:
    hand = three(ani="1-ben", citra=NOTHING_MUCH).play("Ani discard 1-ben")

    assert hand.view("Citra").makes == PASS
    assert wanted(hand, "Citra") == [True, True, False, False]
    assert hand.offered("Citra") == ["win", "dui", "pass"]
    assert hand.asked == "Citra Budi", "they are awaited like everybody"


def test_one_pass_is_enough_for_a_whole_window_and_the_next_window_asks_anew() -> None:
    hand = three(ani="1-ben", citra="1-ben " + NOTHING_MUCH, rules=FULL_TIME).play("Ani discard 1-ben · Citra pass")

    assert wanted(hand, "Citra") == [False] * 4
    hand.play("Citra dui")
    assert wanted(hand, "Citra") == [True, True, True, False], "a claim may be taken back"
    hand.play("Citra pass · (time)")
    assert wanted(hand, "Citra") == [True] * 4, "to draw or to pick up, everybody is asked"


def test_a_discard_that_goes_with_another_card_of_its_number_may_be_picked_up_for_a_ka() -> None:
    hand = three(ani="1-ben", citra="1-suo " + NOTHING_MUCH).play("Ani discard 1-ben")
    assert hand.view("Citra").picks_up
    assert not hand.view("Budi").picks_up
    partner = hand.view("Citra").partner
    assert partner is not None
    assert card_name(partner) == "1 suo"
    assert hand.view("Citra").makes == PASS, "a ka is no claim"

    hand.play("(time)")
    assert hand.view("Citra").picks_up
    assert hand.view("Citra").partner == partner
    assert hand.view("Ani").partner is None


def test_a_window_of_full_time_waits_for_its_end() -> None:
    """`claim_window`: full_time."""
    hand = three(ani="1-ben", rules=FULL_TIME).play("Ani discard 1-ben · Budi pass · Citra pass")

    assert hand.now.window
    assert hand.asked == "Citra Budi"
    hand.play("(time)")
    assert not hand.now.window
    assert hand.asked == "Citra"


def test_who_is_silent_passes() -> None:
    hand = three(ani="1-ben", budi=WAITS_FOR_A_ONE).play("Ani discard 1-ben")
    assert {hand.now.lapse(seat) for seat in hand.now.awaited} == {PASS}

    hand.play("(time)")

    assert hand.offered("Citra") == ["draw", "pick-up"]


def test_every_turn_and_every_window_is_a_question_of_its_own() -> None:
    hand = three(ani="9-ben", citra="9-wan", stock="8-wan")
    questions = [hand.now.question]
    for each in ("Ani discard 9-ben", "(time)", "Citra draw", "Citra discard 9-wan", "(time)", "Budi pick-up"):
        questions.append(hand.play(each).now.question)

    assert questions == sorted(set(questions)), "or a button of an earlier one would be pressed for a later one"


def test_a_house_rule_says_how_long_a_discard_can_be_claimed() -> None:
    """`claim_seconds`."""
    hand = three(ani="1-ben", rules=replace(AMSTERDAM, claim_seconds=20))
    assert hand.now.window == 0

    assert hand.play("Ani discard 1-ben").now.window == 20


def test_a_dui_may_be_claimed_as_long_as_there_are_cards_to_draw() -> None:
    """QD-15, `stock_end`: win_only is about the last discard alone."""
    hand = three(ani="9-ben", rules=replace(AMSTERDAM, stock_end="win_only")).play("Ani discard 9-ben")

    assert hand.offered("Citra") == ["win", "dui", "pass"]


def test_only_a_window_can_be_closed() -> None:
    with pytest.raises(Refused, match="no-window"):
        three().now.close()


# Who gets a discard: QD-8, QD-9.


def test_a_win_comes_before_a_nearer_dui() -> None:
    hand = three(ani="da-hong", budi=WAITS_FOR_A_ONE, citra="da-hong")

    hand.play("Ani discard da-hong · Citra dui · Budi win")

    assert hand.lines[-1] == "Budi wins with da hong from Ani: 8 dui, 2 x 10"
    assert hand.won == {"Ani": -20, "Budi": 40, "Citra": -20}


def test_a_nearer_win_comes_before_a_farther_quan_dui() -> None:
    """Whatever it is worth, and whoever answers first."""
    hand = three(ani="da-hong", budi=WAITS_FOR_A_ONE, citra=ALSO_WAITS_FOR_A_ONE)

    hand.play("Ani discard da-hong · Budi win · Citra win")

    assert hand.lines[-1] == "Citra wins with da hong from Ani: 7 dui, 1 x 10"


def test_a_nearer_dui_comes_first() -> None:
    hand = three(ani="9-ben", budi="9-ben", citra="9-ben")

    hand.play("Ani discard 9-ben · Budi dui · Citra dui")

    assert hand.lines[-1] == "Citra has a dui of 9 ben from Ani"


# A claimed dui: QD-10, QD-11.


def test_a_claimed_dui_is_locked_and_the_turn_jumps() -> None:
    hand = three(ani="9-ben", budi="9-ben 9-ben 9-ben")

    hand.play("Ani discard 9-ben · Budi dui · Citra pass")

    view = hand.view("Citra")
    assert view.exposed == ((), (card("9 ben"),), ())
    assert view.cards == (15, 14, 15)
    assert view.discards == ()
    assert hand.holds("Budi").count("9 ben") == 2, "one was shown with the discard, two are kept"
    hand.play("Budi discard 9-ben · Ani pass · Citra pass")
    assert hand.asked == "Ani", "Citra is skipped: play goes on to Budi's right"


def test_what_lies_open_cannot_be_discarded() -> None:
    hand = three(ani="9-ben", budi="9-ben").play("Ani discard 9-ben · Budi dui · Citra pass")

    with pytest.raises(Refused, match="not-an-option"):
        hand.play("Budi discard 9-ben")


@pytest.mark.parametrize(("rules", "take"), [(AMSTERDAM, "dui"), (STRICT, "pick-up")])
def test_eight_exposed_dui_have_won(rules: QuanDuiRules, take: str) -> None:
    """There is nothing left to discard, whether the player is quick or not."""
    hand = three(ani="9-ben", citra="9-ben", rules=rules)
    fourteen = tuple(map(card, ["2 ben", "3 suo", "4 wan", "5 ben", "6 suo", "7 wan", "8 ben"]))
    hands = (*hand.now.hands[:2], HeldCards((card("9 ben"),), fourteen))
    hand.now = hand.now._replace(hands=hands, copies=from_the_top(hands)[1])

    hand.play(f"Ani discard 9-ben · Citra {'dui' if take == 'dui' else 'pass'} · (time)")
    if take == "pick-up":
        hand.play("Citra pick-up")

    assert hand.lines[-1] == "Citra wins with 9 ben from Ani: 8 dui, 2 x 10"
    assert hand.view("Citra").newest is None
    won = hand.events[-1]
    assert isinstance(won, happened.Won)
    assert not won.forced, "no choice was taken from anybody (QD-12)"


def test_a_picked_up_dui_stays_in_the_hand() -> None:
    hand = three(ani="9-ben", citra="9-ben").play("Ani discard 9-ben · (time) · Citra pick-up")

    assert hand.lines[-1] == "Citra picks up 9 ben"
    assert hand.view("Ani").exposed == ((), (), ())
    assert "discard 9-ben" in hand.offered("Citra"), "even the card just picked up"


def test_a_picked_up_dui_may_have_to_be_exposed() -> None:
    """QD-11, `pick_up_dui`: exposed."""
    hand = three(ani="9-ben", citra="9-ben", rules=replace(AMSTERDAM, pick_up_dui="exposed"))

    hand.play("Ani discard 9-ben · (time) · Citra pick-up")

    assert hand.lines[-1] == "Citra picks up 9 ben and exposes it"
    assert hand.view("Ani").exposed[2] == (card("9 ben"),)
    assert hand.view("Ani").cards[2] == 14


# Having to win: QD-12.


def test_a_pick_up_that_completes_with_a_ka_wins_at_once() -> None:
    hand = three(ani="1-ben", citra=WAITS_FOR_A_ONE).play("Ani discard 1-ben · Citra pass · Budi pass · Citra pick-up")

    assert hand.lines[-2:] == ["Citra picks up 1 ben", "Citra wins with 1 ben from Ani: 7 dui, 1 x 10"]
    won = hand.events[-1]
    assert isinstance(won, happened.Won)
    assert won.forced


def test_such_a_pick_up_may_wait() -> None:
    """QD-12, `forced_win`: claims."""
    hand = three(ani="1-ben", citra=WAITS_FOR_A_ONE, rules=replace(AMSTERDAM, forced_win="claims"))

    hand.play("Ani discard 1-ben · (time) · Citra pick-up")

    assert hand.offered("Citra")[0] == "win"
    hand.play("Citra discard 1-ben")
    assert hand.now.settlement is None


def test_a_final_dui_forces_nobody() -> None:
    seven_dui = f"{SIX_DUI} da-hong ba-shu 8-ben"
    hand = three(ani="8-ben", citra=seven_dui).play("Ani discard 8-ben · Citra dui · Budi pass")

    assert hand.offered("Citra")[0] == "win"
    hand.play("Citra discard ba-shu")
    assert hand.now.settlement is None
    assert hand.view("Citra").has_passed


# Winning on one's own turn, and passing it up: QD-13, QD-14, QD-19.


def test_the_dealer_may_win_at_once() -> None:
    hand = three(ani=SEVEN_DUI_AND_A_KA).play("Ani win")

    assert hand.lines[-1] == "Ani wins: 7 dui, 1 x 10"
    assert hand.won == {"Ani": 20, "Budi": -10, "Citra": -10}
    assert hand.now.told == "", "nobody had claimed the card with which they won"


def test_the_dealer_may_have_to_discard() -> None:
    """QD-14, `dealer_wins`: off."""
    hand = three(ani=SEVEN_DUI_AND_A_KA, rules=replace(AMSTERDAM, dealer_wins=False))

    assert "win" not in hand.offered("Ani")
    hand.play("Ani discard ba-shu")
    assert not hand.view("Ani").has_passed, "there was no win to pass up"


def test_nobody_wins_with_fifteen_cards() -> None:
    hand = three(ani="1-ben", citra=WAITS_FOR_A_ONE).play("Ani discard 1-ben · Citra pass · Budi pass")

    with pytest.raises(Refused, match="not-an-option"):
        hand.play("Citra win")


def passed_up(rules: QuanDuiRules = AMSTERDAM, citra: str = "") -> ScriptedHand:
    """The dealer has played on with seven dui and a ka, and Citra discards."""
    hand = three(ani=SEVEN_DUI_AND_A_KA, citra=f"{citra} 9-ben 9-suo", rules=rules)
    return hand.play(f"Ani discard ba-shu · (time) · Citra draw · Citra discard {citra} · Budi pass")


def test_who_passed_up_a_win_may_still_win_single() -> None:
    assert passed_up(citra="1-ben").play("Ani win").lines[-1] == "Ani wins with 1 ben from Citra: 7 dui, 1 x 10"


def test_who_passed_up_a_win_may_be_held_to_quan_dui() -> None:
    """QD-13, `after_passing`: quan_dui."""
    rules = replace(AMSTERDAM, after_passing="quan_dui")

    assert passed_up(rules, "da-hong").play("Ani win").lines[-1] == "Ani wins with da hong from Citra: 8 dui, 2 x 10"
    vain = passed_up(rules, "1-ben").play("Ani win")
    assert vain.now.settlement is None
    assert vain.asked == "Budi"


def test_who_may_win_with_quan_dui_only_is_not_forced_to_win_with_less() -> None:
    """QD-12, QD-13: having passed up a win, Ani takes a card that completes with a ka, and plays on."""
    rules = replace(AMSTERDAM, after_passing="quan_dui")
    hand = ScriptedHand({"Ani": SEVEN_DUI_AND_A_KA, "Budi": "1-ben"}, rules=rules)

    hand.play("Ani discard ba-shu · (time) · Budi draw · Budi discard 1-ben · (time) · Ani pick-up")

    assert hand.now.settlement is None
    assert hand.asked == "Ani"


# The end without a winner: QD-15, QD-16.


def emptied(rules: QuanDuiRules = AMSTERDAM, others: str = "") -> ScriptedHand:
    """Two players draw and discard until the stock is empty, Ani having had the last card."""
    hand = ScriptedHand({"Ani": "9-ben", "Budi": others}, rules=rules, stock="8-wan")
    hand.play("Ani discard 9-ben · (time)")
    while hand.now.stock > 1:
        name = hand.asked
        hand.play(f"{name} (sleeps) · {name} (sleeps) · (time)")
    return hand


def test_the_hand_is_drawn_when_somebody_would_have_to_draw() -> None:
    hand = emptied()
    last = hand.asked
    hand.play(f"{last} draw · {last} (sleeps) · (time)")

    assert hand.lines[-1] == "drawn: stock"
    assert hand.won == {"Ani": 0, "Budi": 0}
    assert hand.now.next_dealer == 0, "the same dealer"


@pytest.mark.parametrize(("rules", "answers"), [(AMSTERDAM, "win dui pass"), (STRICT, "win pass")])
def test_what_may_be_claimed_after_the_last_card(rules: QuanDuiRules, answers: str) -> None:
    """QD-15, `stock_end`."""
    hand = emptied(rules)
    last = hand.asked
    other = "Ani" if last == "Budi" else "Budi"
    hand.play(f"{last} draw · {last} (sleeps)")

    assert hand.offered(other) == answers.split()


def test_play_goes_on_while_the_last_discard_is_claimed() -> None:
    hand = emptied(others="8-suo")
    last = hand.asked
    other = "Ani" if last == "Budi" else "Budi"
    hand.play(f"{last} draw")
    both = [name for name in hand.holds(last) if name in hand.holds(other)]
    hand.play(f"{last} discard {both[0].replace(' ', '-')} · {other} dui · {other} (sleeps)")

    assert hand.asked == last
    hand.play("(time)")
    assert hand.lines[-1] == "drawn: stock"


def test_picking_up_for_ever_ends_in_a_drawn_hand() -> None:
    """QD-16, `endless`: so many turns a player."""
    hand = ScriptedHand({"Ani": "9-ben", "Budi": ""}, rules=replace(AMSTERDAM, endless=3)).play(
        "Ani discard 9-ben · (time)"
    )
    for _ in range(3):
        hand.play("Budi pick-up · Budi discard 9-ben · (time)")
        if hand.now.settlement is None:
            hand.play("Ani pick-up · Ani discard 9-ben · (time)")

    assert hand.lines.count("Budi picks up 9 ben") == 3
    assert hand.lines[-1] == "drawn: endless"


def test_a_card_from_the_stock_starts_the_count_again() -> None:
    hand = ScriptedHand({"Ani": "9-ben", "Budi": ""}, rules=replace(AMSTERDAM, endless=1)).play(
        "Ani discard 9-ben · (time)"
    )
    hand.play("Budi pick-up · Budi discard 9-ben · (time) · Ani draw · Ani discard 9-wan · (time)")
    hand.play("Budi pick-up · Budi discard 9-wan · (time)")

    assert hand.now.settlement is None


# Absence: QD-18.


def test_time_that_runs_out_draws_and_discards_the_card_drawn() -> None:
    hand = three(ani="9-ben", citra=NOTHING_MUCH, stock="3-wan").play("Ani (sleeps) · (time) · Citra (sleeps)")

    hand.play("Citra (sleeps)")

    assert hand.lines[-1] == "Citra discards 3 wan"


def test_the_bot_plays_on_for_who_left() -> None:
    hand = three(ani="9-ben da-hong", budi=WAITS_FOR_A_ONE, stock="3-wan")

    hand.play("Ani discard 9-ben · Citra leave · Budi pass")

    assert hand.lines[-3:] == ["Citra leaves", "Citra draws, 73 left", "Citra discards 3 wan"]
    assert hand.asked == "Budi Ani", "nobody asks Citra any more"
    hand.play("Budi pass · Ani pass")
    assert hand.asked == "Budi"


def test_who_left_still_pays() -> None:
    hand = three(ani="9-ben", budi=WAITS_FOR_A_ONE, stock="1-ben")

    hand.play("Ani discard 9-ben · Citra leave · Budi pass · Budi win · Ani pass")

    assert hand.lines[-1] == "Budi wins with 1 ben from Citra: 7 dui, 1 x 10"
    assert hand.won == {"Ani": -10, "Budi": 20, "Citra": -10}


def test_when_all_have_left_the_hand_is_played_to_its_end() -> None:
    hand = three(ani="9-ben").play("Ani discard 9-ben · Citra leave · Budi leave · Ani leave")

    assert hand.now.settlement is not None
    assert hand.lines[-1] == "drawn: stock"


def test_who_leaves_before_discarding_discards_the_last_card() -> None:
    hand = three()
    last = hand.holds("Ani")[-1]

    hand.play("Ani leave")

    assert hand.lines[-2:] == ["Ani leaves", f"Ani discards {last}"]


# Four alike: QD-3.


@pytest.mark.parametrize(
    ("hidden", "exposed", "stakes"),
    [
        (f"{SIX_DUI} 8-ben 8-ben 8-ben 8-ben", "", 0),
        (f"{SIX_DUI} 8-ben 8-ben 8-ben 8-suo", "", 1),
        (f"{SIX_DUI} 8-ben 8-ben", "8-ben", 0),
        (f"{SIX_DUI[:-12]} 8-ben 8-ben 8-ben 8-ben 8-suo 8-suo", "", 1),
        (f"{SIX_DUI} 8-ben 8-ben 8-suo 8-suo", "", 2),
    ],
)
def test_four_identical_cards_may_be_no_two_dui(hidden: str, exposed: str, stakes: int) -> None:
    """`four_alike`: off."""
    cards = HeldCards(tuple(map(card, hidden.split())), tuple(map(card, exposed.split())))
    rules = replace(AMSTERDAM, four_alike=False)

    assert layout(cards, rules.four_alike).stakes == stakes
    assert may_win(rules, cards) == (stakes > 0)


# What a seat sees.


def test_a_view_tells_what_would_complete_the_hand() -> None:
    hand = three(ani="9-ben", budi=WAITS_FOR_A_ONE)

    assert [card_name(each) for each in hand.view("Budi").completing] == [
        "1 ben",
        "1 suo",
        "1 wan",
        "da hong",
        "xiao hong",
        "ba shu",
    ]
    assert hand.view("Ani").completing == ()


@pytest.mark.parametrize(
    ("eights", "discard", "partner"),
    [("8-suo", "8-ben", "8 suo"), ("8-suo", "8-suo", "8 suo"), ("8-suo 8-wan", "8-ben", None), ("", "8-ben", None)],
)
def test_a_view_tells_with_which_card_the_discard_would_make_a_pair_more(
    eights: str, discard: str, partner: str | None
) -> None:
    """The eights that are a pair already gain nothing by a third."""
    hand = three(ani=discard, citra=f"{SIX_DUI} {eights}")
    before = hand.view("Citra")
    assert (before.partner, before.completed) == (None, None), "nothing has been discarded"

    hand.play(f"Ani discard {discard}")

    found = hand.view("Citra").partner
    assert (None if found is None else card_name(found)) == partner
    assert hand.now.view(None).partner is None
    assert hand.now.view(None).completed is None


def test_singles_are_discarded_first() -> None:
    hand = three(ani="3-suo 9-ben 2-ben 2-ben 4-wan 4-ben 5-ben 5-ben 6-suo 6-suo 7-wan 7-wan 8-ben 8-ben 1-ben 1-ben")

    assert hand.offered("Ani")[:3] == ["discard 3-suo", "discard 9-ben", "discard 1-ben"]
    assert hand.view("Ani").layout.singles == (card("3 suo"), card("9 ben"))


def test_a_bystander_sees_no_cards() -> None:
    view = three(ani="9-ben").now.view(None)

    assert view.hand == HeldCards()
    assert view.newest is None
    assert not view.options


# Stakes: QD-17.


def test_two_stakes_are_put_down_and_nobody_owes_more() -> None:
    hand = three(ani=SEVEN_DUI_AND_A_KA)

    assert QUAN_DUI.least_stack(AMSTERDAM) == 20
    assert hand.now.staked == (20, 20, 20)
    assert hand.view("Ani").stacks == (80, 80, 80)
    assert hand.play("Ani win").view("Ani").stacks == (120, 90, 90)


def test_a_stake_has_to_be_one() -> None:
    with pytest.raises(BadRule, match="bad-rule-value"):
        replace(AMSTERDAM, stake=0)


@pytest.mark.parametrize("action", [Action("draw"), Action("discard", choice="3 suo"), PASS, DUI, Action("ka")])
def test_what_is_not_offered_is_refused(action: Action) -> None:
    hand = three(ani=NOTHING_MUCH)

    with pytest.raises(Refused, match="not-an-option"):
        hand.now.play(0, action)
    with pytest.raises(Refused, match="not-your-turn"):
        hand.now.play(1, LEAVE)


def test_nobody_claims_his_own_discard() -> None:
    hand = three(ani=NOTHING_MUCH)
    discard = hand.offered("Ani")[-1]
    hand.play(f"Ani {discard}")

    with pytest.raises(Refused, match=r"^own-discard$"):
        hand.now.play(0, PASS)
    with pytest.raises(Refused, match="not-your-turn"):
        hand.play("Budi leave").now.play(hand.names.index("Budi"), PASS)
    hand.play("(time)")
    with pytest.raises(Refused, match="not-your-turn"):
        hand.now.play(0, Action("draw"))
