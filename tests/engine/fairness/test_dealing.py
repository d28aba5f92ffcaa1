"""The deal: a sealed pack that chance picked and re-ordered, every card of which can be opened."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fairness import Beacon, BeaconKind, Chance, Closing, SealedDeal, Stream, shuffle
from engine.fairness.dealing import first_dealer, picked, reordered
from tests.engine.fairness.example_deals import CHANCES, DEALS, DICE, KEYS, SEATS, WORDS, dealt, sealed


@given(DEALS, st.data())
def test_what_is_dealt_is_the_picked_pack_in_another_order(deal: SealedDeal, data: st.DataObject) -> None:
    count = len(deal.seal.context.cards)
    place = data.draw(st.integers(0, count - 1))
    opening = deal.opening(place)

    assert sorted(deal.positions) == sorted(deal.pack) == list(range(count))
    assert 0 <= deal.pick < len(deal.seal.keys)
    assert deal.picked_pack.key == deal.seal.keys[deal.pick]
    assert opening.position == deal.positions[place]
    assert opening.card == deal.pack[place] == deal.picked_pack.order[deal.positions[place]]
    assert opening.root(deal.seal.context.digest(), deal.pick, count) == deal.seal.roots[deal.pick]
    assert opening.place_root(deal.seal.context.digest(), deal.pick, count) == deal.seal.place_roots[deal.pick]


@given(DEALS)
def test_pick_and_order_follow_from_the_seed_alone(deal: SealedDeal) -> None:
    """So everybody can compute them, and they tell nothing of any card."""
    count, packs = len(deal.seal.context.cards), len(deal.seal.keys)

    assert deal.seed == deal.closing.seed(deal.seal.commitment, deal.chance)
    assert deal.pick == picked(deal.seed, packs) == Stream(deal.seed, "pick").below(packs)
    assert deal.positions == reordered(deal.seed, count) == shuffle(Stream(deal.seed, "order"), count)
    chairs = sorted(deal.closing.seats)
    assert deal.first_dealer == first_dealer(deal.seed, chairs[::-1])
    assert deal.first_dealer == chairs[Stream(deal.seed, "dealer").below(len(chairs))]


def test_the_same_closing_gives_the_same_deal() -> None:
    """After a restart as before."""
    one, same = dealt(), dealt()

    assert (one.seed, one.pick, one.positions, one.pack) == (same.seed, same.pick, same.positions, same.pack)
    assert [one.opening(place) for place in range(28)] == [same.opening(place) for place in range(28)]


@given(CHANCES)
def test_another_beacon_gives_another_deal(chance: Chance) -> None:
    assert (dealt(chance=chance).positions == dealt(chance=DICE).positions) == (chance == DICE)


@given(st.binary(min_size=1, max_size=64))
def test_another_word_gives_another_deal(word: bytes) -> None:
    assert (dealt(words={**WORDS, 5: word}).positions == dealt().positions) == (word == WORDS[5])


@given(st.text(min_size=1, max_size=40))
def test_another_player_in_a_seat_gives_another_deal(player: str) -> None:
    assert (dealt(seats={**SEATS, 1: player}).positions == dealt().positions) == (player == SEATS[1])


@pytest.mark.parametrize("number", range(4))
def test_another_pack_gives_another_deal_even_if_it_is_not_picked(number: int) -> None:
    """The commitment is in the seed, so no pack can be made to fit what was said."""
    keys = [*KEYS]
    keys[number] = b"other key of thirty-two bytes..."

    assert dealt(sealed(keys=keys)).positions != dealt().positions


def test_another_hand_or_attempt_gives_another_deal() -> None:
    seal = sealed()
    again = replace(seal, context=replace(seal.context, attempt=1))

    assert dealt(again).positions != dealt(seal).positions
    assert dealt(sealed(hand=8)).positions != dealt(seal).positions


def test_every_pack_is_picked_at_times() -> None:
    deals = [dealt(chance=Chance((Beacon(BeaconKind.DISCORD, str(number).encode()),))) for number in range(40)]

    assert {deal.pick for deal in deals} == {0, 1, 2, 3}


def test_a_deal_at_rest_is_the_same_deal() -> None:
    deal = dealt()
    openings, rest = [deal.opening(place) for place in range(28)], deal.at_rest()

    assert "packs" not in vars(rest.seal)
    assert vars(rest).keys() == {"seal", "closing", "chance"}
    assert rest == deal
    assert (rest.pack, [rest.opening(place) for place in range(28)]) == (deal.pack, openings)


def test_a_pack_of_one_card() -> None:
    deal = SealedDeal(sealed(1, KEYS[:1]), Closing({}), Chance())

    assert (deal.pick, deal.positions, deal.pack) == (0, (0,), (0,))
    assert deal.opening(0).path == deal.opening(0).place_path == ()


def test_the_text_of_a_deal_says_which_and_no_more() -> None:
    deal = dealt()
    _ = deal.pack

    assert repr(deal) == "<SealedDeal of hand 7>"
