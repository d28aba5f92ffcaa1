"""Laying out a hand, compared with trying every way to pair its cards."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engine.play import Card
from engine.quandui.cards import CARDS, NUMBER, card
from engine.quandui.melds import HeldCards, completing, layout, makes_dui
from tests.rows import rows


@cache
def best(cards: tuple[Card, ...], dui_of: frozenset[Card], four_alike: bool) -> tuple[int, int]:
    """The most pairs, and the most dui among so many pairs, found by pairing the first card with every other."""
    if not cards:
        return 0, 0
    first, rest = cards[0], cards[1:]
    ways = [best(rest, dui_of, four_alike)]
    for at, other in enumerate(rest):
        dui = other == first
        if NUMBER[other] == NUMBER[first] and (four_alike or not dui or first not in dui_of):
            taken = dui_of | {first} if dui else dui_of
            pairs, more = best(rest[:at] + rest[at + 1 :], taken, four_alike)
            ways.append((pairs + 1, more + dui))
    return max(ways)


@pytest.mark.parametrize("four_alike", [True, False])
def test_no_other_way_makes_more_pairs_or_more_dui(four_alike: bool) -> None:
    """QD-3: hands of few numbers, in which cards come three and four times."""
    rng = Random(3)
    for _ in range(400):
        numbers = rng.sample(range(1, 10), 2)
        pool = [each for each in CARDS if NUMBER[each] in numbers for _ in range(4)]
        dealt = rng.sample(pool, rng.randint(2, 9))
        exposed = tuple(each for each in set(dealt) if dealt.count(each) == 1 and rng.random() < 0.3)[:2]
        hidden = tuple(each for each in dealt if each not in exposed or rng.random() < 0.5)

        laid = layout(HeldCards(hidden, exposed), four_alike)

        found = len(laid.pairs) - len(exposed), laid.dui - len(exposed)
        assert found == best(tuple(sorted(hidden)), frozenset(exposed), four_alike)


def test_a_hand_is_laid_out_by_number() -> None:
    hand = HeldCards(tuple(map(card, ["9 wan", "3 suo", "9 ben", "da hong", "3 suo", "2 ben"])), (card("7 wan"),))

    pairs, singles = layout(hand)

    assert pairs == tuple((card(one), card(other)) for one, other in LAID)
    assert singles == (card("da hong"), card("2 ben"))


LAID = [("7 wan", "7 wan"), ("3 suo", "3 suo"), ("9 ben", "9 wan")]


@pytest.mark.parametrize(("four_alike", "possible"), [(True, True), (False, False)])
def test_a_fourth_card_makes_a_second_dui_if_a_house_rule_allows_it(four_alike: bool, possible: bool) -> None:
    eight = card("8 ben")

    assert makes_dui(HeldCards((eight,), (eight,)), eight, four_alike) is possible
    assert makes_dui(HeldCards((eight,), (eight,)), eight), "which is usual"
    assert makes_dui(HeldCards((eight, eight, eight)), eight, four_alike)


def test_a_card_of_which_all_copies_are_held_completes_nothing() -> None:
    seven_pairs = HeldCards(tuple(card(f"{number} ben") for number in range(2, 6) for _ in range(2)))
    eight = card("8 ben")
    hand = HeldCards((*seven_pairs.hidden, eight, eight, eight), (card("9 ben"), card("9 wan")))

    assert completing(hand) == (eight, card("8 suo"), card("8 wan"))
    all_four = hand.taking(eight).losing(card("2 ben"))
    assert card("8 ben") not in completing(all_four)
    assert card("2 ben") in completing(all_four)


@rows(__file__)
def test_exposed_cards_count_twice_among_the_copies_that_are_held(hidden: str, exposed: str, wanted: str) -> None:
    """Four of a card are all there are, however they lie; of three there is one more."""
    locked = [card(name) for name in exposed.split(", ")]
    held = [card(name) for name in hidden.split(", ")]
    others = [card(f"{number} suo") for number in range(1, 7) for _ in range(2)][: 15 - len(held) - 2 * len(locked)]

    assert completing(HeldCards((*others, *held), tuple(locked))) == tuple(card(name) for name in wanted.split(", "))


def test_seven_pairs_without_a_single_are_not_complete() -> None:
    pairs = [card(f"{number} ben") for number in range(1, 9) for _ in range(2)]

    assert layout(HeldCards(tuple(pairs))).complete
    assert not layout(HeldCards(tuple(pairs[:-2]))).complete
    assert not layout(HeldCards(tuple(pairs[:-1]))).complete


def test_of_several_copies_the_last_one_is_lost() -> None:
    one, two, three = card("1 ben"), card("2 ben"), card("3 ben")

    assert HeldCards((one, two, one, three)).losing(one) == HeldCards((one, two, three))
    assert HeldCards((one, two, one)).exposing(one) == HeldCards((one, two), (one,))
