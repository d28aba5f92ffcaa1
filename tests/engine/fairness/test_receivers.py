"""The receiver of each card: by the sealed dealing, the chairs and what was played."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from engine.fairness.bounds import MOST_CARDS
from engine.fairness.receivers import DEALING, Dealing, Hand, Move, NotDealtLikeThis, taken
from engine.games import GAMES
from tests.rows import rows

CHAIRS = (2, 10, 31)
"""Ascending, which is clockwise; 31 deals, so 2 is on the left and 10 on the right of the dealer."""

Play = Sequence[tuple[int, str]]

STREET = (31, "street")
QIUQIU = "dealer+1 clockwise 0 1,1,1 1"
KEPT = "dealer+1 clockwise 0 1,1"
SOLD = "banker+1 clockwise 0 1,1"
QUAN_DUI = "dealer+0 anticlockwise 1 5,5,5 stock"
DEALINGS = {"qiuqiu": QIUQIU, "koo-kiew": KEPT, "koo-kiew, bank sold": SOLD, "quan-dui": QUAN_DUI}
FIRST_46 = [31, *([31] * 5 + [10] * 5 + [2] * 5) * 3]


def receivers(dealing: str, play: Play = (), *, banker: int | None = None, dealer: int = 31) -> list[int]:
    return list(Hand({DEALING: dealing}, CHAIRS, dealer, banker, [Move(*move) for move in play]).receivers())


def play_told(cell: str) -> Play:
    """Read ``10 fold, 31 street``: the chairs, and what they do."""
    moves = [each.split(" ", 1) for each in cell.removesuffix(", too often").split(", ") if each]
    return [(int(chair), move) for chair, move in moves] * (MOST_CARDS - 44 if cell.endswith("too often") else 1)


def of_game(game: str, **rules: str) -> str:
    """The dealing that is sealed with these house rules."""
    in_force = GAMES[game].rules()
    for name, value in rules.items():
        in_force = in_force.replace(name, value)
    return str(json.loads(GAMES[game].in_force(in_force))["dealing"])


@rows(__file__, play=play_told, expected=lambda cell: [*map(int, cell.split())])
def test_tiles_go_clockwise_to_those_who_have_not_folded(
    rules: dict[str, str], play: Play, expected: list[int]
) -> None:
    """QQ-24."""
    assert receivers(of_game("qiuqiu", **rules), play) == expected


def test_cards_go_twice_around_from_the_left_of_the_banker() -> None:
    """KK-14: where the bank is sold, nothing is dealt before somebody has bought it."""
    sold = of_game("koo-kiew", bank="highest_bidder")

    assert of_game("koo-kiew") == KEPT
    assert receivers(of_game("koo-kiew")) == [2, 10, 31] * 2
    assert receivers(sold) == []
    assert receivers(sold, banker=2) == [10, 31, 2] * 2


def test_six_cards_to_the_dealer_and_five_to_the_right_then_what_is_drawn() -> None:
    """QD-4, QD-8: a card from the middle was somebody's before, so it is told among `taken`."""
    dealing = of_game("quan-dui")

    assert receivers(dealing) == FIRST_46
    assert receivers(dealing, [(10, "pick-up 1"), (2, "draw"), (31, "win 47")]) == [*FIRST_46, 2]
    assert receivers(dealing, [(10, "draw"), (31, "dui 47"), (10, "pick-up 47"), (2, "draw")]) == [*FIRST_46, 10, 2]


@rows(__file__, dealing=DEALINGS.__getitem__, play=play_told)
def test_no_hand_goes_like_this(dealing: str, play: Play) -> None:
    with pytest.raises(NotDealtLikeThis):
        receivers(dealing, play)


def test_only_a_bank_that_is_sold_has_a_banker() -> None:
    for dealing in (QIUQIU, QUAN_DUI):
        with pytest.raises(NotDealtLikeThis):
            receivers(dealing, banker=2)
    with pytest.raises(NotDealtLikeThis):
        receivers(SOLD, banker=7)
    for dealing, banker in ((QIUQIU, None), (SOLD, 2)):
        with pytest.raises(NotDealtLikeThis):
            receivers(dealing, dealer=7, banker=banker)


def test_a_dealing_fills_the_largest_pack_and_no_more() -> None:
    chairs = (0, 1, 2, 3)
    quarter = ",".join(["9"] * 14)
    full = Hand({DEALING: f"dealer+0 clockwise 0 {quarter},2 stock"}, chairs, 0, None, [Move(1, "draw")])
    too_full = Hand({DEALING: f"dealer+0 clockwise 0 {quarter},3"}, chairs, 0, None, [])

    assert len(full.receivers()) == MOST_CARDS + 1
    with pytest.raises(NotDealtLikeThis):
        too_full.receivers()


def test_rules_without_a_dealing_deal_nothing() -> None:
    with pytest.raises(NotDealtLikeThis):
        Hand({"game": "qiuqiu"}, CHAIRS, 31, None, []).receivers()


@rows(__file__, text=lambda cell: cell.encode().decode("unicode_escape"))
def test_a_dealing_has_one_spelling_and_no_more_cards_than_a_pack(text: str) -> None:
    with pytest.raises(NotDealtLikeThis):
        receivers(text)


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_is_dealt_as_its_sealed_text_says(game: str) -> None:
    for rules in GAMES[game].presets.values():
        assert Dealing.read(str(rules.dealing)) == rules.dealing


def test_the_last_taker_of_a_card_has_it() -> None:
    play = [(10, "draw"), (2, "dui 47"), (31, "win 47"), (10, "pick-up 65535")]

    assert taken(Move(*move) for move in play) == {47: 31, 65_535: 10}


@pytest.mark.parametrize("number", ["", "0", "047", "-1", "1.0", "4 7", "²", "٣", "100000"])
def test_a_word_without_the_number_of_a_card_takes_none(number: str) -> None:
    """Numbers have one spelling; none is larger than a pack can be."""
    assert taken([Move(2, f"dui {number}")]) == {}
