"""Whole hands of Quan Dui: told in ``hands.txt`` as they happen; each names the decision that settles what is right.

A card that is open or held is told with its place: 0 is the first card dealt. Where Ani deals to three, they are dealt
0-5 and then their last ten, Citra 6-10 and Budi 11-15; the first card drawn is 46.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.game import Deal
from engine.quandui import events as happened
from engine.quandui.cards import card
from engine.quandui.claims import may_win
from engine.quandui.melds import HeldCards, layout
from engine.quandui.rules import AMSTERDAM, STRICT, QuanDuiRules
from tests.engine.quandui.storytelling import QUAN_DUI, ScriptedHand, from_the_top, hand_of
from tests.engine.stories import Story, retold, stories

SIX_DUI = "2-ben 2-ben 3-suo 3-suo 4-wan 4-wan 5-ben 5-ben 6-suo 6-suo 7-wan 7-wan"


@stories(Path(__file__).with_name("hands.txt"))
def test_a_hand_is_as_it_is_told(story: Story) -> None:
    retold(story, hand_of(story))


def three(
    ani: str = "", budi: str = "", citra: str = "", rules: QuanDuiRules = AMSTERDAM, stock: str = ""
) -> ScriptedHand:
    """Ani deals; play is anticlockwise, so that Citra comes next and then Budi."""
    return ScriptedHand({"Ani": ani, "Budi": budi, "Citra": citra}, rules=rules, stock=stock)


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


def test_a_bystander_sees_no_cards() -> None:
    view = three(ani="9-ben").now.view(None)

    assert view.hand == HeldCards()
    assert view.newest is None
    assert not view.options


@pytest.mark.parametrize("how", ["(time) · Budi draw · Budi win", "Ani pass · Budi win"])
def test_the_winners_hand_lies_open_and_nobody_elses(how: str) -> None:
    """Budi completes the hand with a card that they draw, or with the discard."""
    hand = three(ani="1-ben", budi=f"{SIX_DUI} 8-ben 8-ben da-hong", citra="ba-shu", stock="1-suo xiao-hong")
    hand.play(f"Ani discard 1-ben · Citra pass · Budi pass · Citra draw · Citra discard ba-shu · {how}")

    assert hand.now.winner == hand.names.index("Budi")
    assert set(hand.opened) == {"0: 1 ben", "6: ba shu", *hand.can_prove("Budi")}
    assert len(hand.can_prove("Budi")) == 16
    assert not set(hand.opened) & {*hand.can_prove("Ani"), *hand.can_prove("Citra")}
