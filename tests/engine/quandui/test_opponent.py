"""The computer player: it wins against simple players, claims sensibly, and sees only its own view."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.play import Action
from engine.quandui.cards import CARDS, NUMBER, PACK, card
from engine.quandui.events import Claimed, PickedUp
from engine.quandui.opponent import choose
from engine.quandui.round import Discard, QuanDuiView
from engine.quandui.rules import AMSTERDAM
from tests.engine.quandui.match import Player, drawer, match, played, random_player
from tests.engine.quandui.storytelling import ScriptedHand, hand_of
from tests.engine.stories import Story, retold, stories
from tests.rows import rows

SIX_DUI = "2-ben 2-ben 3-suo 3-suo 4-wan 4-wan 5-ben 5-ben 6-suo 6-suo 7-wan 7-wan"
SEVEN_DUI = f"{SIX_DUI} 8-ben 8-ben"


def chosen(view: QuanDuiView) -> list[Action]:
    """What it does in so many moods."""
    return [choose(view, Random(mood)) for mood in range(20)]


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


@stories(Path(__file__).with_name("opponent.txt"))
def test_it_chooses_as_it_is_told(story: Story) -> None:
    hand = hand_of(story)
    retold(story, hand, chooses=lambda name: sorted({each.text for each in chosen(hand.view(name))}))


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


@rows(__file__)
def test_it_waits_for_quan_dui_where_that_is_worth_more_than_the_stake_at_hand(
    players: int, gone: int, open_dui: int, lying: int, waits: bool
) -> None:
    """Waiting brings two stakes of each with some chance, and otherwise costs one; the win at hand is one of each."""
    view = one_short(players, gone, open_dui, lying)

    verbs = {action.verb for action in chosen(view)}

    assert verbs == {"discard" if waits else "win"}


def test_waiting_it_lets_go_of_the_card_of_the_ka_that_is_harder_to_make_a_dui_of() -> None:
    """Two ba shu lie open, so that the three da hong out of sight are what it waits for."""
    view = one_short(players=5, gone=4, open_dui=0, lying=2, ones="ba-shu ba-shu")

    assert {each.text for each in chosen(view)} == {"discard ba-shu"}
