"""Whole deals of Koo Kiew, told as they happen; each test names the decision that settles what is right."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import game
from engine.house_rules import BadRule
from engine.kookiew import events as happened
from engine.kookiew.cards import PACK
from engine.kookiew.ranking import ranking
from engine.kookiew.round import KooKiewRound
from engine.kookiew.rules import BRIDGE_ORDER, PRESETS, USUAL, KooKiewRules
from engine.play import Action, Step
from engine.refusal import Refused
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
    now = KOO_KIEW.deal(game.Deal(USUAL, (10, 10, 10), 1, tuple(range(112)))).round
    for seat in (0, 2):
        now = now.play(seat, Action("stake", 1)).round
    hands = now.play(1, Action("show")).round.view(None).shown

    assert hands == ((0, 1), (0, 1), (0, 0)), "the third seat is dealt the first and the fourth card"


def test_all_cards_lie_open_once_the_banker_shows_and_none_before() -> None:
    """Nobody has seen their own cards before (KK-11), so there is nothing that they could prove."""
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
    now = KOO_KIEW.deal(game.Deal(USUAL, (500,) * players, 0, tuple(rng.sample(range(112), 112)))).round
    for seat in range(1, players):
        now = now.play(seat, Action("stake", seat % 9 + 1)).round
    step = now.play(0, Action("show"))

    shown = [card for hand in step.round.view(None).shown for card in hand]
    assert len(shown) == 2 * players
    assert all(shown.count(card) <= 4 for card in shown)
    assert len(step.events) == players + 1, "the banker's hand, everybody else's, and the bank"


def test_a_full_table_is_quick() -> None:
    """From the deal to the settlement of 56, in less than ten milliseconds of work, the median of many."""
    rng, took = Random(56), []
    for _ in range(15):
        pack = rng.sample(range(112), 112)
        start = time.process_time()
        now = KOO_KIEW.deal(game.Deal(USUAL, (500,) * 56, 0, tuple(pack))).round
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


def test_a_house_rule_says_how_long_the_window_is_open() -> None:
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
    """What the rules do for those who do not answer."""
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


def test_house_rules_limit_stakes() -> None:
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


SMALL_BANK = {"Ani": (50, TWO), "Budi": (500, NINE), "Citra": (500, PAIR), "Dewi": (500, "")}


def test_stakes_are_covered_from_the_bankers_left_whoever_was_quicker() -> None:
    """Dewi is first to stake and last to be covered."""
    deal = Deal(SMALL_BANK).play("Dewi stake 50 · Citra stake 45 · Budi stake 20 · Ani show")

    assert deal.story("3 staked")[:3] == ["3 staked 115", "30 of 45 covered for Citra", "0 of 50 covered for Dewi"]
    assert deal.story("Budi beats") == [
        "Budi beats the bank with 9 (yellow-horse red-chariot): +20 on 20",
        "Citra beats the bank with pair (red-soldier red-soldier): +30 on 30 of 45",
        "Dewi beats the bank with pair (yellow-general yellow-general): +0 on 0 of 50",
        "the bank of Ani: 50, now 0",
        "Budi is to be banker after Ani: too-small",
    ]
    assert deal.won == {"Ani": -50, "Budi": 20, "Citra": 30, "Dewi": 0}


def test_what_is_covered_in_part_loses_only_that_part() -> None:
    """KK-12: the rest neither wins nor loses."""
    seats = {"Ani": (50, PAIR), "Budi": (500, NINE), "Citra": (500, TWO)}
    deal = Deal(seats, rules=replace(USUAL, min_stake=40)).play("Citra stake 40 · Budi stake 40 · Ani show")

    assert deal.story("Citra loses")[0].endswith(": -10 on 10 of 40")
    assert deal.won == {"Ani": 50, "Budi": -40, "Citra": -10}


def test_a_small_bank_limits_nobodys_stake() -> None:
    """A quick player shuts nobody out: only chips and the stake limits bound a stake."""
    deal = Deal(SMALL_BANK, rules=replace(USUAL, max_stake=300))
    assert deal.offered("Budi") == ["pass", "stake 1-300"]

    deal.play("Dewi stake 300")

    assert deal.asked == ["Budi", "Citra"], "the window stays open though the bank reaches no further"
    assert deal.offered("Budi") == ["pass", "stake 1-300"]
    assert deal.now.covered == (0, 0, 0, 50)
    deal.play("Budi stake 20")
    assert deal.now.covered == (0, 20, 0, 30)
    deal.play("Citra stake 1")
    assert deal.now.covered == (0, 20, 1, 29)


def test_chips_too_few_are_no_matter_of_cover() -> None:
    with pytest.raises(Refused) as refused:
        Deal({"Ani": (50, NINE), "Budi": (40, "")}).now.play(1, Action("stake", 45))
    assert refused.value.reason == "amount-out-of-range"


def test_what_is_not_covered_goes_back_as_the_stakes_are_closed() -> None:
    """Until then it may still be covered, so it lies in the pot."""
    deal = Deal(SMALL_BANK).play("Dewi stake 50 · Citra stake 45")
    assert deal.now.staked == (50, 0, 45, 50)
    assert deal.now.view(None).stacks == (0, 500, 455, 450)

    deal.play("Budi stake 20")

    assert not deal.now.window
    assert deal.now.staked == (50, 20, 30, 0)
    assert deal.now.view(None).stacks == (0, 480, 470, 500)
    assert deal.now.view(None).stakes == (0, 20, 45, 50), "what was staked is still to be seen"


def test_time_lays_the_cover_as_the_last_answer_does() -> None:
    deal = Deal(SMALL_BANK).play("Citra stake 60 · (time)")

    assert deal.lines[-2:] == ["1 staked 60", "50 of 60 covered for Citra"]
    assert deal.now.staked == (50, 0, 50, 0)


def test_the_order_begins_at_the_bankers_left() -> None:
    deal = Deal(SMALL_BANK | {"Ani": (500, "")}, banker="Citra", rules=replace(USUAL, pair_payout=10))
    deal.play("Budi stake 30 · Ani stake 30 · Dewi stake 30")

    assert deal.now.covered == (20, 0, 0, 30)
    assert deal.now.players == (3, 0, 1)


class Staking(NamedTuple):
    """A bank, what everybody else is to stake on it (``None`` never answers), and an order in which they do."""

    rules: KooKiewRules
    bank: int
    stakes: tuple[int | None, ...]
    banker: int
    order: tuple[int, ...]

    def played(self, order: Sequence[int]) -> Step[Any]:
        """The deal when all have answered in this order, and the time is up for those who never do."""
        chips = [1_000] * len(self.stakes)
        chips[self.banker] = self.bank
        step = KOO_KIEW.deal(game.Deal(self.rules, tuple(chips), self.banker, tuple(range(112))))
        for seat in order:
            stake = self.stakes[seat]
            if stake is not None and seat != self.banker:
                step = step.round.play(seat, Action("stake", stake) if stake else Action("pass"))
        return step.round.close() if step.round.window else step


@st.composite
def stakings(draw: st.DrawFn) -> Staking:
    seats = draw(st.integers(2, 12))
    rules = replace(USUAL, pair_payout=draw(st.sampled_from([1, 1, 2, 10])))
    stakes = st.one_of(st.none(), st.just(0), st.integers(1, 200))
    return Staking(
        rules,
        draw(st.integers(rules.least_bank, 600)),
        tuple(draw(st.lists(stakes, min_size=seats, max_size=seats))),
        draw(st.integers(0, seats - 1)),
        tuple(draw(st.permutations(range(seats)))),
    )


def of(step: Step[Any]) -> KooKiewRound:
    assert isinstance(step.round, KooKiewRound)
    return step.round


@given(stakings())
def test_who_is_quicker_makes_no_difference_to_what_is_covered(staking: Staking) -> None:
    """KK-12: what the cover leaves depends on the seats alone."""
    one, other = (staking.played(order) for order in (staking.order, sorted(staking.order)))

    assert of(one).covered == of(other).covered
    assert of(one).staked == of(other).staked
    told = [[event for event in step.events if isinstance(event, happened.CoveredInPart)] for step in (one, other)]
    assert told[0] == told[1]


@given(stakings())
def test_the_bank_covers_as_much_as_it_can_pay_and_no_more(staking: Staking) -> None:
    """KK-11, KK-12: every winner might hold a pair."""
    closed = of(staking.played(staking.order))
    stakes = [stake or 0 for stake in closed.stakes]

    assert sum(closed.covered) == min(sum(stakes), staking.bank // staking.rules.pair_payout)
    assert closed.staked[staking.banker] == sum(closed.covered) * staking.rules.pair_payout <= staking.bank
    assert all(covered <= stake for covered, stake in zip(closed.covered, stakes, strict=True))
    in_order = [(stakes[seat], closed.covered[seat]) for seat in closed.players if stakes[seat]]
    cut = [place for place, (stake, covered) in enumerate(in_order) if covered < stake]
    assert all(covered == 0 for _, covered in in_order[cut[0] + 1 :]) if cut else True


@given(stakings(), st.randoms(use_true_random=False))
def test_only_what_is_covered_wins_or_loses(staking: Staking, rng: Random) -> None:
    pack = rng.sample(range(112), 112)
    closed = of(staking.played(staking.order))._replace(pack=tuple(PACK[number] for number in pack))
    if closed.settlement is not None:
        assert not any(closed.stakes)
        return
    over = closed.play(staking.banker, Action("show")).round

    assert over.settlement is not None
    assert sum(over.settlement.values()) == 0
    for seat in closed.players:
        won = over.settlement[seat]
        assert won in (-closed.covered[seat], closed.covered[seat], closed.covered[seat] * staking.rules.pair_payout)
    assert over.settlement[staking.banker] >= -staking.bank


@given(stakings(), st.randoms(use_true_random=False), st.sampled_from(["cover", "collect", "unlimited"]))
def test_what_decided_and_what_is_left_unpaid_agree_with_the_settlement(
    staking: Staking, rng: Random, solvency: str
) -> None:
    """KK-7, KK-12: every stake goes where the comparison says, and each chip that does not is accounted for."""
    rules = replace(staking.rules, solvency=solvency, second_card=rng.random() < 0.5)
    pack = rng.sample(range(112), 112)
    step = staking._replace(rules=rules).played(staking.order)
    closed = of(step)._replace(pack=tuple(PACK[number] for number in pack))
    told = [event for event in step.events if isinstance(event, happened.CoveredInPart)]
    assert all(event.cover == staking.bank // rules.pair_payout for event in told)
    if closed.settlement is not None:
        return
    step = closed.play(staking.banker, Action("show"))
    hands = of(step).shown

    for event in step.events:
        if isinstance(event, happened.Settled):
            assert event.decided == ranking(rules).decide(event.hand, hands[staking.banker])
            assert event.wins == event.decided.wins
            due = event.covered * (rules.pair_payout if event.label == "pair" else 1) if event.wins else -event.covered
            assert event.net + event.owed + event.unpaid == due
            assert event.owed == 0 or solvency == "unlimited"
            assert event.unpaid == 0 or solvency == "collect"


@given(st.permutations(range(2, 8)), st.lists(st.integers(1, 1_000), min_size=6, max_size=6), st.integers(1, 1_000))
def test_quick_players_shut_nobody_out(quick: Sequence[int], amounts: Sequence[int], last: int) -> None:
    """Whatever six others have staked, the player at the banker's left may stake as before, and is covered first."""
    now = of(KOO_KIEW.deal(game.Deal(USUAL, (50, *(1_000,) * 7), 0, tuple(range(112)))))
    first = {seat: now.options(seat) for seat in now.awaited}
    for seat, amount in zip(quick, amounts, strict=True):
        now = of(now.play(seat, Action("stake", amount)))
        assert now.stage == "staking"
        assert {other: now.options(other) for other in now.awaited} == {other: first[other] for other in now.awaited}

    assert of(now.play(1, Action("stake", last))).covered[1] == min(last, 50)


def test_the_reserve_counts_a_pair_at_what_it_is_paid() -> None:
    """KK-11: any stake may turn out to be a pair."""
    rules = replace(USUAL, pair_payout=3)
    deal = Deal({"Ani": (100, NINE), "Budi": (500, PAIR), "Citra": (500, "")}, rules=rules)
    assert deal.now.cover == 33

    deal.play("Budi stake 30")
    assert deal.now.staked == (90, 30, 0)

    deal.play("Citra stake 4")
    assert deal.now.staked == (99, 30, 3)
    assert deal.lines[-1] == "3 of 4 covered for Citra"

    deal.play("Ani show")
    assert deal.won == {"Ani": -99, "Budi": 90, "Citra": 9}


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
        "Budi beats the bank with pair (red-soldier red-soldier): +30 on 50, 20 unpaid",
        "Citra beats the bank with pair (red-soldier red-soldier): +0 on 100, 100 unpaid",
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
    assert deal.offered("Ani") == ["pass", "stake 1-500"]

    deal.play("Ani stake 130 · Budi pass · Citra show")
    assert "120 of 130 covered for Ani" in deal.lines
    assert deal.lines[-1] == "the bank of Citra: 120, now 0"
    assert deal.next_banker == "Ani", "the first in line for the next bidding"


def test_no_card_is_dealt_before_it_is_known_who_holds_the_bank() -> None:
    """KK-10, KK-14: cards are dealt from the left of whoever holds it, which is nobody while bids are made."""
    deal = Deal(three(NINE, "", TWO), rules=AUCTION, bidder="Citra")
    assert (deal.now.dealt_to, deal.now.banker, deal.now.view(None).bank) == ((), None, 0)

    deal.play("Budi bid 100 · Ani pass · Citra bid 120")

    assert deal.now.dealt_to == (0, 1, 2, 0, 1, 2)
    assert (deal.now.banker, deal.now.view(None).bank) == (2, 120)


def test_every_moment_asks_a_question_of_its_own() -> None:
    """A button from the bidding is stale when stakes are taken, and one of the banker's when the deal is over."""
    deal = Deal(three(NINE, PAIR, TWO), rules=AUCTION)
    questions = [deal.now.question]
    for moment in ("Ani bid 9 · (time)", "Budi stake 5 · (time)", "Ani show"):
        questions.append(deal.play(moment).now.question)

    assert questions == sorted(set(questions))


def test_bids_are_told_from_the_highest_on_wherever_the_bidders_sit() -> None:
    deal = Deal(three(""), rules=AUCTION, bidder="Budi")
    assert deal.now.view(0).options == deal.now.options(0)
    assert deal.now.view(0).options

    deal.play("Ani bid 30 · Citra bid 100 · Budi bid 120")

    assert deal.lines[3:5] == ["bids: Budi 120, Citra 100, Ani 30", "Budi holds the bank with 120"]


def test_of_equal_bids_the_first_from_the_dealer_counts() -> None:
    deal = Deal(three(""), rules=AUCTION, banker="Budi").play("Ani bid 100 · Budi pass · Citra bid 100")

    assert deal.lines[3:5] == ["bids: Citra 100, Ani 100", "Citra holds the bank with 100"]


def test_if_nobody_bids_the_dealer_holds_the_least_bank() -> None:
    rules = replace(AUCTION, min_stake=10, pair_payout=2)
    deal = Deal(three(""), rules=rules).play("Budi pass · (time)")

    assert deal.lines[1:3] == ["bids: none", "Ani holds the bank with 20"]
    assert deal.offered("Citra") == ["pass", "stake 10-500"]


def test_one_answer_a_bidding() -> None:
    first_in_line = Deal(three(""), rules=AUCTION).play("Ani bid 10")
    with pytest.raises(Refused, match="already-answered"):
        first_in_line.now.play(0, Action("bid", 20))

    deal = Deal(three(""), rules=AUCTION).play("Budi bid 10")

    with pytest.raises(Refused) as refused:
        deal.now.play(1, Action("bid", 20))
    assert refused.value.reason == "already-answered"


def test_who_leaves_does_not_bid() -> None:
    deal = Deal(three(""), rules=AUCTION).play("Budi leave · Ani bid 5 · Citra pass")

    assert deal.lines[0] == "Budi leaves"
    assert deal.lines[3] == "bids: Ani 5"


def test_an_unlimited_bank_answers_with_all_chips_whatever_was_bid() -> None:
    """KK-12: nobody owes the chips that lie before them."""
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
    assert (view.bank, view.cover, view.covered) == (500, 500, (0, 5, 0))


@pytest.mark.parametrize("rules", [COLLECT, UNLIMITED])
def test_where_a_bank_need_not_cover_stakes_they_count_in_full(rules: KooKiewRules) -> None:
    """KK-12."""
    deal = Deal({"Ani": (20, NINE), "Budi": (500, ""), "Citra": (500, "")}, rules=rules).play("Budi stake 300")
    assert deal.now.view(None).cover is None
    assert deal.now.covered == (0, 300, 0)

    deal.play("(time)")

    assert deal.now.staked == (20, 300, 0)
    assert deal.lines[-1] == "1 staked 300"


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
