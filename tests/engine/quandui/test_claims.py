"""Which claim comes before which, and that a finished hand tells it as it was settled."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.quandui import events as happened
from engine.quandui.cards import card
from engine.quandui.claims import (
    DUI,
    PASS,
    STANDING,
    WIN,
    Decision,
    Later,
    decide,
    has_to_win,
    in_order_of_play,
    may_win,
    rightful,
)
from engine.quandui.game import QuanDui
from engine.quandui.melds import HeldCards, layout, makes_dui, pair_with
from engine.quandui.round import QuanDuiRound
from engine.quandui.rules import AMSTERDAM, QuanDuiRules
from tests.engine.laws import any_start, house_rules
from tests.engine.quandui.storytelling import ScriptedHand
from tests.engine.quandui.test_secrets import computers_play
from tests.rows import rows
from tests.thoroughness import examples

QUAN_DUI = QuanDui()
CLAIMS = st.dictionaries(st.integers(0, 5), st.sampled_from([WIN, DUI, PASS]))
RIGHTS = st.dictionaries(st.integers(0, 5), st.booleans())


@given(discarder=st.integers(0, 5), answers=CLAIMS, rights=RIGHTS)
def test_a_win_goes_first_and_then_whoever_plays_sooner(
    discarder: int, answers: dict[int, object], rights: dict[int, bool]
) -> None:
    """QD-8: what is named as the reason is the first thing in which two claims differ."""
    order = in_order_of_play(discarder, 6)
    decided = decide(order, answers, lambda seat, claim: rights.get(seat, True))  # type: ignore[arg-type]
    valid = {
        seat: claim for seat, claim in answers.items() if seat in order and claim != PASS and rights.get(seat, True)
    }

    def steps(seat: int) -> tuple[int, int]:
        """First what it is claimed for, then how many turns away the seat is; the least comes first."""
        return (0 if valid[seat] == WIN else 1), (discarder - seat) % 6

    assert (decided is None) == (not valid)
    if decided is None:
        return
    assert decided.seat == min(valid, key=steps)
    assert decided.claim == valid[decided.seat]
    assert {later.seat for later in decided.later} == valid.keys() - {decided.seat}
    for later in decided.later:
        first, beaten = steps(decided.seat), steps(later.seat)
        differ = next(
            name for name, one, other in zip(("win_first", "nearer"), first, beaten, strict=True) if one != other
        )
        assert (later.claim, later.why) == (valid[later.seat], differ)


def test_what_a_player_wants_to_be_asked_stands_hand_after_hand_and_has_a_button() -> None:
    """QD-21."""
    names = ("ask-always", "pass-unless-dui", "pass-unless-win")
    assert [(each.name, each.button, each.standing) for each in STANDING] == [(name, True, True) for name in names]


FIFTEEN = HeldCards(tuple(card(f"{number} ben") for number in range(1, 9) for _ in range(2))[:-1])
"""Seven dui and an eight; with another eight of ben it is quan dui, with one of suo complete with a ka."""


@rows(__file__)
def test_who_has_played_on_may_have_to_win_with_quan_dui(after_passing: str, has_passed: bool, wins: str) -> None:
    """QD-12, QD-13: and is never forced to show what they may not win with."""
    rules = replace(AMSTERDAM, after_passing=after_passing, forced_win="any_discard")
    for suit in ("ben", "suo"):
        eight, may = card(f"8 {suit}"), suit in wins
        assert may_win(rules, FIFTEEN.taking(eight), has_passed) is may
        assert (WIN in rightful(rules, FIFTEEN, eight, has_passed)) is may
        assert has_to_win(rules, FIFTEEN, eight, has_passed) is (may and suit == "suo")
        if not has_passed:
            assert may_win(rules, FIFTEEN.taking(eight)) is may
            assert (WIN in rightful(rules, FIFTEEN, eight)) is may
            assert has_to_win(rules, FIFTEEN, eight) is (may and suit == "suo")


@given(rules=house_rules(QUAN_DUI), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(60))
def test_a_win_is_explained_as_it_was_settled(rules: QuanDuiRules, seed: int) -> None:
    rng = Random(seed)
    path = computers_play(any_start(QUAN_DUI, rules, rng), rng)
    last, over = path[-2].round, path[-1].round
    won = path[-1].events[-1]
    assert isinstance(over, QuanDuiRound)
    assert over.settlement is not None
    if not isinstance(won, happened.Won):
        assert not any(over.settlement.values())
        return

    assert over.settlement[won.seat] == won.amount * (over.seats - 1)
    assert set(over.settlement.values()) == {-won.amount, won.amount * (over.seats - 1)}
    assert won.pairs == layout(over.hands[won.seat], rules.four_alike).pairs
    assert (won.pair is None) == (won.card is None)
    if won.card is not None:
        assert won.pair in won.pairs
        assert won.card in (won.pair or ())
        assert isinstance(last, QuanDuiRound)
        assert not won.forced or not makes_dui(last.hands[won.seat], won.card, rules.four_alike)
    for later in won.later:
        assert won.card is not None
        assert isinstance(last, QuanDuiRound)
        passed = later.seat in last.have_passed
        assert later.claim in rightful(rules, last.hands[later.seat], won.card, passed)
        assert over.settlement[later.seat] < 0


ONE_SHORT = "1-ben 1-ben 1-suo 1-suo 2-ben 2-ben 2-suo 2-suo 3-ben 3-ben 3-suo 3-suo 4-ben 4-ben"
DISCARDER = "da-hong 9-ben 9-suo 8-ben 8-suo 7-ben 7-suo 6-ben 6-suo 5-ben 5-suo 9-wan 8-wan 7-wan 6-wan 5-wan"


def table(**hands: str) -> ScriptedHand:
    """Ani deals and discards da hong; the others hold what they are given."""
    return ScriptedHand({"Ani": DISCARDER, **hands})


def beaten(hand: ScriptedHand, name: str) -> tuple[str, str, str] | None:
    found = hand.view(name).beaten
    return None if found is None else (found.own.why, hand.names[found.seat], found.claim.verb)


def test_a_win_comes_before_a_nearer_dui_and_all_are_told() -> None:
    hand = table(Budi=f"{ONE_SHORT} xiao-hong", Citra="", Dewi="da-hong da-hong")
    hand.play("Ani discard da-hong · Dewi dui · Citra pass · Budi win")

    won = hand.now.view(None).shown
    assert won is not None
    assert hand.won == {"Ani": -10, "Budi": 30, "Citra": -10, "Dewi": -10}
    assert hand.now.decided == Decision(1, WIN, (Later(3, DUI, "win_first"),))
    assert pair_with(won.pairs, card("da hong")) == (card("da hong"), card("xiao hong"))
    assert beaten(hand, "Dewi") == ("win_first", "Budi", "win")
    assert hand.now.told == "3-dui"
    last = hand.events[-1]
    assert isinstance(last, happened.Won)
    assert last.later == (Later(3, DUI, "win_first"),)


def test_only_its_player_learns_of_a_dui_that_came_later_while_the_hand_goes_on() -> None:
    hand = table(Budi="da-hong", Citra="", Dewi="da-hong")
    hand.play("Ani discard da-hong · Budi dui · Citra dui · Dewi dui")

    assert hand.lines[-1] == "Dewi has a dui of da hong from Ani"
    assert beaten(hand, "Budi") == ("nearer", "Dewi", "dui")
    assert beaten(hand, "Citra") is None, "a claim without the cards came to nothing by itself"
    assert beaten(hand, "Dewi") is None
    assert hand.now.view(None).beaten is None
    assert hand.now.told == "", "the record of a hand says it of the winning discard alone"

    hand.play(f"Dewi discard {hand.offered('Dewi')[0].split()[-1]}")
    assert beaten(hand, "Budi") is None


@pytest.mark.parametrize(
    ("pairs", "expected"), [("1-ben+da-hong 1-ben+1-ben", "1-ben+1-ben"), ("1-ben+da-hong", "1-ben+da-hong")]
)
def test_a_card_lies_in_a_dui_if_there_is_one(pairs: str, expected: str) -> None:
    def read(text: str) -> tuple[int, int]:
        one, other = map(card, text.split("+"))
        return one, other

    assert pair_with(map(read, pairs.split()), card("1 ben")) == read(expected)  # type: ignore[arg-type]
