"""Which copies of a card lie open in Quan Dui, and which stay closed: hands that read like the game.

A card is told with its place: 0 is the first card dealt. Ani is dealt 0-5 and then their last ten; Citra has 6-10,
Budi 11-15, and the first card drawn by a table of three is 46.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.quandui.rules import AMSTERDAM, QuanDuiRules
from tests.engine.quandui.storytelling import ScriptedHand

PASSED = "Citra pass · Budi pass"
SIX_DUI = "2-ben 2-ben 3-suo 3-suo 4-wan 4-wan 5-ben 5-ben 6-suo 6-suo 7-wan 7-wan"
EXPOSED = replace(AMSTERDAM, pick_up_dui="exposed")


def three(
    ani: str = "", budi: str = "", citra: str = "", rules: QuanDuiRules = AMSTERDAM, stock: str = ""
) -> ScriptedHand:
    """Ani deals; play is anticlockwise, so that Citra comes next and then Budi."""
    return ScriptedHand({"Ani": ani, "Budi": budi, "Citra": citra}, rules=rules, stock=stock)


def test_every_discard_lies_open_even_after_it_was_picked_up() -> None:
    hand = three(ani="1-ben", citra="2-ben").play("Ani discard 1-ben")
    assert hand.opened == ["0: 1 ben"]

    hand.play(f"{PASSED} · Citra pick-up · Citra discard 2-ben")

    assert hand.opened == ["0: 1 ben", "6: 2 ben"]
    assert "0: 1 ben" in hand.can_prove("Citra"), "they hold it now"
    assert "0: 1 ben" not in hand.can_prove("Ani")


def test_what_is_drawn_stays_closed() -> None:
    hand = three(ani="1-ben", stock="2-ben").play(f"Ani discard 1-ben · {PASSED} · Citra draw")

    assert hand.opened == ["0: 1 ben"]
    assert "46: 2 ben" in hand.can_prove("Citra")
    assert "46: 2 ben" not in hand.can_prove("Ani") + hand.can_prove("Budi")


def test_of_copies_that_nobody_has_seen_the_one_that_came_last_is_discarded() -> None:
    hand = three(ani="1-ben 2-wan 1-ben 1-ben 2-suo").play("Ani discard 1-ben")

    assert hand.opened == ["3: 1 ben"]
    assert hand.can_prove("Ani")[:4] == ["0: 1 ben", "1: 2 wan", "2: 1 ben", "4: 2 suo"]


@pytest.mark.parametrize("dealt", ["1-ben", "8-wan"])
def test_an_open_copy_is_discarded_before_one_still_hidden(dealt: str) -> None:
    """Citra picks up a 1 ben, and discards one: nobody can tell whether they were dealt another."""
    hand = three(ani="1-ben 2-wan", budi="3-ben", citra=f"{dealt} 2-suo 3-suo", stock="8-suo 8-ben")

    hand.play(f"Ani discard 1-ben · {PASSED} · Citra pick-up · Citra discard 1-ben · Ani pass · Budi pass")

    assert hand.opened == ["0: 1 ben"], "the same card as before"
    assert "0: 1 ben" not in hand.can_prove("Citra")


@pytest.mark.parametrize("drawn", ["1-ben", "8-wan"])
def test_an_open_copy_is_discarded_before_one_drawn_after_it(drawn: str) -> None:
    hand = three(ani="1-ben 2-wan", budi="3-ben", citra="2-suo 3-suo", stock=f"8-suo 8-ben {drawn}")
    hand.play(f"Ani discard 1-ben · {PASSED} · Citra pick-up · Citra discard 2-suo · Ani pass · Budi pass · Budi draw")
    hand.play("Budi discard 3-ben · Ani pass · Citra pass · Ani draw · Ani discard 2-wan · (time) · Citra draw")

    hand.play("Citra discard 1-ben")

    assert hand.opened == ["0: 1 ben", "1: 2 wan", "6: 2 suo", "11: 3 ben"]
    assert ("48: 1 ben" in hand.can_prove("Citra")) is (drawn == "1-ben")


def test_a_claimed_dui_lies_open_and_no_third_copy() -> None:
    hand = three(ani="4-ben", citra="4-ben 8-ben 4-ben").play("Ani discard 4-ben · Citra dui · Budi pass")

    assert hand.opened == ["0: 4 ben", "8: 4 ben"]
    assert {"0: 4 ben", "6: 4 ben", "8: 4 ben"} <= set(hand.can_prove("Citra"))

    hand.play("Citra discard 4-ben")
    assert hand.opened == ["0: 4 ben", "6: 4 ben", "8: 4 ben"], "what is exposed is locked: the third one goes"


def test_an_open_copy_is_exposed_before_one_still_hidden() -> None:
    """Citra has picked up one 4 ben; when they claim another, nobody sees the one they were dealt."""
    hand = three(ani="4-ben 4-ben", budi="1-suo", citra="4-ben 8-ben 8-suo", stock="1-wan 2-wan")
    hand.play(f"Ani discard 4-ben · {PASSED} · Citra pick-up · Citra discard 8-ben · Ani pass · Budi pass · Budi draw")
    hand.play("Budi discard 1-suo · (time) · Ani draw · Ani discard 4-ben · Citra dui · Budi pass")

    assert hand.lines[-1] == "Citra has a dui of 4 ben from Ani"
    assert "6: 4 ben" in hand.can_prove("Citra")
    assert [each for each in hand.opened if "4 ben" in each] == ["0: 4 ben", "1: 4 ben"]


def test_an_open_copy_is_exposed_before_one_drawn_after_it() -> None:
    """Citra has picked up one 4 ben and drawn another; when they claim a third, nobody sees what they have drawn."""
    hand = three(ani="4-ben 4-ben", budi="3-ben", citra="2-suo 3-suo", stock="8-suo 8-ben 4-ben 1-wan 2-wan")
    hand.play(f"Ani discard 4-ben · {PASSED} · Citra pick-up · Citra discard 2-suo · (time) · Budi draw")
    hand.play("Budi discard 3-ben · (time) · Ani draw · Ani discard 8-ben · (time) · Citra draw")
    hand.play("Citra discard 3-suo · (time) · Budi draw · Budi discard 1-wan · (time) · Ani draw")
    hand.play("Ani discard 4-ben · Citra dui · Budi pass")

    assert "48: 4 ben" in hand.can_prove("Citra")
    assert [each for each in hand.opened if "4 ben" in each] == ["0: 4 ben", "1: 4 ben"]


def test_a_dui_picked_up_quietly_stays_closed() -> None:
    hand = three(ani="4-ben", citra="4-ben").play(f"Ani discard 4-ben · {PASSED} · Citra pick-up")

    assert hand.opened == ["0: 4 ben"]


def test_a_dui_picked_up_where_it_has_to_be_exposed_lies_open() -> None:
    hand = three(ani="4-ben", citra="4-ben", rules=EXPOSED).play(f"Ani discard 4-ben · {PASSED} · Citra pick-up")

    assert hand.opened == ["0: 4 ben", "6: 4 ben"]


@pytest.mark.parametrize("how", ["(time) · Budi draw · Budi win", "Ani pass · Budi win"])
def test_the_winners_hand_lies_open_and_nobody_elses(how: str) -> None:
    """Budi completes the hand with a card that they draw, or with the discard."""
    hand = three(ani="1-ben", budi=f"{SIX_DUI} 8-ben 8-ben da-hong", citra="ba-shu", stock="1-suo xiao-hong")
    hand.play(f"Ani discard 1-ben · {PASSED} · Citra draw · Citra discard ba-shu · {how}")

    assert hand.now.winner == hand.names.index("Budi")
    assert set(hand.opened) == {"0: 1 ben", "6: ba shu", *hand.can_prove("Budi")}
    assert len(hand.can_prove("Budi")) == 16
    assert not set(hand.opened) & {*hand.can_prove("Ani"), *hand.can_prove("Citra")}


def test_a_drawn_hand_shows_nobodys_cards() -> None:
    hand = ScriptedHand({"Ani": "4-ben", "Budi": ""}, rules=replace(AMSTERDAM, endless=1)).play(
        "Ani discard 4-ben · (time)"
    )
    while hand.now.settlement is None:
        hand.play(f"{hand.asked} pick-up · {hand.asked} discard 4-ben · (time)")

    assert hand.lines[-1] == "drawn: endless"
    assert hand.opened == ["0: 4 ben"], "one card that went round and round"


def test_an_absent_player_discards_the_very_card_that_was_drawn() -> None:
    """Were it the open copy that Citra had picked up, all would know what the card drawn for them is."""
    hand = three(ani="1-ben 2-wan", budi="3-ben", citra="2-suo", stock="8-suo 8-ben 1-ben")
    hand.play(f"Ani discard 1-ben · {PASSED} · Citra pick-up · Citra discard 2-suo · Ani pass · Budi pass · Budi draw")
    hand.play("Budi discard 3-ben · Ani pass · Citra leave · Ani draw · Ani discard 2-wan · Budi pass")

    assert hand.lines[-2:] == ["Citra draws, 71 left", "Citra discards 1 ben"]
    assert hand.opened[-1] == "48: 1 ben"
    assert "0: 1 ben" in hand.can_prove("Citra")
