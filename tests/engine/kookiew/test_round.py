"""Whole deals of Koo Kiew, told as they happen; each test names the decision that settles what is right."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import pytest

from engine.house_rules import BadRule
from engine.kookiew.rules import BRIDGE_ORDER, PRESETS, USUAL, KooKiewRules
from engine.play import Action, Refused
from tests.engine.kookiew.storytelling import KOO_KIEW, Deal

NINE = "yellow-horse red-chariot"
TWO = "white-general green-general"
PAIR = "red-soldier red-soldier"
COLLECT = replace(USUAL, solvency="collect")
UNLIMITED = replace(USUAL, solvency="unlimited")
AUCTION = PRESETS["auction"]


def three(banker: str, second: str = "", third: str = "", chips: int = 500) -> dict[str, tuple[int, str]]:
    """Ani, Budi and Citra with so many chips each, and with these cards."""
    return {"Ani": (chips, banker), "Budi": (chips, second), "Citra": (chips, third)}


def test_a_plain_deal() -> None:
    """KK-7, KK-11: cards are dealt, everybody stakes blind, and then all is shown."""
    deal = Deal(three(NINE, PAIR, TWO))

    deal.play("Citra stake 30 · Budi stake 20 · Ani show")

    assert deal.lines == [
        "Ani holds the bank with 500",
        "2 cards each",
        "Citra stakes 30",
        "Budi stakes 20",
        "2 staked 50",
        "Ani shows 9 (yellow-horse red-chariot)",
        "Budi beats the bank with pair (red-soldier red-soldier): +20 on 20",
        "Citra loses to the bank with 2 (white-general green-general): -30 on 30",
        "the bank of Ani: 500, now 510",
    ]
    assert deal.won == {"Ani": 10, "Budi": 20, "Citra": -30}
    assert deal.next_banker == "Ani"


def test_the_banker_wins_ties() -> None:
    """KK-7: the same points and the same highest card; players are never compared with one another."""
    deal = Deal(three(NINE, "yellow-horse green-chariot", "yellow-horse white-chariot"))

    deal.play("Budi stake 10 · Citra stake 10 · Ani show")

    assert deal.won == {"Ani": 20, "Budi": -10, "Citra": -10}


def test_cards_are_dealt_singly_from_the_bankers_left() -> None:
    """KK-14."""
    now = KOO_KIEW.deal(USUAL, (10, 10, 10), 1, range(112)).round
    for seat in (0, 2):
        now = now.play(seat, Action("stake", 1)).round
    hands = now.play(1, Action("show")).round.view(None).shown  # type: ignore[attr-defined]

    assert hands == ((0, 1), (0, 1), (0, 0)), "the third seat is dealt the first and the fourth card"


def test_all_cards_lie_open_once_the_banker_shows_and_none_before() -> None:
    """Nobody has seen his own cards before (KK-11), so there is nothing that he could prove."""
    deal = Deal(three(NINE, PAIR, TWO)).play("Citra stake 30 · Budi pass")
    assert deal.opened == deal.can_prove("Citra") == []

    deal.play("Ani show")

    assert deal.can_prove("Ani") == NINE.split()
    assert deal.can_prove("Budi") == PAIR.split(), "open, though not staked on"
    assert deal.can_prove("Citra") == TWO.split()
    assert sorted(deal.opened) == sorted(f"{NINE} {PAIR} {TWO}".split())
    assert deal.now.opened == tuple(range(6)), "what nobody was dealt stays closed"


def test_no_card_is_opened_if_nobody_stakes() -> None:
    deal = Deal(three(NINE, PAIR, TWO)).play("Citra pass · Budi pass")

    assert deal.now.settlement is not None
    assert deal.opened == deal.can_prove("Ani") == []


@pytest.mark.parametrize("players", [2, 56])
def test_how_many_can_play(players: int) -> None:
    """KK-13: with 56 hands, the banker's among them, the whole pack is dealt."""
    rng = Random(players)
    now = KOO_KIEW.deal(USUAL, (500,) * players, 0, rng.sample(range(112), 112)).round
    for seat in range(1, players):
        now = now.play(seat, Action("stake", seat % 9 + 1)).round
    step = now.play(0, Action("show"))

    shown = [card for hand in step.round.view(None).shown for card in hand]  # type: ignore[attr-defined]
    assert len(shown) == 2 * players
    assert all(shown.count(card) <= 4 for card in shown)
    assert len(step.events) == players + 1, "the banker's hand, everybody else's, and the bank"


def test_a_full_table_is_quick() -> None:
    """From the deal to the settlement of 56, in less than ten milliseconds of work, the median of many."""
    rng, took = Random(56), []
    for _ in range(15):
        pack = rng.sample(range(112), 112)
        start = time.process_time()
        now = KOO_KIEW.deal(USUAL, (500,) * 56, 0, pack).round
        for seat in range(1, 56):
            now = now.play(seat, Action("stake", 5)).round
        now.play(0, Action("show"))
        took.append(time.process_time() - start)

    assert sorted(took)[len(took) // 2] < 0.01


# The window for stakes: KK-11.


def test_everybody_but_the_banker_is_asked_at_once() -> None:
    deal = Deal(three(NINE))

    assert deal.now.window
    assert deal.asked == ["Budi", "Citra"]
    assert deal.offered("Budi") == ["pass", "stake 1-500"]
    assert deal.offered("Ani") == []


def test_the_last_answer_closes_the_window() -> None:
    deal = Deal(three(NINE)).play("Budi stake 5")
    question = deal.now.question
    assert deal.now.window

    deal.play("Citra pass")

    assert not deal.now.window
    assert deal.now.question == question + 1
    assert deal.asked == ["Ani"]
    assert deal.lines[-2:] == ["Citra passes", "1 staked 5"]


def test_the_house_says_how_long_the_window_is_open() -> None:
    """`stake_seconds`, for bids as for stakes."""
    assert Deal(three(NINE)).now.window == 30
    assert Deal(three(NINE), rules=replace(USUAL, stake_seconds=90)).now.window == 90
    bidding = Deal(three(NINE), rules=replace(PRESETS["auction"], stake_seconds=5))
    assert bidding.now.stage == "bidding"
    assert bidding.now.window == 5


def test_time_closes_the_window() -> None:
    """Who has not staked is not in the deal, and is shown all the same."""
    deal = Deal(three(NINE, PAIR, TWO)).play("Citra stake 30 · (time) · Ani show")

    assert deal.story("Citra stakes") == [
        "Citra stakes 30",
        "1 staked 30",
        "Ani shows 9 (yellow-horse red-chariot)",
        "Budi beats the bank with pair (red-soldier red-soldier)",
        "Citra loses to the bank with 2 (white-general green-general): -30 on 30",
        "the bank of Ani: 500, now 530",
    ]
    assert deal.won == {"Ani": 30, "Budi": 0, "Citra": -30}


def test_nothing_can_be_closed_twice() -> None:
    deal = Deal(three(NINE)).play("Budi stake 5 · (time)")

    with pytest.raises(Refused) as refused:
        deal.now.close()
    assert refused.value.reason == "no-window"


def test_without_a_stake_the_cards_stay_down() -> None:
    deal = Deal(three(NINE)).play("Budi pass · (time)")

    assert deal.lines[-1] == "0 staked 0"
    assert deal.won == {"Ani": 0, "Budi": 0, "Citra": 0}
    assert deal.now.view(0).shown == ()
    assert deal.next_banker == "Ani"


def test_time_passes_and_shows() -> None:
    """What the house does for those who sleep."""
    deal = Deal(three(NINE, PAIR)).play("Budi stake 5 · Citra (sleeps) · Ani (sleeps)")

    assert deal.won == {"Ani": -5, "Budi": 5, "Citra": 0}


def test_one_stake_a_deal() -> None:
    deal = Deal(three(NINE)).play("Budi stake 5")

    with pytest.raises(Refused) as refused:
        deal.now.play(1, Action("stake", 5))
    assert refused.value.reason == "already-answered"


def test_the_banker_stakes_nothing() -> None:
    with pytest.raises(Refused) as refused:
        Deal(three(NINE)).now.play(0, Action("stake", 5))
    assert refused.value.reason == "banker-stakes-nothing"


def test_the_house_limits_stakes() -> None:
    deal = Deal(three(NINE), rules=replace(USUAL, min_stake=10, max_stake=50))

    assert deal.offered("Budi") == ["pass", "stake 10-50"]
    with pytest.raises(Refused) as refused:
        deal.now.play(1, Action("stake", 51))
    assert (refused.value.reason, refused.value.fields) == (
        "amount-out-of-range",
        {"verb": "stake", "least": 10, "most": 50},
    )


def test_only_chips_can_be_staked() -> None:
    deal = Deal({"Ani": (500, NINE), "Budi": (40, TWO)}).play("Budi stake 40 · Ani show")

    assert deal.now.view(1).stacks == (540, 0)


# What the bank must cover: KK-12.


def test_a_stake_has_to_be_covered() -> None:
    deal = Deal({"Ani": (50, NINE), "Budi": (500, ""), "Citra": (500, "")}).play("Citra stake 30")

    assert deal.now.cover_left == 20
    assert deal.offered("Budi") == ["pass", "stake 1-20"]
    with pytest.raises(Refused) as refused:
        deal.now.play(1, Action("stake", 21))
    assert (refused.value.reason, refused.value.fields) == ("stake-not-covered", {"left": 20})


def test_chips_too_few_are_no_matter_of_cover() -> None:
    with pytest.raises(Refused) as refused:
        Deal({"Ani": (50, NINE), "Budi": (40, "")}).now.play(1, Action("stake", 45))
    assert refused.value.reason == "amount-out-of-range"


def test_the_window_closes_when_the_bank_can_cover_no_more() -> None:
    """KK-12: nine are left, and the smallest stake is ten."""
    rules = replace(USUAL, min_stake=10)
    deal = Deal({"Ani": (55, TWO), "Budi": (500, NINE), "Citra": (500, NINE)}, rules=rules)

    deal.play("Budi stake 45")
    assert deal.asked == ["Citra"], "ten are left, which is one stake"

    deal = Deal({"Ani": (55, TWO), "Budi": (500, NINE), "Citra": (500, NINE)}, rules=rules).play("Budi stake 46")
    assert deal.asked == ["Ani"]
    assert deal.lines[-1] == "1 staked 46"


def test_the_reserve_counts_a_pair_at_what_it_is_paid() -> None:
    """KK-11: any stake may turn out to be a pair."""
    rules = replace(USUAL, pair_payout=3)
    deal = Deal({"Ani": (100, NINE), "Budi": (500, PAIR), "Citra": (500, "")}, rules=rules)
    assert deal.offered("Citra") == ["pass", "stake 1-33"]

    deal.play("Budi stake 30")
    assert deal.now.staked == (90, 30, 0)
    assert deal.offered("Citra") == ["pass", "stake 1-3"]

    deal.play("Citra pass · Ani show")
    assert deal.won == {"Ani": -90, "Budi": 90, "Citra": 0}


def test_only_a_pair_is_paid_more() -> None:
    rules = replace(USUAL, pair_payout=3)

    assert Deal(three(TWO, NINE), rules=rules).play("Budi stake 10 · (time) · Ani show").won["Budi"] == 10
    assert Deal(three(PAIR, NINE), rules=rules).play("Budi stake 10 · (time) · Ani show").won["Budi"] == -10


def test_a_collecting_bank_pays_while_it_lasts() -> None:
    """KK-12: from the banker's left, after the losers have paid."""
    seats = {"Ani": (20, NINE), "Budi": (500, PAIR), "Citra": (500, PAIR), "Dewi": (500, TWO)}
    deal = Deal(seats, rules=COLLECT)
    assert deal.offered("Budi") == ["pass", "stake 1-500"]

    deal.play("Budi stake 50 · Citra stake 100 · Dewi stake 10 · Ani show")

    assert deal.story("Ani shows") == [
        "Ani shows 9 (yellow-horse red-chariot)",
        "Budi beats the bank with pair (red-soldier red-soldier): +30 on 50",
        "Citra beats the bank with pair (red-soldier red-soldier): +0 on 100",
        "Dewi loses to the bank with 2 (white-general green-general): -10 on 10",
        "the bank of Ani: 20, now 0",
        "Budi is to be banker after Ani: too-small",
    ]


def test_what_an_unlimited_bank_cannot_pay_it_owes() -> None:
    """KK-12: chips never go below nothing; the debt is told, and settled among the players."""
    seats = {"Ani": (20, NINE), "Budi": (500, PAIR), "Citra": (500, TWO), "Dewi": (500, PAIR)}
    deal = Deal(seats, rules=UNLIMITED)

    deal.play("Budi stake 50 · Citra stake 10 · Dewi stake 5 · Ani show")

    assert deal.story("Budi beats") == [
        "Budi beats the bank with pair (red-soldier red-soldier): +30 on 50, 20 owed",
        "Citra loses to the bank with 2 (white-general green-general): -10 on 10",
        "Dewi beats the bank with pair (red-soldier red-soldier): +0 on 5, 5 owed",
        "the bank of Ani: 20, now 0",
        "Budi is to be banker after Ani: too-small",
    ]
    assert deal.now.staked == (20, 50, 10, 5)


# Who is banker: KK-10.


def test_the_bank_can_be_given_up() -> None:
    deal = Deal(three(NINE)).play("Budi stake 5 · (time)")
    assert deal.offered("Ani") == ["show", "pass-bank"]

    deal.play("Ani pass-bank")

    assert deal.lines[-1] == "Budi is to be banker after Ani: given-up"
    assert deal.next_banker == "Budi"


def test_a_banker_who_leaves_shows_and_passes_the_bank() -> None:
    deal = Deal(three(NINE, TWO)).play("Budi stake 5 · (time) · Ani leave")

    assert deal.won == {"Ani": 5, "Budi": -5, "Citra": 0}
    assert deal.lines[-1] == "Budi is to be banker after Ani: left"


def test_a_player_who_leaves_has_no_stake() -> None:
    deal = Deal(three(NINE)).play("Budi leave")

    assert deal.lines[-1] == "Budi leaves"
    assert deal.asked == ["Citra"]


def test_the_bank_passes_over_those_who_cannot_hold_it() -> None:
    """Budi has lost everything, so Citra comes after Ani."""
    seats = {"Ani": (500, NINE), "Budi": (5, TWO), "Citra": (500, "")}
    deal = Deal(seats).play("Budi stake 5 · (time) · Ani pass-bank")

    assert deal.next_banker == "Citra"


@pytest.mark.parametrize(("chips", "next_banker"), [(35, "Ani"), (34, "Budi")])
def test_a_banker_keeps_the_bank_while_it_can_pay_the_smallest_stake(chips: int, next_banker: str) -> None:
    rules = replace(USUAL, min_stake=5)
    deal = Deal({"Ani": (chips, TWO), "Budi": (500, NINE)}, rules=rules).play("Budi stake 30 · Ani show")

    assert deal.next_banker == next_banker


def test_the_smallest_bank_is_enough_to_be_next() -> None:
    seats = {"Ani": (500, NINE), "Budi": (15, TWO), "Citra": (500, "")}
    deal = Deal(seats, rules=replace(USUAL, min_stake=5)).play("Budi stake 10 · (time) · Ani pass-bank")

    assert deal.next_banker == "Budi"


def test_if_nobody_else_can_hold_the_bank_the_next_seat_is_named() -> None:
    deal = Deal({"Ani": (500, NINE), "Budi": (5, TWO)}).play("Budi stake 5 · Ani pass-bank")

    assert deal.next_banker == "Budi"


def test_the_bank_may_pass_every_deal() -> None:
    deal = Deal(three(NINE, TWO), rules=PRESETS["in-turn"], banker="Citra").play("Budi stake 5 · (time)")
    assert deal.offered("Citra") == ["show"]

    assert deal.play("Citra show").lines[-1] == "Ani is to be banker after Citra: in-turn"


def test_the_bank_may_pass_after_some_deals() -> None:
    rules = replace(USUAL, bank="after_deals", bank_deals=3)

    for streak, banker in ((0, "Ani"), (1, "Ani"), (2, "Budi")):
        deal = Deal(three(NINE, TWO), rules=rules, streak=streak).play("Budi stake 5 · (time) · Ani show")
        assert deal.next_banker == banker


def test_a_fixed_bank_cannot_be_given_up() -> None:
    rules = replace(USUAL, bank="fixed")
    deal = Deal(three(NINE, TWO), rules=rules, streak=200).play("Budi stake 5 · (time)")
    assert deal.offered("Ani") == ["show"]

    assert deal.play("Ani show").next_banker == "Ani"


def test_the_bank_passes_on_if_nobody_stakes_in_turn() -> None:
    deal = Deal(three(NINE), rules=PRESETS["in-turn"]).play("(time)")

    assert deal.lines[-2:] == ["0 staked 0", "Budi is to be banker after Ani: in-turn"]


# Bidding for the bank: KK-10.


def test_the_highest_bidder_holds_the_bank_and_puts_up_his_bid() -> None:
    deal = Deal(three(NINE, "", TWO), rules=AUCTION, bidder="Citra")
    assert deal.now.window
    assert deal.offered("Ani") == ["pass", "bid 1-500"]

    deal.play("Budi bid 100 · Ani pass · Citra bid 120")

    assert deal.lines == [
        "Budi has answered",
        "Ani has answered",
        "Citra has answered",
        "bids: Citra 120, Budi 100",
        "Citra holds the bank with 120",
        "2 cards each",
    ]
    assert deal.asked == ["Ani", "Budi"]
    assert deal.offered("Ani") == ["pass", "stake 1-120"]

    deal.play("Ani stake 120 · Citra show")
    assert deal.lines[-1] == "the bank of Citra: 120, now 0"
    assert deal.next_banker == "Ani", "the first in line for the next bidding"


def test_of_equal_bids_the_first_from_the_dealer_counts() -> None:
    deal = Deal(three(""), rules=AUCTION, banker="Budi").play("Ani bid 100 · Budi pass · Citra bid 100")

    assert deal.lines[3:5] == ["bids: Citra 100, Ani 100", "Citra holds the bank with 100"]


def test_if_nobody_bids_the_dealer_holds_the_least_bank() -> None:
    rules = replace(AUCTION, min_stake=10, pair_payout=2)
    deal = Deal(three(""), rules=rules).play("Budi pass · (time)")

    assert deal.lines[1:3] == ["bids: none", "Ani holds the bank with 20"]
    assert deal.offered("Citra") == ["pass", "stake 10-10"]


def test_one_answer_a_bidding() -> None:
    deal = Deal(three(""), rules=AUCTION).play("Budi bid 10")

    with pytest.raises(Refused) as refused:
        deal.now.play(1, Action("bid", 20))
    assert refused.value.reason == "already-answered"


def test_who_leaves_does_not_bid() -> None:
    deal = Deal(three(""), rules=AUCTION).play("Budi leave · Ani bid 5 · Citra pass")

    assert deal.lines[0] == "Budi leaves"
    assert deal.lines[3] == "bids: Ani 5"


def test_an_unlimited_bank_answers_with_all_chips_whatever_was_bid() -> None:
    """KK-12: nobody owes chips that lie before him."""
    deal = Deal(three(""), rules=replace(AUCTION, solvency="unlimited")).play("Ani bid 5 · (time)")

    assert "Ani holds the bank with 500" in deal.lines


# What is seen.


def test_no_view_has_a_card_before_all_are_shown() -> None:
    deal = Deal(three(NINE, PAIR, TWO)).play("Budi stake 5 · (time)")
    assert all(deal.now.view(seat).shown == () for seat in (None, 0, 1, 2))

    deal.play("Ani show")
    assert len(deal.now.view(None).shown) == 3


def test_stakes_and_cover_are_public() -> None:
    view = Deal(three(NINE)).play("Budi stake 5").now.view(None)

    assert view.stakes == (0, 5, None)
    assert view.staked == (5, 5, 0)
    assert view.stacks == (495, 495, 500)
    assert (view.bank, view.cover_left) == (500, 495)


def test_a_bank_that_need_not_cover_has_no_cover_left_to_show() -> None:
    assert Deal(three(NINE), rules=COLLECT).now.view(None).cover_left is None


def test_bids_are_hidden_until_all_are_in() -> None:
    """What two worlds show is the same if they differ only in a bid."""
    low = Deal(three(NINE), rules=AUCTION).play("Budi bid 10").now
    high = Deal(three(NINE), rules=AUCTION).play("Budi bid 400").now

    assert all(low.view(seat) == high.view(seat) for seat in (None, 0, 2))
    assert (low.awaited, low.staked) == (high.awaited, high.staked)


# House rules.


def test_whoever_is_dealt_in_can_hold_the_bank() -> None:
    assert KOO_KIEW.least_stack(USUAL) == 1
    assert KOO_KIEW.least_stack(replace(USUAL, min_stake=10, pair_payout=3)) == 30
    assert KOO_KIEW.least_stack(replace(COLLECT, min_stake=10, pair_payout=3)) == 10


@pytest.mark.parametrize(
    "text", ["white>green>red>yellow", "white, green, red, yellow", "white green red yellow", "White>Green>Red>Yellow"]
)
def test_colours_can_be_put_in_any_order(text: str) -> None:
    rules = USUAL.replace("colours", text)

    assert rules.colours == ("white", "green", "red", "yellow")
    assert KooKiewRules.from_texts(rules.texts()) == rules


@pytest.mark.parametrize("name", ["bridge", "usual"])
def test_two_orders_have_a_name(name: str) -> None:
    assert USUAL.replace("colours", name) == PRESETS[name]
    assert PRESETS["bridge"].colours == BRIDGE_ORDER


@pytest.mark.parametrize("text", ["none", "yellow>red>green", "yellow>red>green>green", "yellow>red>green>white>blue"])
def test_an_order_names_every_colour_once(text: str) -> None:
    with pytest.raises(BadRule, match="bad-rule-value"):
        USUAL.replace("colours", text)


def test_the_largest_stake_is_not_below_the_smallest() -> None:
    with pytest.raises(BadRule) as bad:
        USUAL.replace("max_stake", "5").replace("min_stake", "6")
    assert (bad.value.reason, bad.value.fields) == ("max-below-min", {"most": 5, "least": 6})
