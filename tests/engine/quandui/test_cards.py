"""The thirty cards of Quan Dui, and how they are written."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.play import Action
from engine.quandui.cards import CARDS, NAMES, NUMBER, OF_NUMBER, UNKNOWN, card, card_name, card_word
from engine.quandui.game import QuanDui
from engine.quandui.round import DISCARD
from tests.cases import for_every


def test_there_are_twenty_four_ones_and_twelve_of_every_other_number() -> None:
    """QD-2: the three odd cards are ones, and ba shu is no eight."""
    assert Counter(NUMBER[card(name)] for name in QuanDui().pack_names) == {1: 24} | dict.fromkeys(range(2, 10), 12)
    assert [card_name(each) for each in OF_NUMBER[1]] == ["1 ben", "1 suo", "1 wan", "da hong", "xiao hong", "ba shu"]


def test_there_are_numbers_from_one_to_nine() -> None:
    assert list(OF_NUMBER) == list(range(1, 10))


def test_a_card_that_nobody_knows_goes_with_none() -> None:
    assert len({*CARDS, *UNKNOWN}) == 30 + 120
    assert set(Counter(NUMBER[each] for each in UNKNOWN).values()) == {1}
    assert not {NUMBER[each] for each in UNKNOWN} & set(OF_NUMBER)


@for_every(NAMES)
def test_every_card_is_read_as_it_is_written(name: str) -> None:
    assert card_name(card(name)) == name
    assert card(card_word(card(name))) == card(name)
    assert card(f" {name.title()} ") == card(name)
    assert card(name.replace(" ", " - ")) == card(name)


@pytest.mark.parametrize("text", ["", "3", "0 ben", "10 suo", "3 hong", "da", "8 shu", "3suo 4suo", "٣ suo"])
def test_what_is_no_card_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="not a Dongguan card"):
        card(text)


@for_every(DISCARD)
def test_every_discard_can_be_typed(action: Action) -> None:
    text = action.text

    assert Action.read(text, QuanDui.verbs) == action
    assert len(text.split()) == 2
