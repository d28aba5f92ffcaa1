"""The computer player: it wins against simple players, claims sensibly, and sees only its own view."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import notation
from engine.quandui.cards import CARDS, NUMBER, PACK, card
from engine.quandui.events import Claimed, PickedUp
from engine.quandui.opponent import choose
from engine.quandui.round import Discard, QuanDuiView
from engine.quandui.rules import AMSTERDAM
from tests.engine.quandui.match import Player, drawer, match, played, random_player
from tests.engine.quandui.storytelling import ScriptedHand

SIX_DUI = "2-ben 2-ben 3-suo 3-suo 4-wan 4-wan 5-ben 5-ben 6-suo 6-suo 7-wan 7-wan"
SEVEN_DUI = f"{SIX_DUI} 8-ben 8-ben"


def chosen(hand: ScriptedHand, name: str) -> str:
    """What it does in the place of a player, whatever its mood."""
    (action,) = {notation.write(choose(hand.view(name), Random(mood))) for mood in range(20)}
    return action


@pytest.mark.parametrize(
    ("villain", "hands", "least"), [(random_player, 120, 0.7), (drawer, 240, 0.1)], ids=["random", "drawer"]
)
@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.soak), 6])
def test_it_beats_simple_players(villain: Player, hands: int, least: float, seats: int) -> None:
    """By so many stakes of each opponent a hand, with four standard errors to spare."""
    won = match(choose, villain, seats=seats, deals=hands // seats, seed=99)

    assert won.per_hand - 4 * won.error > least * (seats - 1)


def test_a_simple_player_does_not_beat_itself() -> None:
    """The measure is fair: equal players win nothing but luck."""
    won = match(drawer, drawer, seats=3, deals=20, seed=1)

    assert won.per_hand == 0


def test_it_picks_up_and_claims() -> None:
    rng = Random(3)
    hands = [played([choose] * 4, rng.sample(range(120), 120), 0, AMSTERDAM, rng).events for _ in range(20)]

    assert any(isinstance(event, PickedUp) for events in hands for event in events)
    assert any(isinstance(event, Claimed) for events in hands for event in events)


def test_it_keeps_what_may_pair_best() -> None:
    """There are twice as many ones as cards of any other number, and the fewest of what lies open."""
    hand = ScriptedHand({"Ani": f"{SIX_DUI} 8-ben 8-ben da-hong 9-wan", "Budi": ""})

    assert chosen(hand, "Ani") == "discard 9-wan"


def test_it_claims_a_dui_that_pairs_a_single() -> None:
    hand = ScriptedHand({"Ani": "9-wan 8-suo", "Budi": f"{SIX_DUI} 9-wan 8-ben da-hong"}).play("Ani discard 9-wan")

    assert chosen(hand, "Budi") == "dui"


def test_it_leaves_a_dui_that_breaks_a_pair() -> None:
    hand = ScriptedHand({"Ani": "9-wan", "Budi": f"{SIX_DUI[:-12]} 9-wan 9-ben 1-ben 8-wan 4-suo"}).play(
        "Ani discard 9-wan"
    )

    assert chosen(hand, "Budi") == "pass"


@pytest.mark.parametrize(("discard", "action"), [("9-suo", "pick-up"), ("2-suo", "draw")])
def test_it_picks_up_what_pairs_a_single(discard: str, action: str) -> None:
    hand = ScriptedHand({"Ani": discard, "Budi": f"{SIX_DUI} 9-wan 8-ben da-hong"}).play(
        f"Ani discard {discard} · (time)"
    )

    assert chosen(hand, "Budi") == action


def test_it_wins_with_a_discard() -> None:
    hand = ScriptedHand({"Ani": "1-ben", "Budi": f"{SEVEN_DUI} da-hong"}).play("Ani discard 1-ben")

    assert chosen(hand, "Budi") == "win"


def test_it_claims_no_dui_without_the_card_for_it() -> None:
    """Two of one number and of different suits are a ka, which is claimed for nobody."""
    hand = ScriptedHand({"Ani": "9-suo", "Budi": f"{SIX_DUI} 9-wan 8-ben da-hong"}).play("Ani discard 9-suo")

    assert "dui" in hand.offered("Budi"), "who may claim tells nothing of their cards"
    assert chosen(hand, "Budi") == "pass"


@pytest.mark.parametrize(
    ("ani", "claim"),
    [("Ani pass · Ani draw · Ani discard 8-ben", "win"), ("Ani leave", "dui")],
    ids=["a rival", "nobody else"],
)
def test_it_declares_the_win_unless_quan_dui_is_worth_waiting_for(ani: str, claim: str) -> None:
    """With the dui that completes the hand it may play on, for the ka in it to become a dui as well."""
    hand = ScriptedHand({"Ani": "9-suo", "Budi": f"{SIX_DUI} 8-ben da-hong ba-shu"}, stock="9-wan 8-ben")
    hand.play(f"Ani discard 9-suo · Budi pass · Budi draw · Budi discard 9-wan · {ani}")

    assert {"win", "dui"} <= set(hand.offered("Budi"))
    assert chosen(hand, "Budi") == claim


@pytest.mark.parametrize(
    ("ani", "choices"),
    [("Ani pass · Ani draw · Ani discard 8-wan", {"win"}), ("Ani leave", {"discard da-hong", "discard ba-shu"})],
    ids=["a rival", "nobody else"],
)
def test_it_weighs_quan_dui_against_the_rivals(ani: str, choices: set[str]) -> None:
    """A single stake is better while somebody else may win; with time and no rival it waits for the double one."""
    hand = ScriptedHand({"Ani": "9-suo", "Budi": f"{SEVEN_DUI} da-hong"}, stock="9-wan 8-wan ba-shu")
    hand.play(f"Ani discard 9-suo · Budi pass · Budi draw · Budi discard 9-wan · {ani} · Budi pass · Budi draw")

    found = {notation.write(choose(hand.view("Budi"), Random(mood))) for mood in range(20)}

    assert found == choices


def one_short(players: int, gone: int, open_dui: int, lying: int, ones: str = "") -> QuanDuiView:
    """What Ani sees who is asked with seven dui and a ka of da hong and ba shu.

    Args:
        players: how many sit at the table.
        gone: how many of them have left.
        open_dui: how many dui lie before the others.
        lying: how many cards lie in the middle, no ones but those that are named.
        ones: those among them.
    """
    names = ("Budi", "Citra", "Dewi", "Eka", "Fajar")[: players - 1]
    view: QuanDuiView = ScriptedHand({"Ani": f"{SEVEN_DUI} da-hong ba-shu", **dict.fromkeys(names, "")}).view("Ani")
    spare = [each for each in PACK if NUMBER[each] > 1]
    for name in SEVEN_DUI.split():
        spare.remove(card(name))
    dui = [each for each in CARDS if spare.count(each) >= 2][:open_dui]
    for each in dui * 2:
        spare.remove(each)
    middle = [*(card(each) for each in ones.split()), *spare][:lying]
    return replace(
        view,
        absent=frozenset(range(1, gone + 1)),
        exposed=((), *(tuple(dui[seat :: players - 1]) for seat in range(players - 1))),
        discards=tuple(Discard(place % players, each) for place, each in enumerate(middle)),
        stock=view.stock - lying,
    )


@pytest.mark.parametrize(
    ("players", "gone", "open_dui", "lying", "waits"),
    [
        pytest.param(5, 4, 0, 19, True, id="nobody else can win in the five rounds to come"),
        pytest.param(5, 4, 0, 20, False, id="four rounds are too few"),
        pytest.param(5, 4, 14, 31, False, id="worth exactly as much"),
        pytest.param(6, 5, 2, 0, True, id="few cards are out of sight"),
        pytest.param(6, 5, 1, 0, False, id="two more are too many"),
        pytest.param(5, 3, 7, 0, True, id="one rival, who hardly wins at once"),
        pytest.param(5, 3, 6, 2, True, id="one rival still in the first round"),
        pytest.param(5, 3, 5, 1, False, id="one rival and too many cards out of sight"),
        pytest.param(5, 3, 6, 5, False, id="one rival after the first round"),
        pytest.param(5, 2, 7, 0, False, id="two rivals"),
    ],
)
def test_it_waits_for_quan_dui_where_that_is_worth_more_than_the_stake_at_hand(
    players: int, gone: int, open_dui: int, lying: int, waits: bool
) -> None:
    """Waiting brings two stakes of each with some chance, and otherwise costs one; the win at hand is one of each."""
    view = one_short(players, gone, open_dui, lying)

    verbs = {choose(view, Random(mood)).verb for mood in range(20)}

    assert verbs == {"discard" if waits else "win"}


def test_waiting_it_lets_go_of_the_card_of_the_ka_that_is_harder_to_make_a_dui_of() -> None:
    """Two ba shu lie open, so that the three da hong out of sight are what it waits for."""
    view = one_short(players=5, gone=4, open_dui=0, lying=2, ones="ba-shu ba-shu")

    found = {notation.write(choose(view, Random(mood))) for mood in range(20)}

    assert found == {"discard ba-shu"}
