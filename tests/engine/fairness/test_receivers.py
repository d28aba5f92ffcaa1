"""To whom every card goes, by the rules, the chairs and what was played; and what is no hand of a game at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.fairness.receivers import Hand, Move, NotDealtLikeThis, taken

CHAIRS = (2, 10, 31)
"""Ascending, which is clockwise; 31 deals, so 2 is on the left and 10 on the right of the dealer."""

Play = Sequence[tuple[int, str]]

STREET = (31, "street")
QIUQIU = {"game": "qiuqiu", "batches": "singly", "first_card": "left_of_dealer", "rounds": "two"}
KEPT = {"game": "koo-kiew", "bank": "kept"}
SOLD = {"game": "koo-kiew", "bank": "highest_bidder"}
QUAN_DUI = {"game": "quan-dui"}
FIRST_46 = [31, *([31] * 5 + [10] * 5 + [2] * 5) * 3]


def receivers(rules: Mapping[str, str], play: Play = (), *, banker: int | None = None, dealer: int = 31) -> list[int]:
    """To whom each card went."""
    return list(Hand(rules, CHAIRS, dealer, banker, [Move(*move) for move in play]).receivers())


@pytest.mark.parametrize(
    ("rules", "play", "expected"),
    [
        ({}, [], [2, 10, 31] * 3),
        ({}, [STREET], [2, 10, 31] * 4),
        ({"batches": "1+2"}, [STREET], [2, 10, 31, 2, 2, 10, 10, 31, 31, 2, 10, 31]),
        ({"batches": "2+1"}, [STREET], [2, 2, 10, 10, 31, 31, 2, 10, 31, 2, 10, 31]),
        ({"batches": "3"}, [STREET], [2, 2, 2, 10, 10, 10, 31, 31, 31, 2, 10, 31]),
        ({"first_card": "dealer"}, [STREET], [31, 2, 10] * 4),
        ({"rounds": "one"}, [STREET], [2, 10, 31] * 4),
        ({"rounds": "three"}, [STREET, STREET], [2, 10, 31] * 4),
        ({"rounds": "three", "batches": "3"}, [STREET, STREET], [2, 2, 10, 10, 31, 31, 2, 10, 31, 2, 10, 31]),
        ({}, [(10, "fold"), STREET], [2, 10, 31] * 3 + [2, 31]),
        ({"rounds": "three"}, [(2, "fold"), STREET, (10, "fold")], [2, 10, 31, 2, 10, 31, 10, 31]),
        ({}, [STREET, (10, "fold"), (31, "fold")], [2, 10, 31] * 4),
    ],
)
def test_tiles_go_clockwise_to_those_who_have_not_folded(
    rules: Mapping[str, str], play: Play, expected: list[int]
) -> None:
    """QQ-24."""
    assert receivers({**QIUQIU, **rules}, play) == expected


@pytest.mark.parametrize(
    ("rules", "play"),
    [
        ({"batches": "2+2"}, []),
        ({"rounds": "four"}, []),
        ({"first_card": "right_of_dealer"}, []),
        ({}, [STREET, STREET]),
        ({"rounds": "one"}, [STREET, STREET]),
        ({"rounds": "three"}, [STREET, STREET, STREET]),
        ({}, [(10, "street")]),
        ({}, [(31, "calls")]),
        ({}, [(31, "draw")]),
        ({}, [(7, "fold")]),
        ({}, [(10, "fold"), (10, "fold")]),
        ({}, [(10, "fold"), (2, "fold"), (31, "fold")]),
        ({}, [(10, "fold"), (2, "fold"), STREET]),
    ],
)
def test_no_hand_of_qiuqiu_goes_like_this(rules: Mapping[str, str], play: Play) -> None:
    with pytest.raises(NotDealtLikeThis):
        receivers({**QIUQIU, **rules}, play)


def test_cards_go_twice_around_from_the_left_of_the_banker() -> None:
    """KK-14: where the bank is sold, nothing is dealt before somebody has bought it."""
    assert receivers(KEPT) == [2, 10, 31] * 2
    assert receivers(SOLD) == []
    assert receivers(SOLD, banker=2) == [10, 31, 2] * 2


def test_six_cards_to_the_dealer_and_five_to_the_right_then_what_is_drawn() -> None:
    """QD-4, QD-8: a card from the middle was somebody's before, so it is told among `taken`."""
    assert receivers(QUAN_DUI) == FIRST_46
    assert receivers(QUAN_DUI, [(10, "pick-up 1"), (2, "draw"), (31, "win 47")]) == [*FIRST_46, 2]
    assert receivers(QUAN_DUI, [(10, "draw"), (31, "dui 47"), (10, "pick-up 47"), (2, "draw")]) == [*FIRST_46, 10, 2]


@pytest.mark.parametrize(
    "play",
    [
        [(2, "draw")],
        [(7, "dui 1")],
        [(10, "draw 47")],
        [(10, "pick-up 0")],
        [(10, "pick-up 01")],
        [(10, "pick-up")],
        [(2, "pick-up 1")],
        [(10, "pick-up 7")],
        [(10, "pick-up 47")],
        [(31, "dui 1")],
        [(2, "take 1")],
        [(2, "win 1"), (31, "draw")],
    ],
)
def test_no_hand_of_quan_dui_goes_like_this(play: Play) -> None:
    with pytest.raises(NotDealtLikeThis):
        receivers(QUAN_DUI, play)


def test_every_number_of_a_card_that_was_dealt_can_be_taken_and_the_next_one_cannot() -> None:
    assert receivers(QUAN_DUI, [(10, "draw"), (2, "dui 47")]) == [*FIRST_46, 10]
    with pytest.raises(NotDealtLikeThis):
        receivers(QUAN_DUI, [(10, "draw"), (2, "dui 48")])


def test_only_a_bank_that_is_sold_has_a_banker() -> None:
    for rules in (QIUQIU, KEPT, QUAN_DUI):
        with pytest.raises(NotDealtLikeThis):
            receivers(rules, banker=2)
    with pytest.raises(NotDealtLikeThis):
        receivers(SOLD, banker=7)


@pytest.mark.parametrize(
    ("rules", "play", "dealer"),
    [
        ({"game": "poker"}, [], 31),
        ({}, [], 31),
        (QIUQIU, [], 7),
        ({"game": "koo-kiew"}, [], 31),
        (KEPT, [(2, "fold")], 31),
        (SOLD, [(2, "fold")], 31),
    ],
)
def test_what_no_table_deals(rules: Mapping[str, str], play: Play, dealer: int) -> None:
    """A game that nobody knows, a dealer without a chair, a bank of which nothing is said, play where there is none."""
    with pytest.raises(NotDealtLikeThis):
        receivers(rules, play, dealer=dealer)


def test_whoever_took_a_card_last_has_it() -> None:
    play = [(10, "draw"), (2, "dui 47"), (31, "win 47"), (10, "pick-up 65535")]

    assert taken(Move(*move) for move in play) == {47: 31, 65_535: 10}


@pytest.mark.parametrize("number", ["", "0", "047", "-1", "1.0", "4 7", "²", "٣", "100000"])
def test_a_word_without_the_number_of_a_card_takes_none(number: str) -> None:
    """Numbers have one spelling; none is larger than a pack can be."""
    assert taken([Move(2, f"dui {number}")]) == {}


def test_clockwise_and_anticlockwise() -> None:
    hand = Hand(QIUQIU, CHAIRS, 31, None, [])

    assert [hand.left_of(chair) for chair in CHAIRS] == [10, 31, 2]
    assert [hand.right_of(chair) for chair in CHAIRS] == [31, 2, 10]
    assert Hand(QIUQIU, (4,), 4, None, []).left_of(4) == 4
