"""The worked cases of Quan Dui: what a hand is worth, and who gets a discard."""

from __future__ import annotations

import json
from collections import Counter
from functools import reduce
from math import comb
from pathlib import Path
from typing import Any

from engine.quandui.cards import CARDS, COPIES, NUMBER, OF_NUMBER, card, card_name
from engine.quandui.claims import DUI, PASS, WIN, decide, has_to_win, in_order_of_play, last_pair_only_ka, rightful
from engine.quandui.events import Claimed, PickedUp, Won
from engine.quandui.melds import HeldCards, complete, layout, quan_dui
from engine.quandui.round import DISCARD, DRAW, PICK_UP, QuanDuiRound
from engine.quandui.rules import AMSTERDAM, QuanDuiRules
from tests.cases import for_every
from tests.engine.quandui.storytelling import from_the_top

VECTORS = Path(__file__).parents[2] / "vectors"
COMPLETE = json.loads((VECTORS / "quan_dui_complete.json").read_text())["cases"]
CLAIMS = json.loads((VECTORS / "quan_dui_claims.json").read_text())["cases"]
ODDS = json.loads((VECTORS / "quan_dui_distribution.json").read_text())
SINGLE_STAKE = QuanDuiRules(stake=1)
ACTIONS = {"win": WIN, "dui": DUI, "pass": PASS, "draw": DRAW, "pickup": PICK_UP}


def hand(case: dict[str, Any]) -> HeldCards:
    """The cards of a case."""
    return HeldCards(tuple(map(card, case["hidden"])), tuple(map(card, case["exposed_dui"])))


@for_every(COMPLETE)
def test_what_sixteen_cards_are_worth(case: dict[str, Any]) -> None:
    cards = hand(case)

    assert complete(cards) == case["complete"]
    assert quan_dui(cards) == case["quan_dui"]
    assert layout(cards).stakes == case["stake"]


@for_every(COMPLETE)
def test_a_layout_is_of_these_cards(case: dict[str, Any]) -> None:
    cards = hand(case)
    pairs, singles = layout(cards)

    laid = Counter(singles) + Counter(each for pair in pairs for each in pair)
    assert laid == Counter(cards.hidden) + Counter(cards.exposed * 2)
    assert all(NUMBER[one] == NUMBER[other] for one, other in pairs)
    assert len({NUMBER[each] for each in singles}) == len(singles), "two singles of one number would be a pair"


@for_every(CLAIMS)
def test_who_gets_a_discard(case: dict[str, Any]) -> None:
    hands = {int(seat): hand(cards) for seat, cards in case["hands"].items()}
    wants = {int(seat): ACTIONS[want] for seat, want in case["wants"].items()}
    order = in_order_of_play(case["discarder"], case["seats"])
    discard, right = card(case["discard"]), order[0]
    claims = {seat: rightful(AMSTERDAM, cards, discard) for seat, cards in hands.items()}
    in_turn = {seat: [DRAW, PICK_UP] if seat == right else [PASS] for seat in order}

    assert list(order) == case["order"]
    for seat, options in case["options"].items():
        assert {*claims[int(seat)], *in_turn[int(seat)]} == {ACTIONS[each] for each in options}
    got = decide(order, wants, lambda seat, claim: claim in claims[seat])
    result = case["result"]
    assert (got[:2] if got else (right, wants[right])) == (result["seat"], ACTIONS[result["action"]])
    if result["action"] == "draw":
        return
    before = hands[result["seat"]]
    after = layout(before.taking(discard))
    assert after.complete == result["complete_after_taking"]
    assert after.stakes == result["stake_if_won_now"]
    assert last_pair_only_ka(AMSTERDAM, before, discard) == result["last_pair_only_ka"]
    if result["action"] != "win":
        assert has_to_win(AMSTERDAM, before, discard) == result["must_expose_and_win"]


@for_every(CLAIMS)
def test_a_round_gives_the_discard_to_the_same_seat(case: dict[str, Any]) -> None:
    discarder, seats, result = case["discarder"], case["seats"], case["result"]
    wants = {int(seat): ACTIONS[want] for seat, want in case["wants"].items()}
    now = discarding(case)

    step = now.play(discarder, DISCARD[card(case["discard"])])
    for seat, want in wants.items():
        step = step.round.play(seat, want if want in (WIN, DUI) else PASS)
    if wants.get(result["seat"]) in (DRAW, PICK_UP):
        step = step.round.play(result["seat"], wants[result["seat"]])

    after = step.round
    assert isinstance(after, QuanDuiRound)
    assert after.turn == result["seat"]
    if result["action"] == "win" or result.get("must_expose_and_win"):
        assert isinstance(step.events[-1], Won)
        assert step.events[-1].stakes == result["stake_if_won_now"]
    else:
        assert after.awaited == (result["seat"],)
        assert in_order_of_play(after.turn, seats)[0] == result["next_in_turn_after_discard"]
    if "net" in result:
        assert after.settlement == {int(seat): chips for seat, chips in result["net"].items()}
    if result["action"] in ("dui", "pickup"):
        (taken,) = [event for event in step.events if isinstance(event, Claimed | PickedUp)]
        assert card_name(taken.card) == case["discard"]


def discarding(case: dict[str, Any]) -> QuanDuiRound:
    """The position of a case before the discard."""
    seats, discarder = case["seats"], case["discarder"]
    hands = {int(seat): hand(cards) for seat, cards in case["hands"].items()}
    held = Counter(each for cards in hands.values() for each in (*cards.hidden, *cards.exposed * 2))
    left = [each for each in CARDS for _ in range(COPIES - held[each])]
    discard = card(case["discard"])
    left.remove(discard)
    hands[discarder] = HeldCards((*left[:15], discard))
    dealt, copies = from_the_top([hands[seat] for seat in range(seats)])
    return QuanDuiRound(
        SINGLE_STAKE,
        (*dealt, *left[15:]),
        dealer=discarder,
        carried_in=0,
        stacks=(0,) * seats,
        hands=tuple(hands[seat] for seat in range(seats)),
        copies=copies,
        next_card=len(dealt),
        turn=discarder,
    )


def test_how_many_hands_are_complete() -> None:
    """Count all hands of sixteen by the size of each number's part, and look each part up in the layout (QD-14)."""
    complete_hands, all_dui = [1], [1]
    for cards in OF_NUMBER.values():
        pairs, dui = [0] * 17, [0] * 17
        for copies in held_copies(len(cards), 16):
            ways = reduce(lambda product, count: product * comb(COPIES, count), copies, 1)
            part = HeldCards(tuple(each for each, count in zip(cards, copies, strict=True) for _ in range(count)))
            laid = layout(part)
            if not laid.singles:
                pairs[sum(copies)] += ways
                dui[sum(copies)] += ways if laid.dui == len(laid.pairs) else 0
        complete_hands, all_dui = convolved(complete_hands, pairs), convolved(all_dui, dui)

    assert comb(120, 16) == ODDS["hands"]
    assert complete_hands[16] == ODDS["eight_pairs"]
    assert all_dui[16] == ODDS["all_dui"]


def held_copies(cards: int, most: int) -> list[tuple[int, ...]]:
    """Every way to hold up to four copies of each of so many cards, and no more than ``most`` in all."""
    if not cards:
        return [()]
    shorter = held_copies(cards - 1, most)
    return [(*each, count) for each in shorter for count in range(min(COPIES, most - sum(each)) + 1)]


def convolved(these: list[int], those: list[int]) -> list[int]:
    """The numbers of ways to hold 0 to 16 cards of two sorts together."""
    both = [0] * 17
    for size, ways in enumerate(these):
        for other in range(17 - size):
            both[size + other] += ways * those[other]
    return both
