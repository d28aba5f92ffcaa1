"""Dominoes and four-colour cards: which there are, what they count, and how they are read."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.kookiew import cards
from engine.kookiew.cards import PACK, PLAYING_CARDS, POINTS, RANKS, SUITS, card, card_name, colour, rank
from engine.kookiew.rules import BRIDGE_ORDER
from engine.play import Card
from engine.qiuqiu import tiles
from engine.qiuqiu.tiles import DOUBLE, HUI, NAMES, SPOTS, TILES, tile, tile_name
from tests.cases import for_every


def test_there_are_28_dominoes_of_168_spots_and_seven_of_them_are_doubles() -> None:
    """QQ-31."""
    assert len(set(TILES)) == 28
    assert tuple(f"{high}-{low}" for high in range(7) for low in range(7) if low <= high) == NAMES
    assert sum(SPOTS.values()) == 168
    assert {tile_name(each): ends for each, ends in DOUBLE.items()} == {f"{n}-{n}": n for n in range(7)}
    assert list(map(tile_name, HUI)) == ["2-1", "4-2"]
    assert (SPOTS[tile("6-3")], SPOTS[tile("0-0")]) == (9, 0)


@pytest.mark.parametrize("text", ["6-3", "3-6", "[6-3]", "[ 3 : 6 ]", "6/3", " 3 | 6 ", "6:3"])
def test_a_domino_is_read_in_any_usual_spelling(text: str) -> None:
    assert tile_name(tile(text)) == "6-3"


@pytest.mark.parametrize("text", ["", "6", "63", "6-7", "7-0", "6-3-1", "6 3", "٦-٣", "-6-3", "6-3 5-4"])
def test_what_is_no_domino_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="not a domino"):
        tile(text)


def test_dominoes_are_read_and_written_in_the_order_given() -> None:
    assert tiles.hand_names(tiles.hand("3-6", "0-0", "5-4")) == ("6-3", "0-0", "5-4")


def test_there_are_four_of_each_of_28_four_colour_cards() -> None:
    """KK-1."""
    assert len(PACK) == 112
    assert set(Counter(PACK).values()) == {4}
    assert Counter((colour(each), rank(each)) for each in PACK) == {(c, r): 4 for c in SUITS for r in RANKS}
    assert {rank(each): POINTS[each] for each in PACK} == {
        "general": 1,
        "valet": 2,
        "minister": 3,
        "chariot": 4,
        "horse": 5,
        "cannon": 6,
        "soldier": 7,
    }


def test_a_pack_is_made_at_home_from_ordinary_playing_cards() -> None:
    """KK-2, KK-8."""
    assert SUITS == {"yellow": "♠", "red": "♦", "green": "♥", "white": "♣"}
    assert [PLAYING_CARDS[each] for each in RANKS] == ["K", "Q", "J", "4", "3", "2", "A"]
    assert BRIDGE_ORDER == ("yellow", "green", "red", "white")


@for_every(cards.KINDS)
def test_every_four_colour_card_is_read_as_it_is_written(one: Card) -> None:
    name = card_name(one)

    assert name == f"{colour(one)}-{rank(one)}"
    assert one == card(name) == card(f"  {name.title()} ") == card(name.replace("-", " _ "))


@pytest.mark.parametrize("text", ["", "yellow", "general", "yellow-king", "blue-general", "yellow-general-red"])
def test_what_is_no_four_colour_card_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="not a four-colour card"):
        card(text)


def test_a_hand_of_koo_kiew_is_two_cards() -> None:
    assert cards.hand_names(cards.hand("red general", "yellow horse")) == ("red-general", "yellow-horse")
    for names in (["red-general"], ["red-general"] * 3):
        with pytest.raises(ValueError, match="values to unpack"):
            cards.hand(*names)
